import { type Expression, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Reads, Tx } from '../database/database.ts';
import { bytesOf, type JsonRow, selectPart } from '../database/json-rows.ts';
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

/** Locks the ends of chains until they have gone on. The caller has locked the workflows. */
export async function lockEntries(tx: Tx, workflowIds: readonly number[]): Promise<Map<number, LedgerEntry>> {
  const [only] = workflowIds;
  const rows =
    only !== undefined && workflowIds.length === 1
      ? await lockOne(tx, only)
      : await tx
          .selectFrom('workflow_ledger')
          .select(COLUMNS.workflow_ledger)
          .where('workflow_id', 'in', [...workflowIds])
          .orderBy('workflow_id')
          .forUpdate()
          .execute();
  return new Map(rows.map((row) => [row.workflow_id, row]));
}

const lockOne = prepareStatement('lock-ledger-entry', (statements, workflowId: number) =>
  entryOf(statements, workflowId).forUpdate(),
);

const selectOne = prepareStatement('ledger-entry', entryOf);

function entryOf(statements: Pick<QueryCreator<Tables>, 'selectFrom'>, workflowId: number) {
  return statements
    .selectFrom('workflow_ledger')
    .select(COLUMNS.workflow_ledger)
    .where('workflow_id', '=', workflowId);
}

/** The entry of a workflow, as part of a statement that loads it. */
export function ledgerEntryOf(workflowId: Expression<number>) {
  return jsonObjectFrom(
    selectPart('workflow_ledger').select(COLUMNS.workflow_ledger).where('workflow_id', '=', workflowId),
  );
}

/** The entries of the workflows that an array names, as part of a statement that loads them. */
export function ledgerEntriesAmong(workflowIds: Expression<unknown>) {
  return jsonArrayFrom(
    selectPart('workflow_ledger')
      .select(COLUMNS.workflow_ledger)
      .where(sql<boolean>`workflow_ledger.workflow_id = any(${workflowIds})`),
  );
}

export function entryOfJson(row: JsonRow<LedgerEntry>): LedgerEntry {
  const { leaf, head, head_mac: headMac, mac } = row;
  return { ...row, leaf: bytesOf(leaf), head: bytesOf(head), head_mac: bytesOf(headMac), mac: bytesOf(mac) };
}

export type KeyedEntry = NewEntry & Pick<LedgerEntry, 'mac'>;

/** As part of a statement. */
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

export async function findEntry(reads: Reads, workflowId: number): Promise<LedgerEntry | null> {
  const [row] = await selectOne(reads, workflowId);
  return row ?? null;
}

export async function listEntries(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, LedgerEntry>> {
  const rows = await reads
    .selectFrom('workflow_ledger')
    .select(COLUMNS.workflow_ledger)
    .where(sql<boolean>`workflow_id = any(${[...workflowIds]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.workflow_id, row]));
}

/** The ledger in the order of its workflows, slice by slice. */
export async function listEntriesAfter(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<LedgerEntry[]> {
  return reads
    .selectFrom('workflow_ledger')
    .select(COLUMNS.workflow_ledger)
    .where('workflow_id', '>', after)
    .orderBy('workflow_id')
    .limit(limit)
    .execute();
}

/** Serializes checkpoints: held until the transaction ends. */
export async function lockCheckpoints(tx: Tx): Promise<Checkpoint | null> {
  await sql`select pg_advisory_xact_lock(hashtext('paraph ledger checkpoint'))`.execute(tx);
  const row = await tx
    .selectFrom('ledger_checkpoints')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function listUncovered(reads: Reads, limit: number): Promise<LedgerEntry[]> {
  return reads
    .selectFrom('workflow_ledger')
    .select(COLUMNS.workflow_ledger)
    .where('checkpoint', 'is', null)
    .orderBy('workflow_id')
    .limit(limit)
    .execute();
}

export async function insertCheckpoint(tx: Tx, checkpoint: Checkpoint): Promise<void> {
  const { workflow_ids: ids, ...row } = checkpoint;
  await tx
    .insertInto('ledger_checkpoints')
    .values({ ...row, workflow_ids: JSON.stringify(ids) })
    .execute();
  await tx
    .updateTable('workflow_ledger')
    .set({ checkpoint: checkpoint.number })
    .where(sql<boolean>`workflow_id = any(${ids}::bigint[])`)
    .execute();
}

/** The checkpoints after one, in their order. */
export async function listCheckpointsAfter(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<Checkpoint[]> {
  return reads
    .selectFrom('ledger_checkpoints')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export async function insertTombstone(tx: Tx, tombstone: Tombstone): Promise<void> {
  await tx
    .insertInto('workflow_tombstones')
    .values({ ...tombstone, detail: JSON.stringify(tombstone.detail) })
    .execute();
}

export async function listTombstones(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, Tombstone>> {
  const rows = await reads
    .selectFrom('workflow_tombstones')
    .selectAll()
    .where(sql<boolean>`workflow_id = any(${[...workflowIds]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.workflow_id, row]));
}

/** The tombstone of the workflow that had a file with this hash, uploaded or sealed; null where there is none. */
export async function findTombstoneOfFile(reads: Reads, sha256: string): Promise<Tombstone | null> {
  const names = (kind: 'original' | 'sealed') =>
    sql<boolean>`detail -> 'files' @> ${JSON.stringify([{ [kind]: sha256 }])}::jsonb`;
  const row = await reads
    .selectFrom('workflow_tombstones')
    .selectAll()
    .where(({ or }) => or([names('sealed'), names('original')]))
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The fingerprint under which the first process of the instance recorded its keys: this one, if there was none. */
export async function recordFingerprint(
  database: Database,
  { name, fingerprint }: { name: string; fingerprint: Uint8Array },
): Promise<Buffer> {
  await database
    .insertInto('instance_keys')
    .values({ name, fingerprint: Buffer.from(fingerprint) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const found = await database
    .selectFrom('instance_keys')
    .select('fingerprint')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return found.fingerprint;
}

export type AccountTombstone = Selectable<AccountTombstoneRow>;

export async function insertAccountTombstone(tx: Tx, tombstone: AccountTombstone): Promise<void> {
  await tx
    .insertInto('account_tombstones')
    .values({ ...tombstone, detail: JSON.stringify(tombstone.detail) })
    .execute();
}

export async function deleteAccountTombstone(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_tombstones').where('user_id', '=', userId).execute();
}

/** In the order of the accounts. */
export async function listAccountTombstones(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<AccountTombstone[]> {
  return reads
    .selectFrom('account_tombstones')
    .selectAll()
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/** Which of these accounts have a tombstone. */
export async function listBuriedAmong(reads: Reads, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await reads
    .selectFrom('account_tombstones')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Set(rows.map((row) => row.user_id));
}
