import { Fault } from '@paraph/domain';
import { type JoinedWrapper, type KeyWrapper, UnreadableBlobFault, type WrappedKey } from '@paraph/storage';
import type { Database } from '../database/database.ts';
import { sha256 } from '../platform/ids.ts';
import { deleteUnusedProbes, insertProbe, listFormerKeys, listProbes, replaceKey } from './blob-key-store.ts';

/** Wrapped with every key that is used, to recognize it; no secret. */
const PROBE = sha256('paraph probe');

/**
 * Refuses a start that could not read what is stored, before anything is stored that others could not read.
 *
 * @returns the name of the key that wraps now
 * @throws Fault naming the wrapping key that is missing or another one
 */
export async function checkWrappingKeys(
  database: Database,
  { wrapper, setting }: { wrapper: KeyWrapper; setting: string },
): Promise<string> {
  const used = await listProbes(database);
  for (const probe of used) await requireSameKey(probe, { wrapper, setting });
  const current = await wrapper.wrap(PROBE);
  if (!used.some(({ wrappingKey }) => wrappingKey === current.wrappingKey))
    await insertProbe(database, current);
  return current.wrappingKey;
}

/** @throws Fault naming the wrapping key that is missing */
export async function requireUnencrypted(database: Database, setting: string): Promise<void> {
  for (const probe of await listProbes(database)) await requireSameKey(probe, { wrapper: null, setting });
}

async function requireSameKey(
  probe: WrappedKey,
  { wrapper, setting }: { wrapper: KeyWrapper | null; setting: string },
): Promise<void> {
  const { wrappingKey } = probe;
  if (!wrapper?.has(wrappingKey))
    throw new Fault(
      `Stored documents are encrypted with the key ${wrappingKey}, which ${setting} does not name. Add it there, ` +
        'or restore it from its backup: without it these documents cannot be read.',
    );
  const text = await wrapper.unwrap(probe).catch((error: unknown) => {
    if (error instanceof UnreadableBlobFault) return null;
    throw error;
  });
  if (text?.equals(PROBE)) return;
  const message = `The key ${wrappingKey} in ${setting} is another one than that which encrypted stored documents.`;
  throw new Fault(`${message} Restore it from its backup.`);
}

const SLICE = 500;

interface Rewrapped {
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
