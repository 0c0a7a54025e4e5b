import type { Reads } from '../platform/database.ts';
import { findMembersByIds } from './member-store.ts';

export interface MemberFacts {
  id: number;
  organizationId: number;
  email: string;
  /** Null until they have joined. */
  userId: number | null;
}

/** Who these members are, by id; the caller has judged the right to know. */
export async function readMembers(reads: Reads, ids: readonly number[]): Promise<Map<number, MemberFacts>> {
  const members = await findMembersByIds(reads, ids);
  return new Map(
    members.map(({ id, organization_id: organizationId, email, user_id: userId }) => [
      id,
      { id, organizationId, email, userId },
    ]),
  );
}
