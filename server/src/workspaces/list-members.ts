import { LIMITS } from '@paraph/domain';
import { type ProfileView, readProfiles } from '../accounts/read-profiles.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { countMembers, listMemberPage, type StoredMember } from './member-store.ts';
import { requireMembership } from './organization-access.ts';

export interface MemberQuery {
  organizationId?: number | undefined;
  page?: number | undefined;
  limit?: number | undefined;
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
): Promise<{ total: number; limit: number; pages: number; records: MemberRecord[] }> {
  const access = await requireMembership(deps.database, caller, query.organizationId);
  const filter = { organizationId: access.organizationId, text: query.query?.trim() || null };
  const limit = Math.min(query.limit ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax);
  const total = await countMembers(deps.database, filter);
  const offset = ((query.page ?? 1) - 1) * limit;
  const members = await listMemberPage(deps.database, filter, { limit, offset });
  const records = await withProfiles(deps, members);
  return { total, limit, pages: Math.ceil(total / limit), records };
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
