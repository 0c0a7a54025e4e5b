import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '@paraph/storage';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { REQUEST_LOCKS } from './idempotency.ts';
import { uploaderOf } from './multipart.ts';

/**
 * Removes the uploads that killed processes left. A process holds the lock whose id its uploads are named after for as
 * long as it lives, and processes of other machines may share the folder; so only files without such a lock go. What a
 * process receives in the moment in which its connection to the database breaks may go with them: that request fails as
 * every request does that needs the database then.
 */
export async function removeDeadUploads({ blobs, database, log }: Pick<Deps, 'blobs' | 'database' | 'log'>) {
  // Listed before the locks are read: an uploader that lives has had its lock since before its first file.
  const names = await readdir(blobs.incomingDir);
  const living = await listLivingUploaders(database);
  let removed = 0;
  for (const name of names) {
    const uploader = uploaderOf(name);
    if (uploader === null || living.has(uploader)) continue;
    await unlink(join(blobs.incomingDir, name)).catch(ignoreMissing);
    removed += 1;
  }
  if (removed > 0) log.info({ uploads: removed }, 'removed uploads of killed processes');
}

async function listLivingUploaders(database: Database): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select objid::bigint::int as id from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid = ${sql.lit(REQUEST_LOCKS)}::bigint::oid
      and database = (select oid from pg_database where datname = current_database())`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
