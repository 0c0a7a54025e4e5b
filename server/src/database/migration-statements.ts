import type pg from 'pg';

// A migration runs while processes of the version before still work. In one transaction it would hold the locks of all
// tables that it has changed until its end: who waits for one of them waits for all, and two that wait for each other
// end with an error. So each statement is a transaction of its own, with the mark that it ran: killed at any moment, it
// goes on where it was. What waits for a lock gives up after a second, because all later statements wait behind it.

const LOCK_MS_MAX = 1_000;
const TRIES_MAX = 300;
const PAUSE_SECONDS = 0.2;

/** lock_not_available and deadlock_detected. */
const BUSY = new Set(['55P03', '40P01']);

/** Kept only while migrations run, and after one that was killed. */
const MARKS = 'migration_marks';

/** Runs what has not run yet of the statements of a migration. @throws Error if a lock cannot be had for minutes */
export async function runStatements(client: pg.ClientBase, name: string, text: string): Promise<void> {
  await client.query(
    `create table if not exists ${MARKS} (migration text, position int, primary key (migration, position))`,
  );
  const { rows } = await client.query<{ position: number }>(
    `select position from ${MARKS} where migration = $1`,
    [name],
  );
  const done = new Set(rows.map(({ position }) => position));
  for (const [position, statement] of splitStatements(text).entries()) {
    if (done.has(position)) continue;
    const mark = () => client.query(`insert into ${MARKS} values ($1, $2)`, [name, position]);
    const index = /^create (?:unique )?index concurrently (\w+)/i.exec(statement)?.[1];
    if (index === undefined) await untilFree(client, () => inTransaction(client, statement, mark));
    else {
      // A transaction cannot hold it. What was killed leaves an index behind that nothing uses.
      await client.query(`drop index concurrently if exists ${index}`);
      await client.query(statement);
      await mark();
    }
  }
}

/** Once all migrations have run. */
export async function forgetMarks(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`drop table if exists ${MARKS}`);
}

async function inTransaction(client: pg.ClientBase, statement: string, mark: () => Promise<unknown>) {
  // Its end need not be on the disk: what follows is so only after it.
  await client.query(`begin; set local lock_timeout = ${LOCK_MS_MAX}; set local synchronous_commit = off`);
  try {
    await client.query(statement);
    await mark();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function untilFree(client: pg.ClientBase, run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!BUSY.has(String((error as { code?: unknown }).code)) || tries === TRIES_MAX) throw error;
      await client.query('select pg_sleep($1)', [PAUSE_SECONDS]);
    }
  }
}

/** Quoted texts, names and bodies of functions, and comments: a semicolon in them ends nothing. */
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The statements of a file, without comments before them. */
export function splitStatements(text: string): string[] {
  const ends: number[] = [];
  const masked = text.replace(OPAQUE, (found) =>
    (/^(?:--|\/\*)/.test(found) ? ' ' : '_').repeat(found.length),
  );
  for (const { index } of masked.matchAll(/;/g)) ends.push(index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts
    .map((start, nth) => {
      const blank = /^\s*/.exec(masked.slice(start, ends[nth]))?.[0].length ?? 0;
      return text.slice(start + blank, ends[nth] ?? text.length).trim();
    })
    .filter((statement) => statement !== '');
}
