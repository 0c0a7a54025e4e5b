import { type Selectable, sql } from 'kysely';
import { type Database, type Reads, type Tx, waitShortly } from '../database/database.ts';
import { COLUMNS, type OrganizationFreezeRow } from '../database/rows.generated.ts';
import {
  listTablesOf,
  type OwnedRows,
  ownedRowsOf,
  pathCondition,
  REFERENCES,
  type Reference,
  type Table,
} from './owned-rows-store.ts';
import { TABLE_BELONGINGS } from './table-belongings.ts';

const TRIGGER = 'frozen_organization';
/** How long others wait behind a trigger that waits for a long transaction. */
export const LOCK_WAIT_MS = 500;

export async function insertSettling(database: Database, organizationId: number, now: Date): Promise<void> {
  await sql`insert into settling_organizations (organization_id, since) values (${organizationId}, ${now})
    on conflict do nothing`.execute(database);
}

/** It settles no more: it is frozen. */
export async function insertFreeze(tx: Tx, organizationId: number, now: Date): Promise<void> {
  await tx.deleteFrom('settling_organizations').where('organization_id', '=', organizationId).execute();
  await sql`insert into organization_freezes (organization_id, frozen_at) values (${organizationId}, ${now})
    on conflict do nothing`.execute(tx);
}

/** False where it was neither frozen nor settling. */
export async function deleteFreeze(database: Database | Tx, organizationId: number): Promise<boolean> {
  const deleted = async (table: 'organization_freezes' | 'settling_organizations') =>
    (await database.deleteFrom(table).where('organization_id', '=', organizationId).executeTakeFirst())
      .numDeletedRows > 0n;
  return [await deleted('settling_organizations'), await deleted('organization_freezes')].includes(true);
}

/** `settling`: nothing new begins, and what was accepted ends; `frozen`: nothing changes. */
export type FreezeStage = 'settling' | 'frozen';

export async function listFreezes(reads: Reads): Promise<{ organizationId: number; stage: FreezeStage }[]> {
  const { rows } = await sql<{ organizationId: number; stage: FreezeStage }>`
    select organization_id as "organizationId", 'frozen' as stage from organization_freezes
    union all select organization_id, 'settling' from settling_organizations`.execute(reads);
  return rows;
}

export async function findStage(reads: Reads, organizationId: number): Promise<FreezeStage | null> {
  const stages = (await listFreezes(reads)).filter((each) => each.organizationId === organizationId);
  return stages.find(({ stage }) => stage === 'frozen')?.stage ?? stages[0]?.stage ?? null;
}

type UnderWay = readonly [table: Table, workflow: string, where: string, waitsFor: string];

/** Rows that belong together are written one after another here. */
const SEALING: readonly UnderWay[] = [
  ['workflows', 'id', `r.status in ('approved', 'to_be_archived')`, 'its seal'],
  ['pending_timestamps', 'workflow_id', 'true', 'a timestamp'],
];

/** The mails about an event are made by a job, and each gets its link at the first try. */
const TELLING: readonly UnderWay[] = [
  [
    'workflows',
    'id',
    `exists (select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in ('follow-events', 'mail-follow-event') and j.attempts < j.max_attempts
        and (j.payload ->> 'workflowId')::bigint = r.id)`,
    'people to be told of it',
  ],
  ['mails', 'workflow_id', `r.state = 'queued' and r.attempts = 0 and r.turn_at is null`, 'a mail'],
];

/** What is being sealed: a sentence for each workflow. */
export function listSealing(query: (text: string) => Promise<object[]>, rows: OwnedRows): Promise<string[]> {
  return listUnderWay(query, rows, SEALING);
}

async function listUnderWay(
  query: (text: string) => Promise<object[]>,
  rows: OwnedRows,
  kinds: readonly UnderWay[],
): Promise<string[]> {
  const said: string[] = [];
  for (const [table, workflow, where, waitsFor] of kinds)
    for (const row of await query(`${rows.select(table, [workflow], where)} limit 10000`))
      said.push(`Workflow ${Object.values(row)[0]} waits for ${waitsFor}`);
  return said;
}

/** What has to end before an organization can be frozen: the same with what people are not told yet. */
export async function listAccepted(reads: Reads, organizationId: number): Promise<string[]> {
  const query = async <Row extends object>(text: string) => (await sql.raw<Row>(text).execute(reads)).rows;
  const rows = ownedRowsOf(organizationId, await query<Reference>(REFERENCES));
  return listUnderWay(query, rows, [...SEALING, ...TELLING]);
}

/** Says before it is complete that an archive is made of what is frozen. */
export async function saveArchive(
  database: Database,
  organizationId: number,
  archive: string,
): Promise<void> {
  await sql`update organization_freezes set archives = archives || ${archive}::text
    where organization_id = ${organizationId}`.execute(database);
}

export async function listArchives(reads: Reads, organizationId: number): Promise<string[]> {
  const freezes = reads.selectFrom('organization_freezes').select('archives');
  return (await freezes.where('organization_id', '=', organizationId).executeTakeFirst())?.archives ?? [];
}

/** In this transaction alone it is not frozen: to all others it is all the time. */
export async function whileLifted<T>(tx: Tx, organizationId: number, act: () => Promise<T>): Promise<T> {
  const { rows } = await sql<Selectable<OrganizationFreezeRow>>`
    delete from organization_freezes where organization_id = ${organizationId} returning *`.execute(tx);
  const done = await act();
  for (const row of rows) await tx.insertInto('organization_freezes').values(row).execute();
  return done;
}

/** The tables of which no row of a frozen organization changes. */
export function listFrozenTables(): Table[] {
  return listTablesOf('organizations').filter((table) => clauseOf(table) !== null);
}

/** Those that have their trigger by now. */
export async function listTriggers(reads: Reads): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger
    where tgname = ${TRIGGER} and tgparentid = 0`.execute(reads);
  return rows.map(({ name }) => name);
}

/** Waits for the transactions that are changing the table, and gives up where one of them takes long. */
export async function createTrigger(tx: Tx, table: Table): Promise<void> {
  const ends = endsOf(table);
  const isFrozen = pathCondition(
    table,
    '($1)',
    (id, row) =>
      `(exists (select from organization_freezes f where f.organization_id = ${id})
        or exists (select from settling_organizations s where s.organization_id = ${id}
          and (${ends(row, 's.since')}) is not true))`,
  );
  await waitShortly(tx, LOCK_WAIT_MS);
  await sql`create or replace trigger ${sql.raw(TRIGGER)} before ${sql.raw(clauseOf(table) ?? '')}
    on ${sql.table(table)} for each row execute function refuse_frozen_row(${sql.lit(isFrozen)})`.execute(tx);
}

/** Said by the table itself, or by the one whose row names the organization. */
function endsOf(table: Table): (row: string, since: string) => string {
  const belonging = TABLE_BELONGINGS[table];
  if (belonging.kind !== 'through') return () => 'false';
  return belonging.ends ?? endsOf(belonging.parent);
}

export async function dropTrigger(tx: Tx, table: string): Promise<void> {
  await waitShortly(tx, LOCK_WAIT_MS);
  await sql`drop trigger if exists ${sql.raw(TRIGGER)} on ${sql.table(table)}`.execute(tx);
}

/** What a freeze refuses of a table, as in `create trigger`; null where all of it may change. */
function clauseOf(table: Table): string | null {
  const belonging = TABLE_BELONGINGS[table];
  const free = 'whileFrozen' in belonging ? belonging.whileFrozen : undefined;
  if (free === 'all') return null;
  const columns: readonly string[] = free && 'columns' in free ? free.columns : [];
  const fixed = COLUMNS[table].filter((column) => !columns.includes(column));
  const removal = free && 'removal' in free ? '' : ' or delete';
  return `insert${removal} or update of ${fixed.map((column) => `"${column}"`).join(', ')}`;
}
