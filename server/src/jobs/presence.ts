import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inQueueSchema, QUEUE_SCHEMA } from '../database/named-queries.ts';
import type { Log } from '../platform/observe/log.ts';
import { IS_SUPERSEDED } from './enqueue.ts';

export interface Presence {
  /** Resolves once the name is locked: only then may jobs be locked under it. */
  announce(name: string): Promise<void>;
  /** Sets the jobs free that are locked under these names, but for those that this process still does. */
  free(names: readonly string[], stillDone: readonly string[]): Promise<void>;
  /** Gives up names under which no job is done any more. */
  withdraw(names: readonly string[]): void;
  stop(): Promise<void>;
}

const RECONNECT_AFTER_MS = 500;

/**
 * Detects killed processes. The queue keeps a job of a killed process locked for hours; so every process holds an
 * advisory lock on the worker name that locks its jobs, on a separate connection, and jobs locked by a name without
 * such a lock are released. A job may run twice; handlers are idempotent.
 */
export async function startPresence(
  pool: pg.Pool,
  log: Log,
  { lookEveryMs = 5_000, queueSchema = QUEUE_SCHEMA }: { lookEveryMs?: number; queueSchema?: string } = {},
): Promise<Presence> {
  const names = new Set<string>();
  const { findDeadNames, freeJobs, unlockJobs } = lockedJobsIn(queueSchema);
  const locks = openNameLocks(pool, names);
  let isStopped = false;
  let absentBefore: readonly string[] = [];
  let busy: Promise<void> = Promise.resolve();

  const runInTurn = (act: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
    busy = busy.then(async () => {
      for (let failures = 0; !isStopped; failures += 1) {
        try {
          return await act(await locks.connect());
        } catch (error) {
          locks.drop();
          if (failures === 0) log.warn({ err: error }, 'the locks of presence are lost; taking them again');
          await sleep(RECONNECT_AFTER_MS);
        }
      }
    });
    return busy;
  };
  const look = async (client: pg.PoolClient) => {
    const absent = await findDeadNames(client, names);
    // A process whose connection broke locks again within a second: it is not dead yet.
    await unlockJobs(
      client,
      absent.filter((name) => absentBefore.includes(name)),
    );
    absentBefore = absent;
  };

  // Without the database there is nothing to start for, so the first failure is the caller's.
  try {
    const first = await locks.connect();
    await unlockJobs(first, await findDeadNames(first, names));
  } catch (error) {
    locks.drop();
    throw error;
  }
  locks.onBroken(() => void runInTurn(async () => {}));
  const timer = setInterval(() => void runInTurn(look), lookEveryMs);
  timer.unref();
  return {
    announce: (name) => {
      names.add(name);
      return runInTurn(async () => {});
    },
    free: (freed, stillDone) => freeJobs(pool, freed, stillDone),
    withdraw: (withdrawn) => {
      for (const name of withdrawn) names.delete(name);
      // Its other names are locked again over another connection.
      locks.drop();
      void runInTurn(async () => {});
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await busy;
      // Destroying the connection releases the locks immediately.
      locks.drop();
    },
  };
}

// Any fixed number that distinguishes these locks from others.
const SPACE = 0x70617261;

/** One connection that holds the lock of each name, including names added later. */
function openNameLocks(pool: pg.Pool, names: ReadonlySet<string>) {
  const locked = new Set<string>();
  let client: pg.PoolClient | null = null;
  let tellBroken = () => {};
  const drop = () => {
    locked.clear();
    // Released as broken, or the pool would wait for it forever when it ends.
    client?.release(true);
    client = null;
  };
  return {
    drop,
    onBroken: (tell: () => void) => {
      tellBroken = tell;
    },
    connect: async (): Promise<pg.PoolClient> => {
      if (!client) {
        const fresh = await pool.connect();
        fresh.on('error', () => {
          if (client !== fresh) return;
          drop();
          tellBroken();
        });
        client = fresh;
      }
      const current = client;
      for (const name of names) {
        if (locked.has(name)) continue;
        await current.query('select pg_advisory_lock($1, hashtext($2))', [SPACE, name]);
        locked.add(name);
      }
      return current;
    },
  };
}

/** What processes have locked in the queue of this schema. */
function lockedJobsIn(queueSchema: string) {
  const query = <Row extends pg.QueryResultRow>(
    client: Pick<pg.Pool, 'query'>,
    ...[text, values]: [string, unknown[]]
  ) => client.query<Row>(inQueueSchema(text, queueSchema), values);
  const unlockJobs = async (client: Pick<pg.Pool, 'query'>, names: readonly string[]) => {
    if (names.length === 0) return;
    await query(client, REMOVE_SUPERSEDED, [names]);
    await query(client, 'select graphile_worker.force_unlock_workers($1::text[])', [names]);
  };
  return {
    unlockJobs,
    /** Names of other processes that lock jobs without an advisory lock on the name. */
    findDeadNames: async (client: pg.PoolClient, own: ReadonlySet<string>): Promise<string[]> => {
      const { rows } = await query<{ name: string }>(client, LOCKED_BY_THE_DEAD, [SPACE, [...own]]);
      return rows.map(({ name }) => name);
    },
    /** What they were doing was cut off with the database, so it is no attempt of theirs. */
    freeJobs: async (pool: pg.Pool, names: readonly string[], stillDone: readonly string[]) => {
      await query(pool, FREE_JOBS, [names, stillDone]);
      if (stillDone.length === 0) await unlockJobs(pool, names);
    },
  };
}

const LOCKED_BY_THE_DEAD = `select distinct locked_by as name from (
     select locked_by from graphile_worker._private_jobs where locked_by is not null
     union all
     select locked_by from graphile_worker._private_job_queues where locked_by is not null
   ) as locked
   where locked_by <> all($2::text[]) and not exists (
     select from pg_locks
     where locktype = 'advisory' and classid = $1::oid and granted
       and database = (select oid from pg_database where datname = current_database())
       and objid = hashtext(locked_by)::bit(32)::bigint::oid
   )`;

const REMOVE_SUPERSEDED = `delete from graphile_worker._private_jobs where locked_by = any($1) and ${IS_SUPERSEDED}`;

const FREE_JOBS = `update graphile_worker._private_jobs
   set attempts = greatest(attempts - 1, 0), locked_at = null, locked_by = null
   where locked_by = any($1) and id <> all($2::bigint[]) and (job_queue_id is null or cardinality($2) = 0)`;
