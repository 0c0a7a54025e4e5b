import type pg from 'pg';
import type { Log } from '../platform/log.ts';

export interface Presence {
  announce(workerId: string): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 10_000;

/**
 * Lets workers notice each other's death. A job taken by a process that was killed stays locked for hours; so every
 * worker holds an advisory lock of its name on a connection of its own, and whoever finds a job locked by a name
 * whose lock is free sets that job free. At worst a job runs twice, which every handler stands.
 */
export async function startPresence(pool: pg.Pool, log: Log): Promise<Presence> {
  const names = new Set<string>();
  let client: pg.PoolClient | null = null;
  let busy: Promise<void> = Promise.resolve();

  const hold = async (): Promise<pg.PoolClient> => {
    if (client) return client;
    const fresh = await pool.connect();
    fresh.on('error', () => {
      if (client !== fresh) return;
      client = null;
      // Given back broken, or the pool would wait for it for ever when it ends.
      fresh.release(true);
    });
    for (const name of names) await fresh.query('select pg_advisory_lock($1, hashtext($2))', [SPACE, name]);
    client = fresh;
    return fresh;
  };
  const look = async (): Promise<void> => {
    try {
      await setFree(await hold());
    } catch (error) {
      client?.release(true);
      client = null;
      log.warn({ err: error }, 'could not look for jobs of workers that died; trying again');
    }
  };
  const queueLook = () => {
    busy = busy.then(look);
  };

  await setFree(await hold());
  const timer = setInterval(queueLook, LOOK_EVERY_MS);
  timer.unref();
  return {
    announce: (workerId) => {
      names.add(workerId);
      busy = busy.then(async () => {
        await client?.query('select pg_advisory_lock($1, hashtext($2))', [SPACE, workerId]);
      });
      busy = busy.catch((error) => log.warn({ err: error }, 'could not announce a worker'));
    },
    stop: async () => {
      clearInterval(timer);
      await busy;
      // Destroying the connection gives the locks back at once.
      client?.release(true);
      client = null;
    },
  };
}

// Any fixed number: it keeps these locks apart from everybody else's.
const SPACE = 0x70617261;

async function setFree(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct locked_by as name from (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union all
       select locked_by from graphile_worker._private_job_queues where locked_by is not null
     ) as locked
     where not exists (
       select from pg_locks
       where locktype = 'advisory' and classid = $1::oid and granted
         and database = (select oid from pg_database where datname = current_database())
         and objid = hashtext(locked_by)::bit(32)::bigint::oid
     )`,
    [SPACE],
  );
  if (rows.length === 0) return;
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [
    rows.map((row) => row.name),
  ]);
}
