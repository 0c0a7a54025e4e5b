import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { type NamedQuery, sendNamed } from './named-queries.ts';
import type { PreparedOn } from './prepared-statements.ts';

/** What the statements are sent on that take locks and release them. */
export type LockConnection = PreparedOn;

/** Takes a lock unless it is held; as part of a statement. */
export function tryLockOf(name: string) {
  return sql<boolean>`pg_try_advisory_lock(hashtextextended(${name}, 0))`;
}

/** Releases a lock; as part of a statement. */
export function unlockOf(name: string) {
  return sql<boolean>`pg_advisory_unlock(hashtextextended(${name}, 0))`;
}

export interface SessionLock<Found> {
  /** What the statement found that took it. */
  found: Found;
  /** By a statement with `unlockOf`, which may ask something while the lock is still held; null without an answer. */
  release<Answer>(unlock: (connection: LockConnection) => Promise<Answer>): Promise<Answer | null>;
}

/** By a statement with `tryLockOf`; null if the lock is held. */
type TakeLock<Found> = (connection: LockConnection) => Promise<Found | null>;

export interface SessionLocks {
  /** Null if the lock is held by this process or another one. */
  tryLock<Found>(name: string, take: TakeLock<Found>): Promise<SessionLock<Found> | null>;
  /** Null if the lock remains held, by this process or another one, during all tries. */
  lock<Found>(name: string, take: TakeLock<Found>): Promise<SessionLock<Found> | null>;
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
  const tryLock: SessionLocks['tryLock'] = async (name, take) => {
    if (held.has(name)) return null;
    held.add(name);
    const taking = connect().then(async (connection) => ({ connection, found: await connection.send(take) }));
    const { connection, found } = await taking.catch(async (error) => {
      await forget(name);
      throw error;
    });
    if (found === null) {
      await forget(name);
      return null;
    }
    return {
      found,
      release: async (unlock) => {
        // A broken connection has released the lock already.
        const answer = await connection.send(unlock).catch(() => null);
        await forget(name);
        return answer;
      },
    };
  };
  return {
    tryLock,
    lock: async (name, take) => {
      for (const pause of PAUSES_MS) {
        const lock = await tryLock(name, take);
        if (lock) return lock;
        await sleep(pause);
      }
      return tryLock(name, take);
    },
  };
}

interface Connection {
  /** One after another. */
  send<Answer>(act: (connection: LockConnection) => Promise<Answer>): Promise<Answer>;
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
  const executor: LockConnection = {
    executeQuery: async <Row>(query: NamedQuery<Row>) => {
      if (isOver) throw new Error('the connection of the locks is broken');
      try {
        return await sendNamed<Row>(client, query);
      } catch (error) {
        breakOff();
        throw error;
      }
    },
  };
  return {
    send: (act) => {
      const result = busy.then(() => act(executor));
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
