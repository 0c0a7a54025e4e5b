import { type QueryCreator, type Selectable, sql } from 'kysely';
import { listOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import type {
  Tables,
  TransparencyCheckpointRow,
  TransparencyLeafRow,
  TransparencyPendingRow,
  TransparencyStateRow,
  TransparencyTileRow,
} from '../database/rows.generated.ts';

export interface NewLeaf {
  kind: TransparencyPendingRow['kind'];
  hash: Buffer;
}

export type Leaf = Selectable<TransparencyLeafRow>;
export type State = Pick<Selectable<TransparencyStateRow>, 'checkpoint' | 'last_added_at' | 'size'>;
type Tile = Selectable<TransparencyTileRow>;
type TileAddress = Pick<Tile, 'index' | 'level'>;
export type Checkpoint = Selectable<TransparencyCheckpointRow>;

/**
 * Adds leaves to the log with what they prove, in its transaction: a statement, or a clause of one. They get their
 * positions later, in one order for all processes: until then another transaction would have to wait.
 */
export function leafInsertion(creator: Pick<QueryCreator<Tables>, 'insertInto'>, leaves: readonly NewLeaf[]) {
  return creator.insertInto('transparency_pending').values([...leaves]);
}

/** By the index, which skips what was removed since the last vacuum; the table itself would be read whole. */
export async function hasPending(reads: Reads): Promise<boolean> {
  const { rows } = await sql`select id from transparency_pending order by id limit 1`.execute(reads);
  return rows.length > 0;
}

const STATE = ['size', 'last_added_at', 'checkpoint'] as const;

export async function readState(reads: Reads): Promise<State> {
  return reads.selectFrom('transparency_state').select(STATE).executeTakeFirstOrThrow();
}

export async function lockState(tx: Tx): Promise<State> {
  return tx.selectFrom('transparency_state').select(STATE).forUpdate().executeTakeFirstOrThrow();
}

/**
 * Removes the leaves that wait longest, for the caller to give them positions. In one statement with those tiles that
 * exist: both are wanted under the lock, and a round trip costs more than either.
 */
export async function consumePending(
  tx: Tx,
  { limit, tiles }: { limit: number; tiles: readonly TileAddress[] },
): Promise<{ added: NewLeaf[]; tiles: Tile[] }> {
  const addresses = tiles.map(({ level, index }) => sql`(${level}::smallint, ${index}::bigint)`);
  const isWanted = tiles.length > 0 ? sql`(level, index) in (${sql.join(addresses)})` : sql`false`;
  const { rows } = await sql<{ id: number | null; kind: TransparencyPendingRow['kind'] } & Tile>`
    with added as (
      delete from transparency_pending where id in (
        select id from transparency_pending order by id limit ${limit}
      ) returning id, kind, hash
    )
    select id, kind, hash as hashes, 0 as level, 0 as index from added
    union all
    select null, null, hashes, level, index from transparency_tiles where ${isWanted}`.execute(tx);
  return {
    added: rows
      .flatMap(({ id, kind, hashes }) => (id === null ? [] : [{ id, kind, hash: hashes }]))
      .sort((one, other) => one.id - other.id)
      .map(({ kind, hash }) => ({ kind, hash })),
    tiles: rows.flatMap(({ id, level, index, hashes }) => (id === null ? [{ level, index, hashes }] : [])),
  };
}

/** What the log has become, in one statement. */
export async function saveGrown(
  tx: Tx,
  { leaves, tiles, state }: { leaves: readonly Leaf[]; tiles: readonly Tile[]; state: State },
): Promise<void> {
  await tx
    .with('added', (db) => db.insertInto('transparency_leaves').values([...leaves]))
    .with('grown', (db) =>
      db
        .insertInto('transparency_tiles')
        .values([...tiles])
        .onConflict((conflict) =>
          conflict.columns(['level', 'index']).doUpdateSet({ hashes: (eb) => eb.ref('excluded.hashes') }),
        ),
    )
    .updateTable('transparency_state')
    .set(state)
    .execute();
}

/** The leaves of one tile, in their order. */
export async function listLeaves(reads: Reads, range: { from: number; to: number }): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    select * from transparency_leaves where position >= ${range.from} and position < ${range.to}
    order by position`.execute(reads);
  return rows;
}

/**
 * The first leaf of a hash; null while it has no position. Materialized, because without fresh statistics PostgreSQL
 * expects many leaves of a hash, and would look for the first by reading the log from its beginning.
 */
export async function findLeaf(reads: Reads, hash: Buffer): Promise<Leaf | null> {
  const { rows } = await sql<Leaf>`
    with same as materialized (select * from transparency_leaves where hash = ${hash})
    select * from same order by position limit 1`.execute(reads);
  return rows[0] ?? null;
}

export async function findTile(reads: Reads, level: number, index: number): Promise<Buffer | null> {
  const { rows } = await sql<Tile>`
    select hashes from transparency_tiles where level = ${level} and index = ${index}`.execute(reads);
  return rows[0]?.hashes ?? null;
}

export async function insertCheckpoint(reads: Reads, checkpoint: Checkpoint): Promise<void> {
  const insertion = reads.insertInto('transparency_checkpoints').values(checkpoint);
  await insertion.onConflict((conflict) => conflict.doNothing()).execute();
}

export async function findCheckpoint(reads: Reads, size: number): Promise<Checkpoint | null> {
  const rows = reads.selectFrom('transparency_checkpoints').selectAll().where('size', '=', size);
  return (await rows.executeTakeFirst()) ?? null;
}

/** The sizes of the timestamped checkpoints, the newest first. */
export async function listCheckpointSizes(reads: Reads, limit: number): Promise<number[]> {
  const { rows } = await sql<Checkpoint>`
    select size from transparency_checkpoints order by size desc limit ${limit}`.execute(reads);
  return listOf(rows, 'size');
}
