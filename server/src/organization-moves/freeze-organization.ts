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
  findStage,
  insertFreeze,
  insertSettling,
  listAccepted,
  listFreezes,
  listFrozenTables,
  listTriggers,
} from './freeze-store.ts';
import type { Table } from './owned-rows-store.ts';

// A freeze has two stages. While an organization settles, nothing new begins: nobody creates, starts, signs or edits
// anything. What was accepted ends by itself: seals, and the mails about what has happened. Once nothing of that is
// under way the organization is frozen, and nothing of it changes until it is thawed, whichever request, job or command
// tries.
//
// Each stage is written down first, while nothing heeds it yet. Then each of its tables gets a trigger that refuses to
// change a row of it, one table at a time: creating one waits until all who are changing that table have committed, and
// so does creating it once more for the second stage.
//
// While one is frozen, each row that any organization writes asks whether it is; without one there is no trigger.
// Killed in either stage, a freeze is repeated, and goes on there, or thawed. A start makes the triggers of freezes
// that came with a backup, whose tables are made of the migrations alone.

export type FreezeDeps = Pick<Deps, 'clock' | 'database'> & {
  /** How many things have to end still, each time it is looked. */
  onSettling?: (left: number) => void;
  /** How long it is waited for them. */
  patienceMs?: number;
};

/** A transaction that goes on for longer holds a table against the freeze. */
const TRIES = 60;
const PAUSE_MS = 500;
const PATIENCE_MS = 600_000;

/**
 * Frozen at its return. Where it does not succeed the organization is as it was before: thawed, or settling.
 *
 * @throws Fault where there is no such organization, what was accepted does not end, or a long transaction holds one of
 *   the tables
 */
export async function freezeOrganization(deps: FreezeDeps, organizationId: number): Promise<void> {
  const { clock, database } = deps;
  await requireOrganization(database, organizationId);
  const before = await findStage(database, organizationId);
  try {
    if (before !== 'frozen') {
      await insertSettling(database, organizationId, clock.now());
      await provideTriggers(database);
      await waitUntilSettled(deps, organizationId);
      await database.transaction().execute((tx) => insertFreeze(tx, organizationId, clock.now()));
    }
    await provideTriggers(database);
  } catch (error) {
    if (before === null) await thawOrganization(deps, organizationId);
    throw error;
  }
}

async function waitUntilSettled(
  { database, onSettling, patienceMs = PATIENCE_MS }: FreezeDeps,
  organizationId: number,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    const underWay = await listAccepted(database, organizationId);
    onSettling?.(underWay.length);
    if (underWay.length === 0) return;
    if (waitedMs >= patienceMs)
      throw new Fault(
        `${underWay.slice(0, NAMED_MAX).join('; ')}${underWay.length > NAMED_MAX ? '; …' : ''}. ` +
          `${underWay.length} in all did not end in time: paraph doctor says what keeps them. Then repeat the command.`,
        { retryable: true },
      );
    await sleep(PAUSE_MS);
  }
}

const NAMED_MAX = 3;

/** False where it was not frozen. @throws Fault where it is being erased, as it is on another instance */
export async function thawOrganization(
  { clock, database }: Pick<FreezeDeps, 'clock' | 'database'>,
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
  if ((await listFreezes(database)).length > 0) await provideTriggers(database, await listTriggers(database));
}

async function provideTriggers(database: Database, present: readonly string[] = []): Promise<void> {
  for (const table of listFrozenTables())
    if (!present.includes(table)) await patiently(database, table, (tx) => createTrigger(tx, table));
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
