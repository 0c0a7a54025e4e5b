import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface SessionLock {
  release(): Promise<void>;
}

export interface SessionLocks {
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
    const isLocked = await connection.call('pg_try_advisory_lock', name).catch(async (error) => {
      await forget(name);
      throw error;
    });
    if (!isLocked) {
      await forget(name);
      return null;
    }
    return {
      release: async () => {
        // A broken connection has released the lock already.
        await connection.call('pg_advisory_unlock', name).catch(() => {});
        await forget(name);
      },
    };
  };
  return {
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
  call(act: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string): Promise<boolean>;
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
  const query = async (text: string, name: string): Promise<boolean> => {
    if (isOver) return false;
    try {
      const { rows } = await client.query<{ done: boolean }>(text, [name]);
      return rows[0]?.done ?? false;
    } catch (error) {
      breakOff();
      throw error;
    }
  };
  return {
    call: (act, name) => {
      const result = busy.then(() => query(`select ${act}(hashtextextended($1, 0)) as done`, name));
      busy = result.catch(() => {});
      return result;
    },
    onBroken: (tell) => {
      tellBroken = tell;
      if (isOver) tell();
    },
    giveBack: () => end(false),
  };
}
