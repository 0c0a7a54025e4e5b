import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@paraph/server/config/config.ts';
import { type Database, type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { type DamagedFile, recheckDamage } from '@paraph/server/files/check-stored-file.ts';
import { openBlobs } from '@paraph/server/open-blobs.ts';
import { addSeconds, type Clock } from '@paraph/server/platform/clock.ts';
import { newKey, sha256, systemIds } from '@paraph/server/platform/ids.ts';
import { openLog } from '@paraph/server/platform/observe/log.ts';
import { countOverdueRenewals } from '@paraph/server/sealing/api.ts';
import { findSignerOfFile } from '@paraph/server/signing/api.ts';
import { describe, findFileOwner } from '@paraph/server/workflows/lifecycle/report-stored-file.ts';
import { ignoreMissing, openObjectStore } from '@paraph/storage';
import type { Finding } from './finding.ts';

const name = 'stored files';
const NAMED_MAX = 20;
const MONTH_SECONDS = 30 * 86_400;

/** Reads those again that were found damaged or missing, and names the ones that still are. */
export async function checkFiles(config: Config, options: DatabaseOptions, clock: Clock): Promise<Finding[]> {
  const { database, close } = openDatabase(options, { connectionsMax: 2 });
  try {
    const blobs = await openBlobs(config, { ids: systemIds, clock, database });
    const deps = { blobs, clock, database, log: openLog('silent') };
    const report = await recheckDamage(deps, addSeconds(clock.now(), -MONTH_SECONDS));
    const findings: Finding[] = [];
    for (const file of report.damaged.slice(0, NAMED_MAX)) {
      const owner = await findFileOwner({ database, findSignerOfFile }, file.id);
      findings.push(nameDamage(file, blobs.pathOf(file.blobKey), owner));
    }
    if (report.damaged.length > NAMED_MAX) {
      const detail = `${report.damaged.length - NAMED_MAX} more are damaged or missing.`;
      findings.push({ name, state: 'failed', detail, remedy: 'Restore the folder blobs from a backup.' });
    }
    if (report.isOverdue) {
      const detail = 'Some have not been read again for more than 30 days.';
      const remedy =
        'The worker reads them in slices: see that `serve` or `work` runs, and look again later.';
      findings.push({ name, state: 'warning', detail, remedy });
    }
    if (findings.length > 0) return findings;
    return [{ name, state: 'well', detail: 'None is known to be damaged; each was read within 30 days.' }];
  } finally {
    await close();
  }
}

function nameDamage(
  { id, finding }: DamagedFile,
  path: string,
  owner: Awaited<ReturnType<typeof findFileOwner>>,
): Finding {
  const what = owner
    ? `${describe(owner, finding)} Workflow ${owner.workflowId}, file ${id}: ${path}`
    : `File ${id} is ${finding}: ${path}`;
  const remedy = 'Restore it from a backup to that path; the next reading finds it whole again.';
  return { name, state: 'failed', detail: what, remedy };
}

/** Whether the bucket takes, keeps and gives back an object, and refuses to overwrite it. */
export async function checkObjectStore({ objectStore, dataDir }: Config, clock: Clock): Promise<Finding[]> {
  const name = 'object store';
  if (objectStore === null) return [];
  const store = openObjectStore(objectStore, { clock, ids: systemIds });
  const object = `doctor/${newKey(systemIds)}`;
  const path = join(dataDir, `${newKey(systemIds)}.probe`);
  const remedy =
    'Correct PARAPH_S3_URL, region, access key and secret; the key must read, write, delete and list.';
  try {
    for (const text of ['first', 'second']) {
      await writeFile(path, text, { mode: 0o600 });
      await store.put(object, path, sha256(text));
    }
    await store.fetchTo(object, path);
    const kept = await readFile(path, 'utf8');
    await store.remove(object);
    if (kept === 'first') return [{ name, state: 'well', detail: `${objectStore.url} keeps documents.` }];
    const detail = `${objectStore.url} overwrites what exists, although it is told not to.`;
    return [{ name, state: 'failed', detail, remedy: 'Use a store that heeds If-None-Match on writes.' }];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ name, state: 'failed', detail, remedy }];
  } finally {
    await unlink(path).catch(ignoreMissing);
  }
}

const WEEK_SECONDS = 7 * 86_400;

/** Whether timestamps of sealed documents are renewed in time, which would otherwise be noticed only a year later. */
export async function checkRenewals(database: Database, clock: Clock): Promise<Finding> {
  const name = 'renewals';
  const overdue = await countOverdueRenewals(database, addSeconds(clock.now(), -WEEK_SECONDS));
  if (overdue === 0)
    return { name, state: 'well', detail: 'No sealed document waits for a later timestamp.' };
  const detail = `${overdue} sealed documents should have had a later timestamp more than a week ago.`;
  const remedy = 'Look into the log for “a seal could not be renewed”, and at the findings about timestamps.';
  return { name, state: 'failed', detail, remedy };
}
