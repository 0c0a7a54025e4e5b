import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Contact, ContactImport, ContactPage, ContactSettings, NewContact } from './wire.ts';

const pathOf = (workspaceId: number) => `/api/v1/workspaces/${workspaceId}/contacts`;
const CONTACTS_A_PAGE = 25;
const SUGGESTIONS = 6;

export function contactsKey(workspaceId: number) {
  return ['contacts', workspaceId] as const;
}

export function contactsQuery(workspaceId: number, { page, search }: { page: number; search: string }) {
  const parameters = new URLSearchParams({ page: String(page), limit: String(CONTACTS_A_PAGE) });
  if (search !== '') parameters.set('search', search);
  return queryOptions({
    queryKey: [...contactsKey(workspaceId), page, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call<ContactPage>(`${pathOf(workspaceId)}?${parameters}`, { signal }),
  });
}

/** The contacts that a field suggests for what is typed in it; none, without an error, where the role has no right. */
export function suggestionsQuery(workspaceId: number, typed: string) {
  const parameters = new URLSearchParams({ limit: String(SUGGESTIONS), search: typed });
  return queryOptions({
    queryKey: [...contactsKey(workspaceId), 'suggested', typed],
    queryFn: ({ signal }) => call<ContactPage>(`${pathOf(workspaceId)}?${parameters}`, { signal }),
    staleTime: 30_000,
    retry: false,
  });
}

export function saveContact(workspaceId: number, id: number | null, contact: NewContact): Promise<Contact> {
  const path = pathOf(workspaceId);
  return call(id === null ? path : `${path}/${id}`, { method: id === null ? 'POST' : 'PUT', json: contact });
}

export function deleteContact(workspaceId: number, id: number): Promise<void> {
  return call(`${pathOf(workspaceId)}/${id}`, { method: 'DELETE' });
}

export function importContacts(workspaceId: number, text: string): Promise<ContactImport> {
  return call(`${pathOf(workspaceId)}/import`, { method: 'POST', json: { text } });
}

const settingsPath = (organizationId: number) =>
  `/api/v1/organization/contacts?organizationId=${organizationId}`;

export function contactSettingsQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['contact-settings', organizationId],
    queryFn: ({ signal }) => call<ContactSettings>(settingsPath(organizationId), { signal }),
  });
}

export function saveContactSettings(
  organizationId: number,
  settings: ContactSettings,
): Promise<ContactSettings> {
  return call(settingsPath(organizationId), { method: 'PUT', json: settings });
}
