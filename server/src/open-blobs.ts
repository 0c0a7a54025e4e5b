import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { ENCRYPTION_SETTINGS, type EncryptionSettings } from './encryption-settings.ts';
import { openBlobKeys } from './files/blob-key-store.ts';
import { checkWrappingKeys } from './files/check-wrapping-keys.ts';
import { type Blobs, openDiskBlobs } from './platform/blobs.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { encryptBlobs } from './platform/encrypted-blobs.ts';
import type { Ids } from './platform/ids.ts';
import { joinWrappers, type KeyWrapper, localWrapper } from './platform/key-wrapper.ts';
import { openObjectBlobs } from './platform/object-blobs.ts';

type Settings = Pick<Config, 'dataDir' | 'encryption' | 'objectStore'>;

/**
 * The storage of documents as it is set up: a bucket, or the data directory; encrypted or not.
 *
 * @throws Fault if a key is missing that encrypted what is stored
 */
export async function openBlobs(
  settings: Settings,
  { database, ...parts }: { clock: Clock; database: Database; ids: Ids },
): Promise<Blobs> {
  const { encryption } = settings;
  const wrapper = encryption && openWrapper(encryption);
  await checkWrappingKeys(database, { wrapper, setting: ENCRYPTION_SETTINGS.encryptionKeys.name });
  const storage = await openStorage(settings, parts);
  if (!wrapper) return storage;
  const { incomingDir } = encryption;
  if (incomingDir !== null) await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  return encryptBlobs(storage, { ids: parts.ids, keys: openBlobKeys(database), wrapper, incomingDir });
}

function openStorage({ dataDir, objectStore }: Settings, parts: { clock: Clock; ids: Ids }): Promise<Blobs> {
  if (objectStore === null) return openDiskBlobs(join(dataDir, 'blobs'), parts);
  const { copiesBytesMax } = objectStore;
  return openObjectBlobs(objectStore, { ...parts, folder: join(dataDir, 'object-store'), copiesBytesMax });
}

function openWrapper({ wrappingKeys: [first, ...others] }: EncryptionSettings): KeyWrapper {
  return joinWrappers([localWrapper(first), ...others.map(localWrapper)]);
}
