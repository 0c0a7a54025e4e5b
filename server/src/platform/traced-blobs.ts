import type { Blobs } from './blobs.ts';
import { traced } from './tracing.ts';

/** A span for each time that the storage of documents is read or written. */
export function traceBlobs(blobs: Blobs): Blobs {
  const watch =
    <Args extends unknown[], Result>(name: string, work: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      traced({ name: `blob ${name}`, kind: 'client' }, () => work(...args));
  return {
    ...blobs,
    put: watch('put', blobs.put),
    adopt: watch('adopt', blobs.adopt),
    append: watch('append', blobs.append),
    read: watch('read', blobs.read),
    open: watch('open', blobs.open),
    source: watch('source', blobs.source),
    remove: watch('remove', blobs.remove),
  };
}
