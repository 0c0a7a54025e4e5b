import type { Deps } from '../deps.ts';
import { listNamedKeys } from './file-store.ts';

type CopyDeps = Pick<Deps, 'blobs' | 'database' | 'log'>;

const EVERY_MS = 10 * 60_000;

/**
 * Removes the copies that this process has of files which another one erased, or encrypted: a bucket tells no one
 * that an object is gone.
 */
export async function sweepCopies({ blobs, database }: CopyDeps): Promise<void> {
  await blobs.sweepCopies((keys) => listNamedKeys(database, keys));
}

/** Does so again and again; returns how to stop. */
export function keepSweepingCopies(deps: CopyDeps): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = () => {
    sweeping = sweepCopies(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'copies of stored files could not be compared with the database'),
    );
  };
  const timer = setInterval(sweep, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}
