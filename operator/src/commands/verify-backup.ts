import { tmpdir } from 'node:os';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { openDestination } from '../backup/destination.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { defineCommand } from '../command-line.ts';
import { showProgress } from '../progress.ts';
import {
  DESTINATION_OPTIONS,
  openDestinationStore,
  readBackupPassphrase,
  SNAPSHOT_OPTIONS,
} from './backup-destination.ts';

const NAMED_MAX = 5;

export const verifyBackupCommand = defineCommand({
  name: 'verify-backup',
  about: 'Read a backup again and compare all of it with its hashes. Needs no instance and changes nothing.',
  options: {
    ...SNAPSHOT_OPTIONS,
    ...DESTINATION_OPTIONS,
  },
  run: async ({ from, snapshot, ...values }, terminal) => {
    const passphrase = await readBackupPassphrase(values, terminal);
    const opened = await openDestinationStore(from, values);
    const destination = await openDestination({ ...opened, passphrase, folder: tmpdir(), ids: systemIds });
    const deps = { ids: systemIds, onProgress: showProgress() };
    const { manifest, damaged } = await verifyBackup(deps, destination, snapshot);
    const { files, bytes, unreadable } = manifest;
    const megabytes = (bytes / 1e6).toFixed(1);
    const lines =
      damaged.length === 0
        ? [`The backup ${manifest.snapshot} is whole: its parts and ${files} files (${megabytes} MB).`]
        : [
            `${damaged.length} files of the backup ${manifest.snapshot} are missing or were changed. ` +
              `The first: ${damaged.slice(0, NAMED_MAX).join(', ')}. ` +
              'Remove them from there, and the next paraph backup copies them anew if the instance still has them.',
          ];
    if (unreadable.length > 0)
      lines.push(`${unreadable.length} files were missing or damaged already when it was made.`);
    const data = { place: opened.name, snapshot: manifest.snapshot, files, bytes, damaged, unreadable };
    return { text: lines.join('\n'), data, isFailure: damaged.length > 0 };
  },
});
