import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Finding } from './doctor-checks.ts';

const name = 'backup';
const HOUR_MS = 3_600_000;
/** A nightly backup that failed once is noticed, and one that takes long is not. */
const OLD_HOURS = 48;

const REMEDY = 'Make one now, and then every night: paraph backup --to DIR --passphrase-file PATH';

/** When the last good backup was made and where it is, and whether a restore was interrupted. */
export async function checkBackups(client: pg.Client, clock: Clock): Promise<Finding[]> {
  const { rows } = await client.query('select source, snapshot, moved_to from restores');
  const [restore] = rows;
  if (restore) return [describeRestore(restore)];
  const last = await client.query(
    `select place, finished_at, unreadable from backups where finished_at is not null
     order by finished_at desc limit 1`,
  );
  const [backup] = last.rows;
  if (!backup) return [await describeNone(client)];
  const hours = Math.floor((clock.now().getTime() - backup.finished_at.getTime()) / HOUR_MS);
  const detail = `The last one was completed ${backup.finished_at.toISOString()}, in ${backup.place}.`;
  if (hours >= OLD_HOURS) {
    const old = `${detail} That is ${Math.floor(hours / 24)} days ago.`;
    return [{ name, state: 'warning', detail: old, remedy: REMEDY }];
  }
  if (backup.unreadable === 0) return [{ name, state: 'well', detail }];
  const lacking = `${detail} It lacks ${backup.unreadable} files that were missing or damaged here.`;
  const remedy = 'Bring them back as the finding about files says, and make the backup again.';
  return [{ name, state: 'warning', detail: lacking, remedy }];
}

function describeRestore(restore: { source: string; snapshot: string; moved_to: string | null }): Finding {
  if (restore.moved_to !== null) {
    const detail = `This instance was moved to ${restore.moved_to}, and does not start here any more.`;
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

async function describeNone(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query('select 1 from users limit 1');
  if (rows.length === 0) return { name, state: 'well', detail: 'None yet, and nothing to back up.' };
  return { name, state: 'warning', detail: 'None was ever made of this instance.', remedy: REMEDY };
}
