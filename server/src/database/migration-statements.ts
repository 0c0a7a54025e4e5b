import type pg from 'pg';

// A migration runs while processes of the version before still work. In one transaction it would hold the locks of all
// tables that it has changed until its end: who waits for one of them waits for all, and two that wait for each other
// end with an error. So each statement is a transaction of its own, with the mark that it ran: killed at any moment, it
// goes on where it was. What waits for a lock gives up after a second, because all later statements wait behind it.
// On an empty database nothing works yet, so that a whole migration is one transaction: two thirds of the time.

const CONCURRENT_INDEX = /^(create (?:unique )?index) concurrently (\w+)/i;
const LOCK_MS_MAX = 1_000;
const TRIES_MAX = 300;
const PAUSE_SECONDS = 0.2;

/** lock_not_available and deadlock_detected. */
const BUSY = new Set(['55P03', '40P01']);

/** There only while migrations run, and after one that was killed. */
const MARKS = 'migration_marks';

/** Of each migration the positions of the statements that have run, in one that has not ended. */
export type Marks = ReadonlyMap<string, ReadonlySet<number>>;

/** Those of an earlier try, from where it is gone on; none where all migrations have ended. */
export async function readMarks(client: Pick<pg.ClientBase, 'query'>): Promise<Marks> {
  const there = await client.query(`select to_regclass('${MARKS}') is not null as there`);
  const marks = new Map<string, Set<number>>();
  if (!there.rows[0].there) return marks;
  const { rows } = await client.query<{ migration: string; position: number }>(
    `select migration, position from ${MARKS}`,
  );
  for (const { migration, position } of rows)
    marks.set(migration, (marks.get(migration) ?? new Set()).add(position));
  return marks;
}

/** Before migrations run. */
export async function beginMarks(client: Pick<pg.ClientBase, 'query'>): Promise<Marks> {
  await client.query(
    `create table if not exists ${MARKS} (migration text, position int, primary key (migration, position))`,
  );
  return readMarks(client);
}

/** Runs what has not run yet of the statements of a migration. @throws Error if a lock cannot be had for minutes */
export async function runStatements(
  client: pg.ClientBase,
  { name, text }: { name: string; text: string },
  marks: Marks,
): Promise<void> {
  const done = marks.get(name);
  for (const [position, statement] of splitStatements(text).entries()) {
    if (done?.has(position)) continue;
    const mark = () => client.query(`insert into ${MARKS} values ($1, $2)`, [name, position]);
    const index = CONCURRENT_INDEX.exec(statement)?.[2];
    if (index === undefined) await untilFree(client, () => inTransaction(client, statement, mark));
    else {
      // A transaction cannot hold it. What was killed leaves an index behind that nothing uses.
      await client.query(`drop index concurrently if exists ${index}`);
      await client.query(statement);
      await mark();
    }
  }
}

/** Runs what has not run yet of a migration in one transaction. Only where no other process works. */
export async function runAtOnce(
  client: pg.ClientBase,
  { name, text }: { name: string; text: string },
  marks: Marks,
): Promise<void> {
  const left = [...splitStatements(text).entries()].filter(([position]) => !marks.get(name)?.has(position));
  const statements = left.map(([, statement]) => statement.replace(CONCURRENT_INDEX, '$1 $2'));
  const positions = left.map(([position]) => position);
  // A statement may end with a comment.
  await inTransaction(client, statements.join('\n;\n'), () =>
    client.query(`insert into ${MARKS} select $1, unnest($2::int[])`, [name, positions]),
  );
}

/**
 * Once all migrations of this version have run. Those of a later version stay, which was killed while it went over: it
 * goes on where it was when it is started again.
 */
export async function forgetMarks(
  client: Pick<pg.ClientBase, 'query'>,
  migrations: readonly string[],
): Promise<void> {
  await client.query(`delete from ${MARKS} where migration = any($1)`, [migrations]);
  const { rowCount } = await client.query(`select from ${MARKS} limit 1`);
  if (rowCount === 0) await client.query(`drop table ${MARKS}`);
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

/** The same length, with comments as spaces, and quoted texts and bodies as marks. */
function mask(text: string): string {
  return text.replace(OPAQUE, (found) => (isComment(found) ? ' ' : '_').repeat(found.length));
}

const isComment = (text: string) => /^(?:--|\/\*)/.test(text);

/** The statements of a file, without comments before them. */
export function splitStatements(text: string): string[] {
  return splitAt(text, [...mask(text).matchAll(/;/g)]);
}

/** The members of a list, whose own lists are in brackets. */
export function splitList(text: string): string[] {
  let depth = 0;
  const commas = [...mask(text).matchAll(/[(),]/g)].filter(([sign]) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    return sign === ',' && depth === 0;
  });
  return splitAt(text, commas);
}

export function withoutComments(text: string): string {
  return text.replace(OPAQUE, (found) => (isComment(found) ? ' ' : found));
}

function splitAt(text: string, separators: readonly { index: number }[]): string[] {
  const masked = mask(text);
  const ends = separators.map(({ index }) => index);
  return [0, ...ends.map((end) => end + 1)]
    .map((start, nth) => {
      const blank = /^\s*/.exec(masked.slice(start, ends[nth]))?.[0].length ?? 0;
      return text.slice(start + blank, ends[nth] ?? text.length).trim();
    })
    .filter((part) => part !== '');
}
