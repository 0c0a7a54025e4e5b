import { sql } from 'kysely';
import type pg from 'pg';
import { inQueueSchema } from '../database/named-queries.ts';
import type { Deps } from '../deps.ts';

const SETTING = `set_config('synchronous_commit', 'off', true)`;

/**
 * The transaction of the statement that evaluates it does not wait for the disk at its end. Only for a statement that
 * is sent by itself: in a longer transaction, nothing else of it would be durable either.
 */
export const WITHOUT_WAITING = sql.raw(SETTING);

/** What graphile-worker 0.18 names its statements that lock a job, and that remove those that have ended. */
const LOCKS = /^get_job\w*\//;
const REMOVES = /^complete_jobs?\//;
/** The one that leaves out the jobs of full lanes. */
const LOCKS_SOME = /^get_job\w*F\w*\//;

/** What says that a search is not to be sent. */
interface Searching {
  remaining: RemainingJobs;
  /** Whether this process may begin no job at present. */
  isPaused(): boolean;
  /** Whether what has a name is sent under it. */
  preparesStatements: boolean;
  queueSchema: string;
}

/** Whether another job could be locked, as the statement sees it that locks one; its second parameter are the tasks. */
const HAS_MORE = `exists (
  select from graphile_worker._private_jobs as others
  where others.is_available and others.run_at <= now() and others.task_id = any($2::int[])
    and others.id <> jobs.id
) as "hasMore"`;

/**
 * Each of its statements is short. Without a limit, as many workers as are woken at once search at once, and each
 * further connection plans every statement anew.
 */
const CONNECTIONS_MAX = 3;

/**
 * The pool as the runner of jobs uses it. Locking a job and removing it after its end do not wait for the disk, which
 * is most of what they cost: where the machine fails before, the job runs again, as after a kill, and handlers are
 * idempotent. What a job itself does is durable before it ends.
 *
 * The runner searches after each job until there is none. A search is not sent where no job can be left.
 */
export function openRunnerPool(
  { pool, sessions }: Pick<Deps, 'pool' | 'sessions'>,
  searching: Searching,
): pg.Pool {
  const waiting: (() => void)[] = [];
  let used = 0;
  const giveBack = () => {
    const next = waiting.shift();
    // The connection's slot passes on.
    if (next) next();
    else used -= 1;
  };
  const connectInTurn = async (): Promise<pg.PoolClient> => {
    if (used < CONNECTIONS_MAX) used += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return asRunnersClient(await pool.connect(), searching, giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  };
  // Who passes a callback listens for new jobs, and keeps the connection.
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? sessions.connect(callback) : connectInTurn();
  return new Proxy(pool, { get: (target, key) => (key === 'connect' ? connect : memberOf(target, key)) });
}

function asRunnersClient(client: pg.PoolClient, searching: Searching, giveBack: () => void): pg.PoolClient {
  const send = (first: unknown, ...rest: unknown[]) => Reflect.apply(client.query, client, [first, ...rest]);
  const query = (first: pg.QueryConfig, ...rest: unknown[]) => {
    if (searching.preparesStatements || typeof first !== 'object') return send(first, ...rest);
    const { name: _name, ...unnamed } = first;
    return send(unnamed, ...rest);
  };
  const changed: Partial<Record<string | symbol, unknown>> = {
    query: (first: pg.QueryConfig, ...rest: unknown[]) => {
      const { name = '', text } = first;
      if (REMOVES.test(name)) return query({ ...first, text: `${text} returning ${SETTING}` });
      if (!LOCKS.test(name)) return query(first, ...rest);
      const hasMore = inQueueSchema(HAS_MORE, searching.queueSchema);
      return lockJob(name, searching, () => query({ ...first, text: `${text}, ${SETTING}, ${hasMore}` }));
    },
    release: (broken?: Error | boolean) => {
      client.release(broken);
      giveBack();
    },
  };
  return new Proxy(client, { get: (target, key) => changed[key] ?? memberOf(target, key) });
}

function memberOf(target: object, key: string | symbol): unknown {
  const member: unknown = Reflect.get(target, key);
  return typeof member === 'function' ? member.bind(target) : member;
}

async function lockJob(
  name: string,
  { remaining, isPaused }: Searching,
  search: () => Promise<pg.QueryResult<{ hasMore: boolean }>>,
): Promise<Pick<pg.QueryResult, 'rows'>> {
  if (isPaused() || remaining.isNone()) return { rows: [] };
  const end = remaining.look();
  const result = await search();
  const [job] = result.rows;
  // Where lanes are full, a search without a result has not seen all.
  end(job ? !job.hasMore : !LOCKS_SOME.test(name));
  return result;
}

export interface RemainingJobs {
  /** Another process or this one has added jobs. */
  told(): void;
  /** Whether a search would find nothing. */
  isNone(): boolean;
  /** Begins a search; what it returns takes whether no job is left, as far as the search could see. */
  look(): (isNoneLeft: boolean) => void;
}

/**
 * Whether a search for a job can find one: a notification follows every added job, and once a second due ones
 * (`wake-workers.ts`). So after a search that has left none there is none until the next message. One that arrives
 * while a search is under way may be about a job that it could not see yet.
 */
export function openRemainingJobs(): RemainingJobs {
  let messages = 0;
  /** How many messages had arrived when the latest search began that left none. */
  let noneSince: number | null = null;
  return {
    told: () => {
      messages += 1;
    },
    isNone: () => noneSince === messages,
    look: () => {
      const begunAt = messages;
      return (isNoneLeft) => {
        if (isNoneLeft) noneSince = Math.max(begunAt, noneSince ?? 0);
      };
    },
  };
}
