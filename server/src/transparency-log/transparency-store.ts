import { assertPresent } from '@paraph/domain';
import { type QueryCreator, type Selectable, sql } from 'kysely';
import { listOf } from '../database/columns.ts';
import type { Reads } from '../database/database.ts';
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
  return reads
    .selectFrom('transparency_state')
    .select(STATE)
    .where('is_only', '=', true)
    .executeTakeFirstOrThrow();
}

/** One signature a second for half a year, and for 136 years: each doubling costs a signature 34 bytes. */
export const LEAVES_MAX = [2 ** 24, 2 ** 32] as const;

/** More leaves than the log will have when what is prepared now is signed. */
export async function readLeavesMax(reads: Reads): Promise<number> {
  const [{ size } = { size: 0 }] = await selectSize(reads);
  const [usual, longest] = LEAVES_MAX;
  return size < usual / 2 ? usual : longest;
}

const selectSize = prepareStatement(
  'log-size',
  (_statements) => sql<Pick<State, 'size'>>`select size from transparency_state where is_only`,
);

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

export interface Head extends State {
  /** Of the tree of these leaves; of another one where an earlier version has added leaves since. */
  frontier: Buffer | null;
  waiting: (NewLeaf & { id: number })[];
}

/** The end of the log and the leaves that wait longest, in one snapshot. */
export async function readHead(reads: Reads, limit: number): Promise<Head> {
  const rows = await selectHead(reads, limit);
  const { size, last_added_at, checkpoint, frontier } = assertPresent(rows[0], 'the state of the log');
  return {
    ...{ size, last_added_at, checkpoint, frontier },
    waiting: rows.flatMap(({ id, kind, hash }) => (id === null ? [] : [{ id, kind, hash }])),
  };
}

type HeadRow = Omit<Head, 'waiting'> &
  ({ id: number; kind: TransparencyPendingRow['kind']; hash: Buffer } | { id: null; kind: null; hash: null });

const selectHead = prepareStatement(
  'log-head',
  (_statements, limit: number) => sql<HeadRow>`
    select size, last_added_at, checkpoint, frontier, waiting.id, waiting.kind, waiting.hash
    from transparency_state left join lateral (
      select id, kind, hash from transparency_pending order by id limit ${limit}
    ) as waiting on true where is_only order by waiting.id`,
);

export interface Growth {
  /** Of the log that it was computed for. */
  formerSize: number;
  leaves: readonly Leaf[];
  /** What they have besides what is stored. */
  tiles: readonly Tile[];
  state: State & { frontier: Buffer };
  /** Leaves that do not wait any more. */
  consumed: readonly number[];
  /** How long another process may take that is adding leaves. */
  waitMs: number;
}

/**
 * What the log becomes, by one statement that compares and sets: false where it has grown meanwhile, and nothing was
 * changed. Leaves that are added together have the same time.
 */
export async function saveGrown(
  reads: Reads,
  { formerSize, leaves, tiles, state, consumed, waitMs }: Growth,
): Promise<boolean> {
  const rows = await updateLog(reads, {
    ...{ ...state, formerSize, consumed: [...consumed], wait: `${waitMs}ms` },
    positions: listOf(leaves, 'position'),
    kinds: listOf(leaves, 'kind'),
    leafHashes: listOf(leaves, 'hash'),
    levels: listOf(tiles, 'level'),
    indexes: listOf(tiles, 'index'),
    tileHashes: listOf(tiles, 'hashes'),
  });
  return rows.length > 0;
}

interface Grown extends State {
  frontier: Buffer;
  formerSize: number;
  consumed: number[];
  wait: string;
  positions: number[];
  kinds: string[];
  leafHashes: Buffer[];
  levels: number[];
  indexes: number[];
  tileHashes: Buffer[];
}

/** The setting counts from the moment at which a row is waited for, so that it costs no round trip of its own. */
const updateLog = prepareStatement(
  'grow-log',
  (_statements, log: Grown) => sql<Pick<State, 'size'>>`
    with waiting as materialized (select set_config('lock_timeout', ${log.wait}, true)),
    state as (
      update transparency_state set size = ${log.size}::bigint, checkpoint = ${log.checkpoint},
        frontier = ${log.frontier}, last_added_at = ${log.last_added_at}::timestamptz
      from waiting where is_only and size = ${log.formerSize}::bigint returning size
    ), consumed as (
      delete from transparency_pending
      where id = any(${log.consumed}::bigint[]) and exists (select from state)
    ), added as (
      insert into transparency_leaves (position, kind, hash, added_at)
      select leaf.position, leaf.kind, leaf.hash, ${log.last_added_at}::timestamptz
      from unnest(${log.positions}::bigint[], ${log.kinds}::text[], ${log.leafHashes}::bytea[])
        as leaf (position, kind, hash)
      where exists (select from state)
    ), grown as (
      insert into transparency_tiles (level, index, hashes)
      select tile.level, tile.index, tile.hashes
      from unnest(${log.levels}::smallint[], ${log.indexes}::bigint[], ${log.tileHashes}::bytea[])
        as tile (level, index, hashes)
      where exists (select from state)
      on conflict (level, index) do update set hashes = transparency_tiles.hashes || excluded.hashes
    )
    select size from state`,
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

/** Which of these hashes is the last one that became a leaf; null if none did. */
export async function findNewestLeaf(reads: Reads, hashes: readonly Buffer[]): Promise<Leaf | null> {
  const { rows } = await sql<Leaf>`
    with same as materialized (select * from transparency_leaves where hash = any(${hashes}::bytea[]))
    select * from same order by position desc limit 1`.execute(reads);
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
