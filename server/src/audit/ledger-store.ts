import { type Expression, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { listOf } from '../database/columns.ts';
import type { Database, Reads, Tx } from '../database/database.ts';
import { bytesOf, type JsonRow, selectClause } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import {
  type AccountTombstoneRow,
  COLUMNS,
  type LedgerCheckpointRow,
  type Tables,
  type WorkflowLedgerRow,
  type WorkflowTombstoneRow,
} from '../database/rows.generated.ts';

export type LedgerEntry = Selectable<WorkflowLedgerRow>;
/** What the keyed code of an entry covers. */
export type NewEntry = Pick<
  LedgerEntry,
  'workflow_id' | 'envelope_id' | 'leaf' | 'events' | 'head' | 'head_mac'
>;
export type Checkpoint = Selectable<LedgerCheckpointRow>;
export type Tombstone = Selectable<WorkflowTombstoneRow>;

/** The rows after one, in the order of their table's key. */
interface Slice {
  after: number;
  limit: number;
}

/** The entry of a workflow, as a column of the statement that loads it. */
export function ledgerEntryOf(workflowId: Expression<number>) {
  return jsonObjectFrom(
    selectClause('workflow_ledger').select(COLUMNS.workflow_ledger).where('workflow_id', '=', workflowId),
  );
}

/** The entries of the workflows that an array names, as a column of the statement that loads them. */
export function ledgerEntriesAmong(workflowIds: Expression<unknown>) {
  return jsonArrayFrom(
    selectClause('workflow_ledger')
      .select(COLUMNS.workflow_ledger)
      .where(sql<boolean>`workflow_ledger.workflow_id = any(${workflowIds})`),
  );
}

export function entryOfJson(row: JsonRow<LedgerEntry>): LedgerEntry {
  const { leaf, head, head_mac: headMac, mac } = row;
  return { ...row, leaf: bytesOf(leaf), head: bytesOf(head), head_mac: bytesOf(headMac), mac: bytesOf(mac) };
}

export type KeyedEntry = NewEntry & Pick<LedgerEntry, 'mac'>;

/** A clause of a statement. */
export function upsertEntries(
  creator: Pick<QueryCreator<Tables>, 'insertInto'>,
  entries: readonly KeyedEntry[],
) {
  return creator
    .insertInto('workflow_ledger')
    .values([...entries])
    .onConflict((conflict) =>
      conflict.column('workflow_id').doUpdateSet((eb) => ({
        leaf: eb.ref('excluded.leaf'),
        events: eb.ref('excluded.events'),
        head: eb.ref('excluded.head'),
        head_mac: eb.ref('excluded.head_mac'),
        mac: eb.ref('excluded.mac'),
      })),
    );
}

/** The row of a workflow that came from another instance; a checkpoint covers it here. */
export async function saveAdopted(tx: Tx, { workflow_id: id, ...entry }: LedgerEntry): Promise<void> {
  await tx.updateTable('workflow_ledger').set(entry).where('workflow_id', '=', id).execute();
}

export async function findEntry(reads: Reads, workflowId: number): Promise<LedgerEntry | null> {
  return (await listEntries(reads, [workflowId])).get(workflowId) ?? null;
}

export async function listEntries(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, LedgerEntry>> {
  return byWorkflow(await selectEntries(reads, workflowIds));
}

const selectEntries = prepareStatement('ledger-entries', (statements, workflowIds: readonly number[]) =>
  statements
    .selectFrom('workflow_ledger')
    .select(COLUMNS.workflow_ledger)
    .where(sql<boolean>`workflow_id = any(${workflowIds}::bigint[])`),
);

function byWorkflow<Row extends { workflow_id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.workflow_id, row]));
}

/** The ledger in the order of its workflows, slice by slice. */
export async function listEntriesAfter(reads: Reads, { after, limit }: Slice): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select * from workflow_ledger where workflow_id > ${after} order by workflow_id limit ${limit}`.execute(
    reads,
  );
  return rows;
}

/** Serializes checkpoints, until the transaction ends. */
export async function lockCheckpoints(tx: Tx): Promise<Checkpoint | null> {
  await sql`select pg_advisory_xact_lock(hashtext('paraph ledger checkpoint'))`.execute(tx);
  const { rows } = await sql<Checkpoint>`
    select * from ledger_checkpoints order by number desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

export async function listUncovered(reads: Reads, limit: number): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select * from workflow_ledger where checkpoint is null order by workflow_id limit ${limit}`.execute(
    reads,
  );
  return rows;
}

export async function insertCheckpoint(tx: Tx, checkpoint: Checkpoint): Promise<void> {
  const { workflow_ids: ids, number } = checkpoint;
  const row = { ...checkpoint, workflow_ids: JSON.stringify(ids) };
  await tx.insertInto('ledger_checkpoints').values(row).execute();
  await sql`update workflow_ledger set checkpoint = ${number} where workflow_id = any(${ids})`.execute(tx);
}

/** The checkpoints after one, in their order. */
export async function listCheckpointsAfter(reads: Reads, { after, limit }: Slice): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select * from ledger_checkpoints where number > ${after} order by number limit ${limit}`.execute(reads);
  return rows;
}

export async function insertTombstone(tx: Tx, tombstone: Tombstone): Promise<void> {
  const row = { ...tombstone, detail: JSON.stringify(tombstone.detail) };
  await tx.insertInto('workflow_tombstones').values(row).execute();
}

export async function listTombstones(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, Tombstone>> {
  const { rows } = await sql<Tombstone>`
    select * from workflow_tombstones where workflow_id = any(${workflowIds})`.execute(reads);
  return byWorkflow(rows);
}

/** The tombstone of the workflow that had a file with this hash, uploaded or sealed; null where there is none. */
export async function findTombstoneOfFile(reads: Reads, sha256: string): Promise<Tombstone | null> {
  const names = (kind: 'original' | 'sealed') =>
    sql`detail -> 'files' @> ${JSON.stringify([{ [kind]: sha256 }])}::jsonb`;
  const { rows } = await sql<Tombstone>`
    select * from workflow_tombstones where ${names('sealed')} or ${names('original')}
    order by deleted_at desc limit 1`.execute(reads);
  return rows[0] ?? null;
}

/** The fingerprint under which the first process of the instance recorded its keys: this one, if there was none. */
export async function recordFingerprint(
  database: Database,
  { name, fingerprint }: { name: string; fingerprint: Uint8Array },
): Promise<Buffer> {
  await sql`insert into instance_keys (name, fingerprint) values (${name}, ${fingerprint})
    on conflict (name) do nothing`.execute(database);
  const recorded = database.selectFrom('instance_keys').select('fingerprint').where('name', '=', name);
  return (await recorded.executeTakeFirstOrThrow()).fingerprint;
}

export type AccountTombstone = Selectable<AccountTombstoneRow>;

export async function insertAccountTombstone(tx: Tx, tombstone: AccountTombstone): Promise<void> {
  const row = { ...tombstone, detail: JSON.stringify(tombstone.detail) };
  await tx.insertInto('account_tombstones').values(row).execute();
}

export async function deleteAccountTombstone(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_tombstones').where('user_id', '=', userId).execute();
}

/** In the order of the accounts. */
export async function listAccountTombstones(
  reads: Reads,
  { after, limit }: Slice,
): Promise<AccountTombstone[]> {
  const { rows } = await sql<AccountTombstone>`
    select * from account_tombstones where user_id > ${after} order by user_id limit ${limit}`.execute(reads);
  return rows;
}

/** Which of these accounts have a tombstone. */
export async function listBuriedAmong(reads: Reads, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<AccountTombstone>`
    select user_id from account_tombstones where user_id = any(${userIds})`.execute(reads);
  return new Set(listOf(rows, 'user_id'));
}
