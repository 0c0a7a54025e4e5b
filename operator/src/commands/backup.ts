import { readConfig } from '@paraph/server/config/config.ts';
import { openBlobStore } from '@paraph/server/open-blobs.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { provideDestination } from '../backup/destination.ts';
import { listSnapshots } from '../backup/manifest.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { showProgress } from '../progress.ts';
import { waitOutOutages } from '../wait-out-outages.ts';
import { type DatabaseDeps, withDatabase } from '../with-database.ts';
import { DESTINATION_OPTIONS, openDestinationStore, readBackupPassphrase } from './backup-destination.ts';

const KEEP_DEFAULT = 7;

export const backupCommand = defineCommand({
  name: 'backup',
  about: 'Back up database, documents and keys to a folder or bucket while the service runs.',
  options: {
    to: {
      type: 'string',
      required: true,
      placeholder: 'DIR|s3:URL',
      about: 'A folder outside the data directory, or a bucket as s3:https://host/bucket.',
    },
    keep: {
      type: 'string',
      placeholder: 'N',
      about: `How many backups are kept there, this one included. Default: ${KEEP_DEFAULT}.`,
    },
    'accept-loss': {
      type: 'boolean',
      about: 'Go on although more than half of the files of the last backup are gone.',
    },
    ...DESTINATION_OPTIONS,
  },
  run: async ({ to, keep: keepText, 'accept-loss': acceptsLoss, ...values }, terminal) => {
    const keep = Number(keepText ?? KEEP_DEFAULT);
    if (!Number.isInteger(keep) || keep < 1) throw new UsageError('--keep must be a whole number from 1.');
    const config = readConfig();
    const passphrase = await readBackupPassphrase(values, terminal);
    const opened = await openDestinationStore(to, values);
    const backUp = async (deps: DatabaseDeps) => {
      const folder = config.dataDir;
      const destination = await provideDestination(
        { ...opened, passphrase, folder, ids: systemIds },
        deps.vault,
      );
      const source = openBlobStore(config, { clock: systemClock, ids: systemIds });
      const backup = await writeBackup(
        { ...deps, source, databaseOptions: deps.databaseOptions, onProgress: showProgress() },
        destination,
        { keep, acceptsLoss },
      );
      return { ...backup, kept: (await listSnapshots(destination)).length };
    };
    const written = await waitOutOutages(() => withDatabase(backUp, config), {
      what: 'the backup',
      print: terminal.printError,
    });
    const { manifest, copied, kept, removedFiles } = written;
    const { snapshot, files, bytes, unreadable } = manifest;
    const lines = [
      `The backup ${snapshot} is complete: ${files} files (${(bytes / 1e6).toFixed(1)} MB), of which ${copied} were copied now.`,
      `${opened.name} holds ${kept} backups; ${removedFiles} files that none of them needs were removed.`,
    ];
    if (unreadable.length > 0)
      lines.push(
        `${unreadable.length} files are missing or damaged in this instance and not in the backup; paraph doctor names them. ` +
          `The first: ${unreadable.slice(0, 5).join(', ')}.`,
      );
    const data = { place: opened.name, snapshot, files, bytes, copied, kept, removedFiles, unreadable };
    return { text: lines.join('\n'), data, isFailure: unreadable.length > 0 };
  },
});
