import type { SigningLanguage } from '@paraph/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, ask, type Body, reading } from './ask.ts';
import { callForFile } from './call.ts';
import type { Member } from './wire.ts';

/** The API's largest page size; most organizations fit on one page. */
const MEMBERS_A_PAGE = 100;

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: reading('GET /api/v1/organizations', {}),
  staleTime: 60_000,
});

export type MemberFilter = { page: number; query: string; invited?: boolean };

export function membersQuery(
  organizationId: number | undefined,
  { page, query, invited = false }: MemberFilter,
) {
  const which = {
    page,
    limit: MEMBERS_A_PAGE,
    ...(query === '' ? {} : { query }),
    ...(invited ? ({ status: 'invited' } as const) : {}),
  };
  return queryOptions({
    queryKey: [...membersKey(organizationId), page, query, invited],
    enabled: organizationId !== undefined,
    placeholderData: keepPreviousData,
    queryFn: reading('GET /api/v1/organization/members', { organizationId, ...which }),
  });
}

/** Prefix of the list's query keys, for every page and search. */
export function membersKey(organizationId: number | undefined) {
  return ['members', organizationId] as const;
}

export const renameOrganization = (organizationId: number, json: { name: string }) =>
  ask('PUT /api/v1/organization', { organizationId }, { json });

/** Which of the record is shown; a date is a day of the reader, empty where none is chosen. */
export interface RecordFilter {
  kind: string;
  personId: string;
  from: string;
  to: string;
}

function whichOf({ kind, personId, from, to }: RecordFilter) {
  return {
    ...(kind === '' ? {} : { kind }),
    ...(personId === '' ? {} : { personId: Number(personId) }),
    ...(from === '' ? {} : { from: startOf(from) }),
    ...(to === '' ? {} : { to: startOf(to, 1) }),
  };
}

/** The beginning of a day where the reader is, or of one after it. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1000);
}

/** What was done with the organization, the newest first. */
export function recordQuery(organizationId: number, filter: RecordFilter, page: number) {
  const which = { ...whichOf(filter), page, limit: 20 };
  return queryOptions({
    queryKey: ['organization-events', organizationId, which],
    placeholderData: keepPreviousData,
    queryFn: reading('GET /api/v1/organization/events', { organizationId, ...which }),
  });
}

/** The address of all that a filter finds. */
export function recordExportAddress(
  organizationId: number,
  filter: RecordFilter,
  format: 'csv' | 'jsonl',
): string {
  return addressOf('GET /api/v1/organization/events/export', { organizationId, ...whichOf(filter), format });
}

/** All months of a year; empty: the last twelve. */
const periodOf = (year: string) => (year === '' ? {} : { from: `${year}-01`, to: `${year}-12` });

export function usageQuery(organizationId: number, year: string) {
  return queryOptions({
    queryKey: ['organization-usage', organizationId, year],
    placeholderData: keepPreviousData,
    queryFn: reading('GET /api/v1/organization/usage', { organizationId, ...periodOf(year) }),
  });
}

export function usageExportAddress(organizationId: number, year: string): string {
  return addressOf('GET /api/v1/organization/usage/export', { organizationId, ...periodOf(year) });
}

export function inviteMembers(
  organizationId: number,
  { emails, language }: { emails: readonly string[]; language: SigningLanguage },
) {
  const members = emails.map((email) => ({ email }));
  return ask('POST /api/v1/organization/members', { organizationId }, { json: { members, language } });
}

export const inviteAgain = (organizationId: number, memberId: number) =>
  ask('POST /api/v1/organization/members/{memberId}/invitation', { organizationId, memberId });
export const setAdministrator = (
  organizationId: number,
  { memberId, administrator }: { memberId: number; administrator: boolean },
) =>
  ask(
    'PUT /api/v1/organization/members/{memberId}',
    { organizationId, memberId },
    { json: { administrator } },
  );
export const removeMember = (organizationId: number, memberId: number) =>
  ask('DELETE /api/v1/organization/members/{memberId}', { organizationId, memberId });

/**
 * The members with these addresses, in no order. They were invited just now, so the last pages hold them.
 */
export async function findMembers(organizationId: number, emails: readonly string[]): Promise<Member[]> {
  const wanted = new Set(emails.map((email) => email.trim().toLowerCase()));
  const read = (page: number) =>
    ask('GET /api/v1/organization/members', { organizationId, page, limit: MEMBERS_A_PAGE });
  const first = await read(1);
  const later = [first.pages - 1, first.pages].filter((page) => page > 1);
  const pages = [first, ...(await Promise.all(later.map(read)))];
  return pages.flatMap(({ items }) => items).filter(({ email }) => wanted.has(email.toLowerCase()));
}

/** What a member would hand over, as it is now. */
export function handOverQuery(organizationId: number, memberId: number) {
  return queryOptions({
    queryKey: ['hand-over', organizationId, memberId],
    queryFn: reading('GET /api/v1/organization/members/{memberId}/hand-over', { organizationId, memberId }),
    staleTime: 0,
    gcTime: 0,
  });
}

export const handOver = (
  organizationId: number,
  { memberId, ...json }: { memberId: number; to: number; remove: boolean },
) => ask('POST /api/v1/organization/members/{memberId}/hand-over', { organizationId, memberId }, { json });

export function rolesQuery(organizationId: number | undefined) {
  return queryOptions({
    queryKey: ['roles', organizationId],
    enabled: organizationId !== undefined,
    queryFn: reading('GET /api/v1/organization/roles', { organizationId }),
  });
}

export type RoleChange = Body<'POST /api/v1/organization/roles'>;
export const createRole = (organizationId: number, json: RoleChange) =>
  ask('POST /api/v1/organization/roles', { organizationId }, { json });
export const updateRole = (organizationId: number, roleId: number, json: RoleChange) =>
  ask('PUT /api/v1/organization/roles/{roleId}', { organizationId, roleId }, { json });
export const deleteRole = (organizationId: number, roleId: number) =>
  ask('DELETE /api/v1/organization/roles/{roleId}', { organizationId, roleId });

/** Which levels and identifications the organization is offered. */
export function levelsQuery(organizationId: number | undefined, workspaceId?: number) {
  return queryOptions({
    queryKey: ['levels', organizationId, workspaceId],
    enabled: organizationId !== undefined,
    queryFn: reading('GET /api/v1/organization/levels', { organizationId, workspaceId }),
  });
}

export const saveLevels = (organizationId: number, json: Body<'PUT /api/v1/organization/levels'>) =>
  ask('PUT /api/v1/organization/levels', { organizationId }, { json });

/** A data URL, so that a replaced picture is never shown from a cache. */
export function stampPictureQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['stamp-picture', organizationId],
    queryFn: async ({ signal }) =>
      readDataUrl(
        await callForFile(addressOf('GET /api/v1/organization/picture', { organizationId }), { signal }),
      ),
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

export function saveStampPicture(organizationId: number, picture: File) {
  const form = new FormData();
  form.set('picture', picture);
  return ask('PUT /api/v1/organization/picture', { organizationId }, { form });
}

export const deleteStampPicture = (organizationId: number) =>
  ask('DELETE /api/v1/organization/picture', { organizationId });
