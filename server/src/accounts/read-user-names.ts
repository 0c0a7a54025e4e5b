import type { Reads } from '../platform/database.ts';
import { listUsers } from './account-store.ts';

/** Who these users are, by id. */
export async function readUserNames(
  reads: Reads,
  userIds: readonly number[],
): Promise<Map<number, { name: string; email: string }>> {
  if (userIds.length === 0) return new Map();
  const users = await listUsers(reads, { ids: userIds });
  return new Map(users.map(({ id, name, email }) => [id, { name, email }]));
}
