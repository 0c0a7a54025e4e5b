import { findFirstAccountTime } from '@paraph/server/accounts/api.ts';
import { findLastBackup, findRestore } from '@paraph/server/backups/api.ts';
import type { Database } from '@paraph/server/database/database.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';
import type { Finding } from './finding.ts';

const name = 'backup';
const HOUR_MS = 3_600_000;
/** A nightly backup that failed once is noticed, and one that takes long is not. */
const OLD_HOURS = 48;

const REMEDY = 'Make one now, and then every night: paraph backup --to DIR --passphrase-file PATH';

/** When the last good backup was made and where it is, and whether a restore was interrupted. */
export async function checkBackups(database: Database, clock: Clock): Promise<Finding[]> {
  const restore = await findRestore(database);
  if (restore) return [describeRestore(restore)];
  const backup = await findLastBackup(database);
  if (!backup) return [await describeNone(database)];
  const hours = Math.floor((clock.now().getTime() - backup.finishedAt.getTime()) / HOUR_MS);
  const detail = `The last one was completed ${backup.finishedAt.toISOString()}, in ${backup.place}.`;
  if (hours >= OLD_HOURS) {
    const old = `${detail} That is ${Math.floor(hours / 24)} days ago.`;
    return [{ name, state: 'warning', detail: old, remedy: REMEDY }];
  }
  if (backup.unreadable === 0) return [{ name, state: 'well', detail }];
  const lacking = `${detail} It lacks ${backup.unreadable} files that were missing or damaged here.`;
  const remedy = 'Bring them back as the finding about files says, and make the backup again.';
  return [{ name, state: 'warning', detail: lacking, remedy }];
}

function describeRestore(restore: NonNullable<Awaited<ReturnType<typeof findRestore>>>): Finding {
  if (restore.movedTo !== null) {
    const detail = `This instance was moved to ${restore.movedTo}, and does not start here any more.`;
    return {
      name,
      state: 'failed',
      detail,
      remedy: 'Start it with the settings that paraph move was given.',
    };
  }
  const detail = `The restore from ${restore.source} (${restore.snapshot}) did not end; nothing starts until it does.`;
  const remedy = 'Repeat the same command (paraph restore or paraph move): it goes on.';
  return { name, state: 'failed', detail, remedy };
}

async function describeNone(database: Database): Promise<Finding> {
  if ((await findFirstAccountTime(database)) === null)
    return { name, state: 'well', detail: 'None yet, and nothing to back up.' };
  return { name, state: 'warning', detail: 'None was ever made of this instance.', remedy: REMEDY };
}
