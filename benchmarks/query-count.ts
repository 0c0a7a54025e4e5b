import pg from 'pg';

let sent = 0;

/** Counts what this process asks of its database from now on: round trips are what most calls are made of. */
export function countQueries(): void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    sent += 1;
    return Reflect.apply(query, this, given);
  } as typeof query;
}

export function queriesSent(): number {
  return sent;
}
