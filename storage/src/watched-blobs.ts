import type { Blobs } from './blobs.ts';
import { StorageFault } from './faults.ts';

/** Since this process began; shown as a metric, and decides nothing. */
let faults = 0;

/** How often the storage of documents could not be used since this process began. */
export function countStorageFaults(): number {
  return faults;
}

/** Calls the work, and may record how long it takes. */
type Trace = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Traces each time that the storage of documents is read or written, and counts when it could not be. */
export function watchBlobs(blobs: Blobs, trace: Trace): Blobs {
  const watch =
    <Args extends unknown[], Result>(name: string, work: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      trace(name, () => work(...args)).catch((error: unknown) => {
        if (isOfStorage(error)) faults += 1;
        throw error;
      });
  return {
    ...blobs,
    put: watch('put', blobs.put),
    adopt: watch('adopt', blobs.adopt),
    copy: watch('copy', async (key: string) => {
      const copy = await blobs.copy(key);
      return { ...copy, hash: watch('hash', copy.hash), store: watch('append', copy.store) };
    }),
    read: watch('read', blobs.read),
    open: watch('open', blobs.open),
    source: watch('source', blobs.source),
    remove: watch('remove', blobs.remove),
  };
}

/** A file that is missing is a finding about that file: the store itself answered. */
function isOfStorage(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return error instanceof StorageFault || (syscall !== undefined && code !== 'ENOENT');
}
