import { type Selectable, sql } from 'kysely';
import { type Database, type Reads, type Tx, waitShortly } from '../database/database.ts';
import { COLUMNS, type OrganizationFreezeRow } from '../database/rows.generated.ts';
import { listTablesOf, pathCondition, type Table } from './owned-rows-store.ts';
import { TABLE_BELONGINGS } from './table-belongings.ts';

const TRIGGER = 'frozen_organization';
/** How long others wait behind a trigger that waits for a long transaction. */
export const LOCK_WAIT_MS = 500;

export async function insertFreeze(database: Database, organizationId: number, now: Date): Promise<void> {
  await sql`insert into organization_freezes (organization_id, frozen_at) values (${organizationId}, ${now})
    on conflict do nothing`.execute(database);
}

/** False where it was not frozen. */
export async function deleteFreeze(database: Database | Tx, organizationId: number): Promise<boolean> {
  const deleted = database.deleteFrom('organization_freezes').where('organization_id', '=', organizationId);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

export function listFreezes(reads: Reads): Promise<{ organizationId: number; frozenAt: Date }[]> {
  return reads
    .selectFrom('organization_freezes')
    .select(['organization_id as organizationId', 'frozen_at as frozenAt'])
    .orderBy('organization_id')
    .execute();
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
  const isFrozen = pathCondition(
    table,
    '($1)',
    (id) => `exists (select from organization_freezes f where f.organization_id = ${id})`,
  );
  await waitShortly(tx, LOCK_WAIT_MS);
  await sql`create or replace trigger ${sql.raw(TRIGGER)} before ${sql.raw(clauseOf(table) ?? '')}
    on ${sql.table(table)} for each row execute function refuse_frozen_row(${sql.lit(isFrozen)})`.execute(tx);
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
