import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from './call.ts';
import type {
  HandOver,
  InvitationOutcomes,
  LevelOffers,
  Member,
  MemberPage,
  OrganizationEntries,
  Organizations,
  Role,
  Roles,
} from './wire.ts';

const ROOT = '/api/v1/organization';

/** The API's largest page size; most organizations fit on one page. */
const MEMBERS_A_PAGE = 100;

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => call<Organizations>('/api/v1/organizations', { signal }),
  staleTime: 60_000,
});

export type MemberFilter = { page: number; query: string; invited?: boolean };

export function membersQuery(
  organizationId: number | undefined,
  { page, query, invited = false }: MemberFilter,
) {
  const filter = {
    page: String(page),
    limit: String(MEMBERS_A_PAGE),
    ...(query === '' ? {} : { query }),
    ...(invited ? { status: 'invited' } : {}),
  };
  return queryOptions({
    queryKey: [...membersKey(organizationId), page, query, invited],
    enabled: organizationId !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<MemberPage>(pathTo('/members', organizationId, new URLSearchParams(filter)), { signal }),
  });
}

/** Prefix of the list's query keys, for every page and search. */
export function membersKey(organizationId: number | undefined) {
  return ['members', organizationId] as const;
}

export function renameOrganization(
  organizationId: number,
  body: { name: string },
): Promise<{ id: number; name: string }> {
  return call(pathTo('', organizationId), { method: 'PUT', json: body });
}

/** Which of the record is shown; a date is a day of the reader, empty where none is chosen. */
export interface RecordFilter {
  kind: string;
  personId: string;
  from: string;
  to: string;
}

function parametersOf({ kind, personId, from, to }: RecordFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  if (kind !== '') parameters.set('kind', kind);
  if (personId !== '') parameters.set('personId', personId);
  if (from !== '') parameters.set('from', String(startOf(from)));
  if (to !== '') parameters.set('to', String(startOf(to, 1)));
  return parameters;
}

/** The beginning of a day where the reader is, or of one after it. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1000);
}

/** What was done with the organization, the newest first. */
export function recordQuery(organizationId: number, filter: RecordFilter, page: number) {
  const parameters = parametersOf(filter);
  parameters.set('page', String(page));
  parameters.set('limit', '20');
  return queryOptions({
    queryKey: ['organization-events', organizationId, parameters.toString()],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<OrganizationEntries>(pathTo('/events', organizationId, parameters), { signal }),
  });
}

/** The address of all that a filter finds. */
export function recordExportAddress(
  organizationId: number,
  filter: RecordFilter,
  format: 'csv' | 'jsonl',
): string {
  const parameters = parametersOf(filter);
  parameters.set('format', format);
  return pathTo('/events/export', organizationId, parameters);
}

export function inviteMembers(
  organizationId: number,
  { emails, language }: { emails: readonly string[]; language: string },
): Promise<InvitationOutcomes> {
  const members = emails.map((email) => ({ email }));
  return call(pathTo('/members', organizationId), { method: 'POST', json: { members, language } });
}

export function inviteAgain(organizationId: number, memberId: number): Promise<Member> {
  return call(pathTo(`/members/${memberId}/invitation`, organizationId), { method: 'POST', json: {} });
}

export function setAdministrator(
  organizationId: number,
  { memberId, administrator }: { memberId: number; administrator: boolean },
): Promise<Member> {
  return call(pathTo(`/members/${memberId}`, organizationId), { method: 'PUT', json: { administrator } });
}

export function removeMember(organizationId: number, memberId: number): Promise<void> {
  return call(pathTo(`/members/${memberId}`, organizationId), { method: 'DELETE' });
}

/**
 * The members with these addresses, in no order. They were invited just now, so the last pages hold them.
 */
export async function findMembers(organizationId: number, emails: readonly string[]): Promise<Member[]> {
  const wanted = new Set(emails.map((email) => email.trim().toLowerCase()));
  const read = (page: number) => {
    const filter = new URLSearchParams({ page: String(page), limit: String(MEMBERS_A_PAGE) });
    return call<MemberPage>(pathTo('/members', organizationId, filter));
  };
  const first = await read(1);
  const later = [first.pages - 1, first.pages].filter((page) => page > 1);
  const pages = [first, ...(await Promise.all(later.map(read)))];
  return pages.flatMap(({ items }) => items).filter(({ email }) => wanted.has(email.toLowerCase()));
}

/** What a member would hand over, as it is now. */
export function handOverQuery(organizationId: number, memberId: number) {
  return queryOptions({
    queryKey: ['hand-over', organizationId, memberId],
    queryFn: ({ signal }) =>
      call<HandOver>(pathTo(`/members/${memberId}/hand-over`, organizationId), { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function handOver(
  organizationId: number,
  { memberId, ...json }: { memberId: number; to: number; remove: boolean },
): Promise<HandOver> {
  return call(pathTo(`/members/${memberId}/hand-over`, organizationId), { method: 'POST', json });
}

export function rolesQuery(organizationId: number | undefined) {
  return queryOptions({
    queryKey: ['roles', organizationId],
    enabled: organizationId !== undefined,
    queryFn: ({ signal }) => call<Roles>(pathTo('/roles', organizationId), { signal }),
  });
}

export type RoleChange = { name: string; permissions: readonly string[] };

export function createRole(organizationId: number, body: RoleChange): Promise<Role> {
  return call(pathTo('/roles', organizationId), { method: 'POST', json: body });
}

export function updateRole(organizationId: number, roleId: number, body: RoleChange): Promise<Role> {
  return call(pathTo(`/roles/${roleId}`, organizationId), { method: 'PUT', json: body });
}

export function deleteRole(organizationId: number, roleId: number): Promise<void> {
  return call(pathTo(`/roles/${roleId}`, organizationId), { method: 'DELETE' });
}

/** Which levels and identifications the organization is offered. */
export function levelsQuery(organizationId: number | undefined, workspaceId?: number) {
  const more = workspaceId === undefined ? '' : `&workspaceId=${workspaceId}`;
  return queryOptions({
    queryKey: ['levels', organizationId, workspaceId],
    enabled: organizationId !== undefined,
    queryFn: ({ signal }) => call<LevelOffers>(pathTo('/levels', organizationId) + more, { signal }),
  });
}

export function saveLevels(
  organizationId: number,
  change:
    | Pick<LevelOffers, 'defaultIdentification'>
    | { roles: Pick<LevelOffers['roles'][number], 'levels' | 'roleId'>[] },
): Promise<LevelOffers> {
  return call(pathTo('/levels', organizationId), { method: 'PUT', json: change });
}

/** A data URL, so that a replaced picture is never shown from a cache. */
export function stampPictureQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['stamp-picture', organizationId],
    queryFn: async ({ signal }) =>
      readDataUrl(await callForFile(pathTo('/picture', organizationId), { signal })),
  });
}

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

export function saveStampPicture(organizationId: number, picture: File): Promise<void> {
  const form = new FormData();
  form.set('picture', picture);
  return call(pathTo('/picture', organizationId), { method: 'PUT', form });
}

export function deleteStampPicture(organizationId: number): Promise<void> {
  return call(pathTo('/picture', organizationId), { method: 'DELETE' });
}

function pathTo(
  path: string,
  organizationId: number | undefined,
  parameters = new URLSearchParams(),
): string {
  if (organizationId !== undefined) parameters.set('organizationId', String(organizationId));
  return `${ROOT}${path}?${parameters}`;
}
