import { type JoinedWrapper, UnreadableBlobFault } from '@paraph/storage';
import type { Database } from '../database/database.ts';
import { deleteUnusedProbes, listFormerKeys, replaceKey } from './blob-key-store.ts';
import { checkWrappingKeys } from './check-wrapping-keys.ts';

const SLICE = 500;

export interface Rewrapped {
  /** The wrapping key that wraps from now on. */
  current: string;
  keys: number;
  /** Blobs whose data key cannot be unwrapped: damaged rows. */
  unreadable: string[];
}

/**
 * Wraps every data key with the first wrapping key; the encrypted bytes stay as they are. Each is one row, so a kill
 * loses nothing, and the next run goes on.
 */
export async function rewrapKeys(
  database: Database,
  { wrapper, setting }: { wrapper: JoinedWrapper; setting: string },
): Promise<Rewrapped> {
  const current = await checkWrappingKeys(database, { wrapper, setting });
  const rewrapped: Rewrapped = { current, keys: 0, unreadable: [] };
  for (let after = ''; ; ) {
    const keys = await listFormerKeys(database, { current, after, limit: SLICE });
    for (const key of keys) {
      try {
        await replaceKey(database, key, await wrapper.rewrap(key));
        rewrapped.keys += 1;
      } catch (error) {
        if (!(error instanceof UnreadableBlobFault)) throw error;
        rewrapped.unreadable.push(key.blobKey);
      }
    }
    const last = keys.at(-1);
    if (!last) break;
    after = last.blobKey;
  }
  await deleteUnusedProbes(database, current);
  return rewrapped;
}
