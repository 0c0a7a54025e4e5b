import { listEventRanges } from '@paraph/server/audit/api.ts';
import type { Database } from '@paraph/server/database/database.ts';
import { beginningOf, readCell } from '@paraph/server/organization-moves/number-range.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';
import { readNumbering } from '@paraph/server/workflows/api.ts';
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

/** Events lie in ranges of workflows; one is made about a month before the first of its workflows. */
export async function checkEventRanges(database: Database, { now }: Clock): Promise<Finding> {
  const [{ last, monthly }, ranges] = [await readNumbering(database, now()), await listEventRanges(database)];
  const end = ranges.at(-1)?.before ?? 1;
  const name = 'ranges of events';
  const come = `There are ${ranges.length}, the last one for workflows before number ${end}; the numbers have come to ${last}.`;
  if (end > last + monthly / 2) return { name, state: 'well', detail: come };
  return {
    name,
    state: 'warning',
    detail: `${come} No range was made for those to come: their events are stored beside all ranges, and read more slowly.`,
    remedy:
      'See that a `serve` or a `work` does jobs, and what its log says of `sweep-records`, which makes ranges once an hour.',
  };
}

/** From where on this instance counts: organizations go to one of a greater cell. */
export async function checkNumberRange(database: Database): Promise<Finding> {
  const cell = (await readCell(database)) ?? 0;
  const [first, last] = [beginningOf(cell) + 1, beginningOf(cell + 1)];
  const detail = `This is cell ${cell}: what it stores gets the numbers ${first} to ${last}.`;
  return { name: 'numbers', state: 'well', detail };
}
