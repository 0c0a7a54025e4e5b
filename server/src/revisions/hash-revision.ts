import type { Hash } from 'node:crypto';
import { assertPresent } from '@paraph/domain';
import { type FileDeps, faultOf } from '../files/check-stored-file.ts';
import type { FileFacts } from '../files/read-file-facts.ts';
import { openHashedBlob } from '../files/read-stored-file.ts';
import { listUpdates, type RevisedUpdate } from './revision-store.ts';

/**
 * The latest revision with other bytes of the same length, and the hash of the whole with them. The former hash is
 * compared on the way. Slow; writes nothing.
 *
 * @throws StoredFileFault if the original is missing or damaged
 */
export async function hashRevision(
  deps: FileDeps,
  about: { documentId: number; original: Pick<FileFacts, 'blobKey' | 'id' | 'sha256'>; number: number },
  change: (bytes: Buffer) => Promise<Uint8Array>,
): Promise<RevisedUpdate> {
  const { documentId, original, number } = about;
  const updates = await listUpdates(deps.database, documentId);
  const latest = assertPresent(updates.at(-1), `a revision of document ${documentId}`);
  if (latest.number !== number)
    throw new Error(`revision ${number} of document ${documentId} is not the latest`);
  const opened = await openHashedBlob(deps, original);
  if (!opened) throw await faultOf(deps, original);
  opened.close();
  const { hash } = opened;
  for (const { bytes } of updates.slice(0, -1)) hash.update(bytes);
  const former = digestWith(hash, latest.bytes);
  if (!former.equals(latest.sha256)) throw await faultOf(deps, original);
  const bytes = Buffer.from(await change(latest.bytes));
  if (bytes.length !== latest.bytes.length) throw new Error('a timestamp changed the length of a revision');
  return { documentId, number, bytes, sha256: digestWith(hash, bytes) };
}

function digestWith(hash: Hash, rest: Uint8Array): Buffer {
  return hash.copy().update(rest).digest();
}

const STATES_MAX = 1_000;
/** By the SHA-256 of the bytes, so that a state never stands for other ones. */
const states = new Map<string, Hash>();

/** Keeps the hash state over bytes that were just read, so that the next step continues it; the oldest are dropped. */
export function keepHashState(state: Hash): void {
  const key = state.copy().digest('hex');
  states.delete(key);
  states.set(key, state);
  const [oldest] = states.keys();
  if (states.size > STATES_MAX && oldest !== undefined) states.delete(oldest);
}

/** Null where another process has read them, or where it was long ago: then they are read again. */
export function findHashState(sha256: Buffer): Hash | null {
  return states.get(sha256.toString('hex')) ?? null;
}
