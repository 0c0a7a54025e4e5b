import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A statement that answers true or false. */
export interface Question {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface SessionLock {
  /** Asks while the lock is still held, by the statement that releases it; true as well where there is no answer. */
  release(question: Question): Promise<boolean>;
}

export interface SessionLocks {
  /** Null if the lock is held by this process or another one. */
  tryLock(name: string): Promise<SessionLock | null>;
  /** Null if the lock remains held, by this process or another one, during all tries. */
  lock(name: string): Promise<SessionLock | null>;
}

/** Pauses between tries: long enough for a holder that is about to release the lock. */
const PAUSES_MS = [2, 4, 8, 16, 32, 64, 128];

/**
 * Locks for work that takes longer than a transaction may. The database releases them as soon as the process dies. All
 * locks of a process use one connection, which is only open while there are any.
 */
export function openSessionLocks(pool: pg.Pool): SessionLocks {
  const held = new Set<string>();
  let opening: Promise<Connection> | null = null;

  const connect = (): Promise<Connection> => {
    opening ??= openConnection(pool);
    const mine = opening;
    mine.then(
      (connection) => connection.onBroken(() => forgetConnection(mine)),
      () => forgetConnection(mine),
    );
    return mine;
  };
  const forgetConnection = (which: Promise<Connection> | null) => {
    if (opening === which) opening = null;
  };
  const forget = async (name: string) => {
    held.delete(name);
    if (held.size > 0 || !opening) return;
    const last = opening;
    opening = null;
    (await last.catch(() => null))?.giveBack();
  };
  const tryLock = async (name: string): Promise<SessionLock | null> => {
    if (held.has(name)) return null;
    held.add(name);
    const connection = await connect().catch(async (error) => {
      await forget(name);
      throw error;
    });
    const isLocked = await connection.lock(name).catch(async (error) => {
      await forget(name);
      throw error;
    });
    if (!isLocked) {
      await forget(name);
      return null;
    }
    return {
      release: async (question) => {
        // A broken connection has released the lock already.
        const answer = await connection.unlock(name, question).catch(() => true);
        await forget(name);
        return answer;
      },
    };
  };
  return {
    tryLock,
    lock: async (name) => {
      for (const pause of PAUSES_MS) {
        const lock = await tryLock(name);
        if (lock) return lock;
        await sleep(pause);
      }
      return tryLock(name);
    },
  };
}

interface Connection {
  lock(name: string): Promise<boolean>;
  unlock(name: string, question: Question): Promise<boolean>;
  onBroken(tell: () => void): void;
  /** To be called once nothing is locked on it. */
  giveBack(): void;
}

async function openConnection(pool: pg.Pool): Promise<Connection> {
  const client = await pool.connect();
  let isOver = false;
  let tellBroken = () => {};
  const end = (isBroken: boolean) => {
    if (isOver) return;
    isOver = true;
    client.off('error', breakOff);
    client.release(isBroken);
  };
  const breakOff = () => {
    end(true);
    tellBroken();
  };
  client.on('error', breakOff);
  let busy: Promise<unknown> = Promise.resolve();
  const query = async ({ sql, parameters }: Question): Promise<boolean> => {
    if (isOver) throw new Error('the connection of the locks is broken');
    try {
      const { rows } = await client.query<{ answer: boolean }>(sql, [...parameters]);
      return rows[0]?.answer ?? false;
    } catch (error) {
      breakOff();
      throw error;
    }
  };
  const inTurn = (question: Question) => {
    const result = busy.then(() => query(question));
    busy = result.catch(() => {});
    return result;
  };
  return {
    lock: (name) =>
      inTurn({ sql: 'select pg_try_advisory_lock(hashtextextended($1, 0)) as answer', parameters: [name] }),
    unlock: (name, { sql, parameters }) =>
      inTurn({
        sql: `select (${sql}) as answer, pg_advisory_unlock(hashtextextended($${parameters.length + 1}, 0))`,
        parameters: [...parameters, name],
      }),
    onBroken: (tell) => {
      tellBroken = tell;
      if (isOver) tell();
    },
    giveBack: () => end(false),
  };
}
