import { assertPresent } from '@paraph/domain';
import { type QueryCreator, type Selectable, sql } from 'kysely';
import { listOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
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

/** With the kinds that never wait. */
export type OwnLeaf = Pick<TransparencyLeafRow, 'hash' | 'kind'>;

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

/**
 * Since when a signature counts only with the proof that the log holds its certificate: the epoch where every one needs
 * it, null where none does.
 */
export async function readCertificatesSince(reads: Reads): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select certificates_since as since from transparency_state`.execute(reads);
  return rows[0]?.since ?? null;
}

/** From now on, unless it is demanded already; answers since when. */
export async function demandCertificates(reads: Reads, now: Date): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    update transparency_state set certificates_since = coalesce(certificates_since, ${now})
    returning certificates_since as since`.execute(reads);
  return rows[0]?.since ?? now;
}

/** Waits for the lock no longer than `waitMs`. */
export async function lockState(tx: Tx, waitMs: number): Promise<State> {
  const [state] = await selectLocked(tx, `${waitMs}ms`);
  return assertPresent(state, 'the state of the log');
}

/** The setting counts from the moment at which a row is waited for, so that it costs no round trip of its own. */
const selectLocked = prepareStatement(
  'lock-log',
  (_statements, wait: string) => sql<State>`
    with waiting as materialized (select set_config('lock_timeout', ${wait}, true))
    select size, last_added_at, checkpoint from waiting, transparency_state for update of transparency_state`,
);

/**
 * Removes the leaves that wait longest, for the caller to give them positions. In one statement with those tiles that
 * exist: both are wanted under the lock, and a round trip costs more than either.
 */
export async function consumePending(
  tx: Tx,
  { limit, tiles }: { limit: number; tiles: readonly TileAddress[] },
): Promise<{ added: NewLeaf[]; tiles: Tile[] }> {
  const rows = await selectPending(tx, {
    limit,
    levels: listOf(tiles, 'level'),
    indexes: listOf(tiles, 'index'),
  });
  return {
    added: rows
      .flatMap(({ id, kind, hashes }) => (id === null ? [] : [{ id, kind, hash: hashes }]))
      .sort((one, other) => one.id - other.id)
      .map(({ kind, hash }) => ({ kind, hash })),
    tiles: rows.flatMap(({ id, level, index, hashes }) => (id === null ? [{ level, index, hashes }] : [])),
  };
}

const selectPending = prepareStatement(
  'consume-pending-leaves',
  (_statements, { limit, levels, indexes }: { limit: number; levels: number[]; indexes: number[] }) => sql<
    { id: number | null; kind: TransparencyPendingRow['kind'] } & Tile
  >`
    with added as (
      delete from transparency_pending where id in (
        select id from transparency_pending order by id limit ${limit}
      ) returning id, kind, hash
    )
    select id, kind, hash as hashes, 0 as level, 0 as index from added
    union all
    select null, null, hashes, level, index from transparency_tiles
    where (level, index) in (select * from unnest(${levels}::smallint[], ${indexes}::bigint[]))`,
);

/** What the log has become, in one statement. */
export async function saveGrown(
  tx: Tx,
  { leaves, tiles, state }: { leaves: readonly Leaf[]; tiles: readonly Tile[]; state: State },
): Promise<void> {
  await insertGrown(tx, {
    ...state,
    positions: listOf(leaves, 'position'),
    kinds: listOf(leaves, 'kind'),
    leafHashes: listOf(leaves, 'hash'),
    levels: listOf(tiles, 'level'),
    indexes: listOf(tiles, 'index'),
    tileHashes: listOf(tiles, 'hashes'),
  });
}

interface Grown extends State {
  positions: number[];
  kinds: string[];
  leafHashes: Buffer[];
  levels: number[];
  indexes: number[];
  tileHashes: Buffer[];
}

/** The leaves that are added together have the same time. */
const insertGrown = prepareStatement(
  'save-log',
  (_statements, grown: Grown) => sql`
    with added as (
      insert into transparency_leaves (position, kind, hash, added_at)
      select leaf.position, leaf.kind, leaf.hash, ${grown.last_added_at}::timestamptz
      from unnest(${grown.positions}::bigint[], ${grown.kinds}::text[], ${grown.leafHashes}::bytea[])
        as leaf (position, kind, hash)
    ), grown as (
      insert into transparency_tiles (level, index, hashes)
      select * from unnest(${grown.levels}::smallint[], ${grown.indexes}::bigint[], ${grown.tileHashes}::bytea[])
      on conflict (level, index) do update set hashes = excluded.hashes
    )
    update transparency_state set size = ${grown.size}::bigint,
      last_added_at = ${grown.last_added_at}::timestamptz, checkpoint = ${grown.checkpoint}`,
);

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
