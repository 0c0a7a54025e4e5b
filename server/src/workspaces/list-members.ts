import { type ProfileView, readProfiles } from '../accounts/profiles.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { type PageOf, type PageRequest, pageOf, rangeOf } from '../http/pages.ts';
import { countMembers, listMemberPage, type StoredMember } from './member-store.ts';
import { requireMembership } from './organization-access.ts';

export interface MemberQuery extends PageRequest {
  organizationId?: number | undefined;
  query?: string | undefined;
}

export interface MemberRecord {
  member: StoredMember;
  /** Null until the invited person has joined. */
  profile: ProfileView | null;
}

/** A page of the organization's members in the order in which they were added; visible to every member. */
export async function listMembers(
  deps: Pick<Deps, 'database' | 'config'>,
  caller: Caller,
  query: MemberQuery,
): Promise<PageOf<MemberRecord>> {
  const access = await requireMembership(deps.database, caller, query.organizationId);
  const filter = { organizationId: access.organizationId, text: query.query?.trim() || null };
  const range = rangeOf(query);
  const total = await countMembers(deps.database, filter);
  const members = await listMemberPage(deps.database, filter, range);
  return { ...pageOf(total, range.limit), records: await withProfiles(deps, members) };
}

export async function withProfiles(
  deps: Pick<Deps, 'database' | 'config'>,
  members: readonly StoredMember[],
): Promise<MemberRecord[]> {
  const userIds = members.map((member) => member.user_id).filter((id) => id !== null);
  const profiles = await readProfiles(deps.database, deps, userIds);
  return members.map((member) => ({
    member,
    profile: member.user_id === null ? null : (profiles.get(member.user_id) ?? null),
  }));
}
