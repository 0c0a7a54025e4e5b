import { readUserNames } from '../accounts/read-user-names.ts';
import type { KeyOfAnother } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { findKeyById } from './api-key-store.ts';

/** How a key that another member made is named to those it acts for; null once it was deleted. */
export async function readKeyOfAnother(reads: Reads, keyId: number): Promise<KeyOfAnother | null> {
  const key = await findKeyById(reads, keyId);
  return key && nameKey(reads, key);
}

export async function nameKey(
  reads: Reads,
  { name, creator_id: makerId }: { name: string; creator_id: number },
): Promise<KeyOfAnother> {
  return { name, maker: (await readUserNames(reads, [makerId])).get(makerId)?.name ?? '' };
}
