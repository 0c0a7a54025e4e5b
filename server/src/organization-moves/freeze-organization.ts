import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@paraph/domain';
import { type Database, isLockTimeout, type Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readOrganizationName } from '../workspaces/api.ts';
import { deleteDeparture } from './departure-store.ts';
import {
  createTrigger,
  deleteFreeze,
  dropTrigger,
  insertFreeze,
  listFreezes,
  listFrozenTables,
  listTriggers,
} from './freeze-store.ts';
import type { Table } from './owned-rows-store.ts';

// A frozen organization is written down first, while nothing heeds it yet. Then each of its tables gets a trigger that
// refuses to change a row of it, one table at a time: creating one waits until all who are changing that table have
// committed. After the last, nothing of it changes, whichever request, job or command tries, until it is thawed.
//
// While one is frozen, each row that any organization writes asks whether it is; without one there is no trigger.
// Killed halfway, a freeze refuses already what it has a trigger for; it is repeated, or thawed. A start makes the
// triggers of freezes that came with a backup, whose tables are made of the migrations alone.

type FreezeDeps = Pick<Deps, 'clock' | 'database'>;

/** A transaction that goes on for longer holds a table against the freeze. */
const TRIES = 60;
const PAUSE_MS = 500;

/** @throws Fault where there is no such organization, or a long transaction holds one of the tables */
export async function freezeOrganization(
  { clock, database }: FreezeDeps,
  organizationId: number,
): Promise<void> {
  await requireOrganization(database, organizationId);
  await insertFreeze(database, organizationId, clock.now());
  await provideTriggers(database);
}

/** False where it was not frozen. @throws Fault where it is being erased, as it is on another instance */
export async function thawOrganization(
  { clock, database }: FreezeDeps,
  organizationId: number,
): Promise<boolean> {
  const name = await requireOrganization(database, organizationId);
  if (!(await deleteDeparture(database, organizationId, clock.now())))
    throw new Fault(`${name} is on another instance, and what was here of it is being erased.`);
  const wasFrozen = await deleteFreeze(database, organizationId);
  await releaseTables(database);
  return wasFrozen;
}

/** Where none is frozen any more, changes ask nothing. */
export async function releaseTables(database: Database): Promise<void> {
  if ((await listFreezes(database)).length > 0) return;
  for (const table of await listTriggers(database))
    await patiently(database, table, async (tx) => {
      await dropTrigger(tx, table);
      // Another one was frozen meanwhile, and its triggers were there.
      if ((await listFreezes(tx)).length > 0) await createTrigger(tx, table as Table);
    });
}

/** At the start of a process. */
export async function keepFrozen(database: Database): Promise<void> {
  if ((await listFreezes(database)).length > 0) await provideTriggers(database);
}

async function provideTriggers(database: Database): Promise<void> {
  const present = new Set(await listTriggers(database));
  for (const table of listFrozenTables())
    if (!present.has(table)) await patiently(database, table, (tx) => createTrigger(tx, table));
}

/** Each wait is short, as everyone else who changes the table waits behind it. */
export async function patiently(
  database: Database,
  table: string,
  act: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction().execute(act);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === TRIES)
        throw new Fault(
          `A transaction has been changing the table ${table} for too long; pg_stat_activity names it. ` +
            'Repeat the command.',
        );
      await sleep(PAUSE_MS);
    }
  }
}

/** Its name. @throws Fault */
export async function requireOrganization(database: Database, organizationId: number): Promise<string> {
  const name = await readOrganizationName(database, organizationId);
  if (name === '') throw new Fault(`There is no organization ${organizationId} on this instance.`);
  return name;
}

export async function isFrozenNow(database: Database, organizationId: number): Promise<boolean> {
  return (await listFreezes(database)).some((each) => each.organizationId === organizationId);
}
