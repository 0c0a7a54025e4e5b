import { join } from 'node:path';
import type { Config } from './config.ts';
import { type Blobs, openDiskBlobs } from './platform/blobs.ts';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import { openObjectBlobs } from './platform/object-blobs.ts';

/** The storage of documents as it is set up: a bucket, or the data directory. */
export function openBlobs(
  { dataDir, objectStore }: Pick<Config, 'dataDir' | 'objectStore'>,
  parts: { clock: Clock; ids: Ids },
): Promise<Blobs> {
  if (objectStore === null) return openDiskBlobs(join(dataDir, 'blobs'), parts);
  const { copiesBytesMax } = objectStore;
  return openObjectBlobs(objectStore, { ...parts, folder: join(dataDir, 'object-store'), copiesBytesMax });
}
