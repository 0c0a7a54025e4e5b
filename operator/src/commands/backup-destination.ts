import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readBucket } from '@paraph/server/config/groups.ts';
import { readValues } from '@paraph/server/config/setting.ts';
import { BUCKET_SETTINGS } from '@paraph/server/config/settings.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { checkPassphrase, readPassphraseFile } from '@paraph/server/platform/keys/secret-file.ts';
import { type ObjectStore, openFolderStore, openObjectStore } from '@paraph/storage';
import { type Terminal, UsageError } from '../command-line.ts';

/** Where a backup is: the options of every command that needs one. */
export const DESTINATION_OPTIONS = {
  's3-region': { type: 'string', placeholder: 'REGION', about: 'Region of the bucket. Default: us-east-1.' },
  's3-access-key': { type: 'string', placeholder: 'KEY', about: 'Access key for the bucket.' },
  's3-secret-file': {
    type: 'string',
    placeholder: 'PATH',
    about: 'File with the secret of that access key, readable by this user alone.',
  },
  's3-prefix': {
    type: 'string',
    placeholder: 'PREFIX',
    about: 'Before the name of each object, such as paraph-backup/.',
  },
  'passphrase-file': {
    type: 'string',
    placeholder: 'PATH',
    about: 'File with the passphrase of the backups. Default: a prompt.',
  },
} as const;

/** Which backup: the options of every command that reads one. */
export const SNAPSHOT_OPTIONS = {
  from: {
    type: 'string',
    required: true,
    placeholder: 'DIR|s3:URL',
    about: 'Where the backups are, as for backup --to.',
  },
  snapshot: { type: 'string', placeholder: 'NAME', about: 'Which of them. Default: the newest.' },
} as const;

type DestinationValues = Readonly<Record<keyof typeof DESTINATION_OPTIONS, string | undefined>>;

const BUCKET = /^s3:/;

/** A folder, or the bucket of an address after `s3:`. */
export async function openDestinationStore(
  text: string,
  values: DestinationValues,
): Promise<{ store: ObjectStore; name: string }> {
  if (!BUCKET.test(text)) {
    const path = resolve(text);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return { store: openFolderStore(path, systemIds), name: path };
  }
  const options = {
    [BUCKET_SETTINGS.bucketUrl.name]: text.replace(BUCKET, ''),
    [BUCKET_SETTINGS.bucketRegion.name]: values['s3-region'],
    [BUCKET_SETTINGS.bucketAccessKey.name]: values['s3-access-key'],
    [BUCKET_SETTINGS.bucketSecret.name]: values['s3-secret-file'],
    [BUCKET_SETTINGS.bucketPrefix.name]: values['s3-prefix'],
  };
  const problems: string[] = [];
  const settings = readBucket(readValues(BUCKET_SETTINGS, options, problems), problems);
  if (problems.length > 0 || !settings) throw new UsageError(problems.map(asOptions).join('\n'));
  const store = openObjectStore(settings, { clock: systemClock, ids: systemIds });
  return { store, name: `s3:${settings.url}/${settings.prefix}` };
}

/** The names of the settings of the service, as the options of the command. */
function asOptions(problem: string): string {
  return problem
    .replaceAll('PARAPH_S3_URL', 'The address after s3:')
    .replaceAll('PARAPH_S3_SECRET_FILE', '--s3-secret-file')
    .replaceAll('PARAPH_S3_ACCESS_KEY', '--s3-access-key')
    .replaceAll('PARAPH_S3_PREFIX', '--s3-prefix');
}

export async function readBackupPassphrase(
  { 'passphrase-file': file }: Pick<DestinationValues, 'passphrase-file'>,
  terminal: Terminal,
): Promise<string> {
  if (file !== undefined) return readPassphraseFile(file);
  const typed = await terminal.promptSecret?.('Passphrase of the backups: ');
  if (typed === undefined)
    throw new UsageError(
      'There is no terminal to ask for the passphrase; name a file: --passphrase-file PATH',
    );
  return checkPassphrase(typed, 'The passphrase');
}
