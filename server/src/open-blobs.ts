import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assertPresent } from '@paraph/domain';
import {
  type BlobStorage,
  type Blobs,
  encryptBlobs,
  type JoinedWrapper,
  joinWrappers,
  type KeyWrapper,
  localWrapper,
  type ObjectStore,
  openDiskBlobs,
  openFolderStore,
  openObjectBlobs,
  openObjectStore,
  openPrefixes,
  watchBlobs,
} from '@paraph/storage';
import type { Config } from './config/config.ts';
import type { WrappingKeySetting } from './config/groups.ts';
import { SETTINGS } from './config/settings.ts';
import type { Database } from './database/database.ts';
import { openBlobKeys } from './files/blob-key-store.ts';
import { checkWrappingKeys, requireUnencrypted } from './files/wrapping-keys.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import { serviceWrapper, tokenWrapper } from './platform/keys/key-wrappers.ts';
import { openPkcs11Token } from './platform/keys/pkcs11-token.ts';
import { traced } from './platform/observe/tracing.ts';

type Settings = Pick<Config, 'dataDir' | 'encryption' | 'objectStore' | 'token'>;

/**
 * The storage of documents as it is set up: a bucket, or the data directory; encrypted or not.
 *
 * @throws Fault if a key is missing that encrypted what is stored
 */
export async function openBlobs(
  settings: Settings,
  { database, clock, ids }: { clock: Clock; database: Database; ids: Ids },
): Promise<Blobs> {
  const setting = SETTINGS.encryptionKeys.name;
  const wrapper = await openWrapper(settings);
  if (wrapper) await checkWrappingKeys(database, { wrapper, setting });
  else await requireUnencrypted(database, setting);
  const storage = await openStorage(settings, { clock, ids });
  const incomingDir = settings.encryption?.incomingDir ?? null;
  if (incomingDir !== null) await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  const encryption = wrapper && { ids, keys: openBlobKeys(database), wrapper, incomingDir };
  const blobs = openPrefixes(encryption ? encryptBlobs(storage, encryption) : storage, ids);
  return watchBlobs(blobs, (name, work) => traced({ name: `blob ${name}`, kind: 'client' }, work));
}

function openStorage(
  { dataDir, objectStore }: Settings,
  parts: { clock: Clock; ids: Ids },
): Promise<BlobStorage> {
  if (objectStore === null) return openDiskBlobs(join(dataDir, 'blobs'), parts);
  const { copiesBytesMax } = objectStore;
  const folder = join(dataDir, 'object-store');
  return openObjectBlobs(objectStore, { ...parts, machineClock: systemClock, folder, copiesBytesMax });
}

/** The storage of documents below their encryption, each under the name that `nameOf` makes of its key. */
export function openBlobStore(
  { dataDir, objectStore }: Settings,
  parts: { clock: Clock; ids: Ids },
): ObjectStore {
  if (objectStore === null) return openFolderStore(join(dataDir, 'blobs'), parts.ids);
  return openObjectStore(objectStore, parts);
}

/** Null without encryption. @throws Fault if the token cannot be used */
export async function openWrapper({
  encryption,
  token,
}: Pick<Config, 'encryption' | 'token'>): Promise<JoinedWrapper | null> {
  if (encryption === null) return null;
  const { wrappingKeys } = encryption;
  const isOnToken = wrappingKeys.some(({ kind }) => kind === 'token');
  const opened = isOnToken && token ? await openPkcs11Token(token) : null;
  const openOne = (setting: WrappingKeySetting): KeyWrapper => {
    switch (setting.kind) {
      case 'file':
        return localWrapper(setting.key);
      case 'token':
        return tokenWrapper(assertPresent(opened, 'the token of a wrapping key'), setting.label);
      case 'service':
        return serviceWrapper(setting.service);
    }
  };
  const [first, ...others] = wrappingKeys;
  return joinWrappers([openOne(first), ...others.map(openOne)]);
}
