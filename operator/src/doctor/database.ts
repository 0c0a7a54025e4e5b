import type { Database } from '@paraph/server/database/database.ts';
import { beginningOf, readCell } from '@paraph/server/organization-moves/number-range.ts';
import type pg from 'pg';
import type { Finding } from './finding.ts';

/** How the connection of the command reaches its server. */
export interface DatabasePath {
  /** Null: a socket of this machine. */
  server: string | null;
  client: string | null;
  isEncrypted: boolean;
}

/** Passwords, names and answers cross the network between this machine and its database. */
export async function checkDatabasePath(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query(
    `select host(inet_server_addr()) as server, host(inet_client_addr()) as client,
            coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted"`,
  );
  return evaluateDatabasePath(rows[0]);
}

/** Over a socket, or from an address to itself, nothing leaves the machine. */
export function evaluateDatabasePath({ server, client, isEncrypted }: DatabasePath): Finding {
  const name = 'database TLS';
  if (isEncrypted) return { name, state: 'well', detail: 'The connection to the database is encrypted.' };
  if (server === null || client === null || server === client)
    return { name, state: 'well', detail: 'The database is on this machine.' };
  return {
    name,
    state: 'warning',
    detail: `The connection from ${client} to the database at ${server} is not encrypted: the network reads it.`,
    remedy:
      'Turn ssl on in postgresql.conf, and add ?sslmode=verify-full&sslrootcert=FILE to DATABASE_URL. A network that only ' +
      'this service and its database share may do without.',
  };
}

/** From where on this instance counts: organizations go to one of a greater cell. */
export async function checkNumberRange(database: Database): Promise<Finding> {
  const cell = (await readCell(database)) ?? 0;
  const [first, last] = [beginningOf(cell) + 1, beginningOf(cell + 1)];
  const detail = `This is cell ${cell}: what it stores gets the numbers ${first} to ${last}.`;
  return { name: 'numbers', state: 'well', detail };
}
