import { mkdir } from 'node:fs/promises';
import { openDeps, releaseBeside } from '@paraph/server/app.ts';
import { type Config, readConfig } from '@paraph/server/config/config.ts';
import { openDatabase } from '@paraph/server/database/database.ts';
import { openBlobStore, openWrapper } from '@paraph/server/open-blobs.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { openLog } from '@paraph/server/platform/observe/log.ts';
import { type Destination, openDestination } from '../backup/destination.ts';
import { type ErasedAgain, eraseAgain } from '../backup/erase-again.ts';
import type { Manifest } from '../backup/manifest.ts';
import { type RestoreOptions, restoreBackup } from '../backup/restore-backup.ts';
import type { RestoredBlobs } from '../backup/restore-blobs.ts';
import { endRestore, type VerifiedRestore, verifyRestored } from '../backup/verify-restored.ts';
import { type CommandOutput, defineCommand } from '../command-line.ts';
import { showProgress } from '../progress.ts';
import { openVault, provideDatabase, silentLog } from '../with-database.ts';
import {
  DESTINATION_OPTIONS,
  openDestinationStore,
  readBackupPassphrase,
  SNAPSHOT_OPTIONS,
} from './backup-destination.ts';

export const restoreCommand = defineCommand({
  name: 'restore',
  about:
    'Restore a backup into the empty instance of the settings, and verify it. Repeat it if it was interrupted.',
  options: {
    ...SNAPSHOT_OPTIONS,
    'accept-damaged': {
      type: 'boolean',
      about:
        'Go on without files that are damaged in the backup, and start in spite of what does not verify.',
    },
    'bring-back-erased': {
      type: 'boolean',
      about: 'Restore also what was erased after the backup was made, as far as documents can be read.',
    },
    ...DESTINATION_OPTIONS,
  },
  run: async (
    { from, snapshot, 'accept-damaged': acceptsDamaged, 'bring-back-erased': bringsBackErased, ...values },
    terminal,
  ) => {
    const config = readConfig();
    const passphrase = await readBackupPassphrase(values, terminal);
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const opened = await openDestinationStore(from, values);
    const destination = await openDestination({
      ...opened,
      passphrase,
      folder: config.dataDir,
      ids: systemIds,
    });
    const all = { withKeys: true, withFiles: true };
    return restoreInto(config, destination, { snapshot, acceptsDamaged, bringsBackErased, ...all });
  },
});

/** Restores into the instance of the settings, verifies it, and lets it start. */
export async function restoreInto(
  config: Config,
  destination: Destination,
  options: RestoreOptions & { onVerified?: () => Promise<void> },
): Promise<CommandOutput> {
  const onProgress = showProgress();
  const provided = await provideDatabase(config, silentLog);
  try {
    const wrapper = await openWrapper(config);
    const { database, close } = openDatabase(provided.options, { connectionsMax: 2 });
    const { manifest, files } = await restoreBackup(
      {
        config,
        database,
        databaseOptions: provided.options,
        clock: systemClock,
        ids: systemIds,
        openVault: () => openVault(config),
        target: openBlobStore(config, { clock: systemClock, ids: systemIds }),
        hasWrappingKey: (name) => wrapper?.has(name) ?? false,
        onProgress,
      },
      destination,
      options,
    ).finally(close);
    const opened = await openDeps(config, provided.options, { log: openLog('silent') });
    try {
      const erased = await eraseAgain({ ...opened.deps, releaseBeside });
      const verified = await verifyRestored(opened.deps, onProgress);
      const isAccepted = verified.problems.length === 0 || options.acceptsDamaged;
      if (isAccepted) {
        await options.onVerified?.();
        await endRestore(opened.deps);
      }
      return describe(manifest, { files, erased, verified, isAccepted });
    } finally {
      await opened.close();
    }
  } finally {
    await provided.end();
  }
}

function describe(
  { snapshot, takenAt }: Manifest,
  {
    files,
    erased,
    verified,
    isAccepted,
  }: { files: RestoredBlobs; erased: ErasedAgain; verified: VerifiedRestore; isAccepted: boolean },
): CommandOutput {
  const { problems, workflows, events, seals } = verified;
  const lines = [
    `The backup ${snapshot} is restored. ${workflows} workflows with ${events} events and ${seals} of the sealed ` +
      'documents were verified.',
  ];
  if (files.erased > 0)
    lines.push(`${files.erased} documents were erased after it was made, and cannot be read any more.`);
  if (erased.workflows + erased.accounts > 0)
    lines.push(
      `${erased.workflows} workflows and ${erased.accounts} accounts were erased again: a later backup knows that they ` +
        'were erased.',
    );
  for (const { id, obstacles } of erased.keptAccounts)
    lines.push(
      `The account ${id} was erased since, and is back. Its owner would be told: ${obstacles.join(' ')}`,
    );
  if (files.unreadable > 0)
    lines.push(`${files.unreadable} files were missing or damaged already when it was made.`);
  if (files.damaged.length > 0)
    lines.push(`${files.damaged.length} files are missing or damaged in the backup.`);
  lines.push(...problems);
  if (isAccepted) lines.push('Start Paraph: npm start');
  else
    lines.push(
      'It does not start like this. To start in spite of it, repeat the command with --accept-damaged.',
    );
  const data = { snapshot, takenAt, ...files, ...verified, erasedAgain: erased, isComplete: isAccepted };
  return { text: lines.join('\n'), data, isFailure: !isAccepted };
}
