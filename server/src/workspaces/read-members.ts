import type { Reads } from '../platform/database.ts';
import { listMembersByIds, listMembershipsOf } from './member-store.ts';

export interface MemberFacts {
  id: number;
  organizationId: number;
  email: string;
  /** Null until they have joined. */
  userId: number | null;
}

/** Where a user belongs, by the id of each membership. */
export async function readMembershipsOf(
  reads: Reads,
  userId: number,
): Promise<Map<number, { organizationName: string }>> {
  const memberships = await listMembershipsOf(reads, { userId, organizationId: null }, null);
  return new Map(memberships.map(({ id, organizationName }) => [id, { organizationName }]));
}

/** Who these members are, by id; the caller has checked the right to know. */
export async function readMembers(reads: Reads, ids: readonly number[]): Promise<Map<number, MemberFacts>> {
  const members = await listMembersByIds(reads, ids);
  return new Map(
    members.map(({ id, organization_id: organizationId, email, user_id: userId }) => [
      id,
      { id, organizationId, email, userId },
    ]),
  );
}
