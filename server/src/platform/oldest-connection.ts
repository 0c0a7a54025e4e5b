import type pg from 'pg';

/** What the pool (pg-pool 3.14) keeps of an idle connection: it takes the last of its list, and appends to it. */
interface Idle {
  client: pg.PoolClient;
}

/**
 * The pool hands out the oldest of its idle connections. By itself it hands out the one used last: after a moment in
 * which several were needed at once, as by housekeeping each minute, that is a new one, which plans all statements anew
 * while one that has planned them is idle.
 */
export function handOutOldest(pool: pg.Pool): void {
  const ages = new WeakMap<pg.PoolClient, number>();
  let opened = 0;
  pool.on('connect', (client) => {
    opened += 1;
    ages.set(client, opened);
  });
  const ageOf = ({ client }: Idle) => ages.get(client) ?? 0;
  const idle: Idle[] = [];
  idle.push = (...items) => {
    for (const item of items) {
      const newer = idle.findLastIndex((other) => ageOf(other) > ageOf(item));
      idle.splice(newer + 1, 0, item);
    }
    return idle.length;
  };
  Object.assign(pool, { _idle: idle });
}
