import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@paraph/domain';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { timelineOf } from './primary.ts';

/** A PostgreSQL that follows the primary, and is only read. */
export interface Replica {
  /** Reads what the primary had committed when this was called; null where it cannot: then the primary is read. */
  read<Result>(read: (database: Database) => Promise<Result>): Promise<{ result: Result } | null>;
  close(): Promise<void>;
}

/** How long is waited for what the primary has committed; one that follows closely has it after the first pause. */
const PAUSES_MS = [4, 16, 50];
/** A machine that is gone answers late or never: who reads a list does not wait for it, and then nobody for so long. */
const ANSWER_MS_MAX = 2_000;
const AWAY_MS = 15_000;
/** Longer than a statement may take. */
const READ_MS_MAX = 40_000;

interface Plan {
  primary: Database;
  connectionsMax: number;
  preparesStatements?: boolean;
  scopesRows?: boolean;
  monotonicMs(): number;
  onAway(reason: string): void;
}

/**
 * Nothing that it answers is older than the call: it is asked only once it has replayed all that the primary had
 * written, on the same timeline. So callers read their own writes, and rights that were taken away are gone, without
 * anything that requests hand along.
 */
export function openReplica(options: DatabaseOptions, plan: Plan): Replica {
  const { primary, monotonicMs, onAway } = plan;
  let opened: Opened | null = null;
  let isAwayUntilMs = 0;
  const leave = async (error: unknown) => {
    const left = opened;
    opened = null;
    isAwayUntilMs = monotonicMs() + AWAY_MS;
    if (left === null) return;
    onAway(error instanceof Error ? error.message : String(error));
    await left.end();
  };
  return {
    read: async (read) => {
      if (monotonicMs() < isAwayUntilMs) return null;
      opened ??= open(options, plan);
      const { database } = opened;
      const position = await askPosition(primary);
      try {
        if (!(await within(ANSWER_MS_MAX, hasReplayed(database, position)))) return null;
        return { result: await within(READ_MS_MAX, read(database)) };
      } catch (error) {
        // What is refused there is refused by the primary as well.
        if (error instanceof Refusal) throw error;
        void leave(error);
        return null;
      }
    },
    close: async () => opened?.end(),
  };
}

interface Opened {
  database: Database;
  /** Ends also what waits for an answer that never comes. */
  end(): Promise<void>;
}

function open(options: DatabaseOptions, plan: Plan): Opened {
  const { connectionsMax, preparesStatements = true, scopesRows = false } = plan;
  const { database, pool, close } = openDatabase(options, { connectionsMax, preparesStatements, scopesRows });
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const end = async () => {
    for (const client of inUse) void (client as unknown as pg.Client).end().catch(() => {});
    await close();
  };
  return { database, end };
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const late = pause(ms, null, { signal: done.signal, ref: false }).then(() => {
    throw new Error('It does not answer.');
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    work.catch(() => {});
  }
}

/** Where the write-ahead log of the primary ends: what is acknowledged lies before it. */
interface Position {
  end: string;
  timeline: number;
}

async function askPosition(primary: Database): Promise<Position> {
  const { rows } = await sql<{ end: string; segment: string }>`
    select pg_current_wal_flush_lsn()::text as end, pg_walfile_name(pg_current_wal_flush_lsn()) as segment
    `.execute(primary);
  const { end = '', segment = '' } = rows[0] ?? {};
  return { end, timeline: timelineOf(segment) };
}

async function hasReplayed(replica: Database, { end, timeline }: Position): Promise<boolean> {
  for (const pauseMs of [...PAUSES_MS, null]) {
    // One that follows a former primary may be further than this one, with what is lost.
    const { rows } = await sql<{ follows: boolean; isCurrent: boolean }>`
      select timeline_id = ${timeline}::int as follows,
        pg_last_wal_replay_lsn() >= ${end}::pg_lsn as "isCurrent"
      from pg_control_checkpoint()`.execute(replica);
    if (!rows[0]?.follows) return false;
    if (rows[0].isCurrent) return true;
    if (pauseMs !== null) await pause(pauseMs);
  }
  return false;
}

/**
 * Reads lists, evidence and metrics on the replica, where there is one. What decides a change reads the primary, in its
 * transaction.
 */
export async function readList<Result>(
  { database, replica }: { database: Database; replica: Replica | null },
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const answer = replica && (await replica.read(read));
  return answer ? answer.result : read(database);
}
