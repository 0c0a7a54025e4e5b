import { checkOutsideUrl, readSecretFile } from './outside-settings.ts';
import type { ObjectStoreSettings } from './platform/object-store.ts';

export const OBJECT_STORE_SETTINGS = {
  storeUrl: {
    name: 'PARAPH_S3_URL',
    fallback: '',
    about:
      'Address of a bucket that keeps the documents: https://host/bucket, or https://bucket.host. Default: none; documents are ' +
      'files in the data directory.',
  },
  storeRegion: { name: 'PARAPH_S3_REGION', fallback: 'us-east-1', about: 'Region of that bucket.' },
  storeKey: { name: 'PARAPH_S3_ACCESS_KEY', fallback: '', about: 'Access key for that bucket.' },
  storeSecretFile: {
    name: 'PARAPH_S3_SECRET_FILE',
    fallback: '',
    about: 'File with the secret of that access key, readable by this service alone.',
  },
  storePrefix: {
    name: 'PARAPH_S3_PREFIX',
    fallback: '',
    about: 'Before the name of each object in that bucket, such as paraph/. Default: nothing.',
  },
  storeCopies: {
    name: 'PARAPH_S3_CACHE_MB',
    fallback: '1024',
    about:
      'Megabytes that copies of documents from that bucket may take in the data directory, 1 to 1000000.',
  },
} as const;

type Names = Readonly<Record<keyof typeof OBJECT_STORE_SETTINGS, string>>;
const NAMES = Object.fromEntries(
  Object.entries(OBJECT_STORE_SETTINGS).map(([key, { name }]) => [key, name]),
) as Names;

export interface StorageSettings extends ObjectStoreSettings {
  copiesBytesMax: number;
}

/** Reads and validates the settings of the bucket; null without one. Adds problems to `problems`. */
export function readObjectStoreSettings(
  text: (setting: { name: string; fallback: string; about: string }) => string,
  problems: string[],
): StorageSettings | null {
  const url = text(OBJECT_STORE_SETTINGS.storeUrl).replace(/\/+$/, '');
  const accessKey = text(OBJECT_STORE_SETTINGS.storeKey);
  const secretFile = text(OBJECT_STORE_SETTINGS.storeSecretFile);
  const prefix = text(OBJECT_STORE_SETTINGS.storePrefix);
  const megabytes = Number(text(OBJECT_STORE_SETTINGS.storeCopies));
  if (!(Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= 1_000_000))
    problems.push(`${NAMES.storeCopies} must be a whole number from 1 to 1000000.`);
  if (!/^(?:[\w!.*'()-]+\/)*$/.test(prefix))
    problems.push(`${NAMES.storePrefix} is "${prefix}"; it must end with a slash, such as paraph/.`);
  const given = { storeKey: accessKey, storeSecretFile: secretFile };
  const names = (Object.keys(given) as (keyof typeof given)[]).filter(
    (key) => (given[key] === '') !== (url === ''),
  );
  if (url === '') {
    for (const key of names) problems.push(`${NAMES.storeUrl} is missing; ${NAMES[key]} needs it.`);
    return null;
  }
  for (const key of names) problems.push(`${NAMES[key]} is missing; ${NAMES.storeUrl} needs it.`);
  const problem = checkStoreUrl(url);
  if (problem !== null) problems.push(`${NAMES.storeUrl} is "${url}". ${problem}`);
  const secret = secretFile === '' ? '' : readSecretFile(secretFile, NAMES.storeSecretFile, problems);
  const region = text(OBJECT_STORE_SETTINGS.storeRegion);
  return { url, region, accessKey, secret, prefix, copiesBytesMax: megabytes * 1024 * 1024 };
}

function checkStoreUrl(url: string): string | null {
  const problem = checkOutsideUrl(url);
  if (problem !== null) return problem;
  return new URL(url).search === '' ? null : 'It must not have a query.';
}
