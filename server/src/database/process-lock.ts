import pg from 'pg';
import type { Ids } from '../platform/ids.ts';
import type { DatabaseOptions } from './database.ts';

/** An advisory lock of the database by which others see that this process is alive. */
export interface ProcessLock {
  /** The id of the current lock. Changes when the connection breaks. */
  id(): Promise<number>;
  /** Abandons the present id, after a failed release; the next one is different. */
  abandon(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Holds a session advisory lock on a random id, on a separate connection, from the first use of the id on. The database
 * releases it as soon as this process or its connection ends.
 */
export function openProcessLock(
  options: DatabaseOptions,
  { space, ids }: { space: number; ids: Ids },
): ProcessLock {
  let current: Lock | null = null;
  const forget = (lock: Lock) => {
    if (current === lock) current = null;
  };
  const open = () => {
    const opening: Lock = acquire(options, { space, ids, onEnd: () => forget(opening) });
    opening.catch(() => forget(opening));
    return opening;
  };
  const abandon = async () => {
    const ended = await current?.catch(() => null);
    current = null;
    await ended?.client.end().catch(() => {});
  };
  return {
    id: async () => {
      current ??= open();
      return (await current).id;
    },
    abandon,
    close: abandon,
  };
}

type Lock = ReturnType<typeof acquire>;

async function acquire(
  options: DatabaseOptions,
  { space, ids, onEnd }: { space: number; ids: Ids; onEnd: () => void },
): Promise<{ id: number; client: pg.Client }> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 5_000, keepAlive: true });
  // Without a listener the process would end with the connection.
  client.on('error', () => {});
  client.on('end', onEnd);
  if ('primary' in options)
    client.on(
      'end',
      options.primary.onChange(() => leave(client, onEnd)),
    );
  try {
    await client.connect();
    // An operator's limit for idle sessions would free the lock of a process that lives.
    await client.query('set idle_session_timeout = 0');
    for (;;) {
      const id = Buffer.from(ids.bytes(4)).readUInt32BE() >>> 1;
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as free', [space, id]);
      if (rows[0]?.free === true) return { id, client };
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** A machine that lost its power never ends the connection to it. */
function leave(client: pg.Client, onEnd: () => void): void {
  onEnd();
  void client.end().catch(() => {});
}
