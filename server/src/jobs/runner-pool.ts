import { sql } from 'kysely';
import type pg from 'pg';

const SETTING = `set_config('synchronous_commit', 'off', true)`;

/**
 * The transaction of the statement that evaluates it does not wait for the disk at its end. Only for a statement that
 * is sent by itself: in a longer transaction, nothing else of it would be durable either.
 */
export const WITHOUT_WAITING = sql.raw(SETTING);

/** What graphile-worker 0.18 names its statements that lock a job, and that remove those that have ended. */
const LOCKS = /^get_job\w*\//;
const REMOVES = /^complete_jobs?\//;

/**
 * Each of its statements is short. Without a limit, as many workers as are woken at once search at once, and each
 * further connection plans every statement anew.
 */
const CONNECTIONS_MAX = 3;

/**
 * The pool as the runner of jobs uses it. Locking a job and removing it after its end do not wait for the disk, which
 * is most of what they cost: where the machine fails before, the job runs again, as after a kill, and handlers are
 * idempotent. What a job itself does is durable before it ends.
 */
export function openRunnerPool(pool: pg.Pool): pg.Pool {
  const waiting: (() => void)[] = [];
  let used = 0;
  const giveBack = () => {
    const next = waiting.shift();
    // The place passes on.
    if (next) next();
    else used -= 1;
  };
  const connectInTurn = async (): Promise<pg.PoolClient> => {
    if (used < CONNECTIONS_MAX) used += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return asRunnersClient(await pool.connect(), giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  };
  // Who passes a callback listens for new jobs, and keeps the connection.
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? pool.connect(callback) : connectInTurn();
  return new Proxy(pool, { get: (target, key) => (key === 'connect' ? connect : memberOf(target, key)) });
}

function asRunnersClient(client: pg.PoolClient, giveBack: () => void): pg.PoolClient {
  const changed: Partial<Record<string | symbol, unknown>> = {
    query: (first: unknown, ...rest: unknown[]) =>
      Reflect.apply(client.query, client, [withoutWaiting(first), ...rest]),
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

function withoutWaiting(statement: unknown): unknown {
  const { name = '', text = '' } = statement as Partial<pg.QueryConfig>;
  if (LOCKS.test(name)) return { ...(statement as object), text: `${text}, ${SETTING}` };
  if (REMOVES.test(name)) return { ...(statement as object), text: `${text} returning ${SETTING}` };
  return statement;
}
