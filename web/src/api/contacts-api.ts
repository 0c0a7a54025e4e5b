import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, reading } from './ask.ts';
import type { ContactSettings, NewContact } from './wire.ts';

const CONTACTS_A_PAGE = 25;
const SUGGESTIONS = 6;

export function contactsKey(workspaceId: number) {
  return ['contacts', workspaceId] as const;
}

export function contactsQuery(workspaceId: number, { page, search }: { page: number; search: string }) {
  const which = { page, limit: CONTACTS_A_PAGE, search: search === '' ? undefined : search };
  return queryOptions({
    queryKey: [...contactsKey(workspaceId), page, search],
    placeholderData: keepPreviousData,
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/contacts', { workspaceId, ...which }),
  });
}

/** The contacts that a field suggests for what is typed in it; none, without an error, where the role has no right. */
export function suggestionsQuery(workspaceId: number, typed: string) {
  const which = { limit: SUGGESTIONS, search: typed };
  return queryOptions({
    queryKey: [...contactsKey(workspaceId), 'suggested', typed],
    queryFn: reading('GET /api/v1/workspaces/{workspaceId}/contacts', { workspaceId, ...which }),
    staleTime: 30_000,
    retry: false,
  });
}

export const saveContact = (workspaceId: number, contactId: number | null, json: NewContact) =>
  contactId === null
    ? ask('POST /api/v1/workspaces/{workspaceId}/contacts', { workspaceId }, { json })
    : ask('PUT /api/v1/workspaces/{workspaceId}/contacts/{contactId}', { workspaceId, contactId }, { json });
export const deleteContact = (workspaceId: number, contactId: number) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}/contacts/{contactId}', { workspaceId, contactId });
export const importContacts = (workspaceId: number, text: string) =>
  ask('POST /api/v1/workspaces/{workspaceId}/contacts/import', { workspaceId }, { json: { text } });

export function contactSettingsQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['contact-settings', organizationId],
    queryFn: reading('GET /api/v1/organization/contacts', { organizationId }),
  });
}

export const saveContactSettings = (organizationId: number, json: ContactSettings) =>
  ask('PUT /api/v1/organization/contacts', { organizationId }, { json });
