import { SETTINGS } from '@paraph/server/config/settings.ts';
import type { DatabaseOptions } from '@paraph/server/database/database.ts';
import pg from 'pg';
import type { Finding } from './finding.ts';

const name = 'pooler';
const SESSIONS = SETTINGS.databaseSessionUrl.name;
const REQUESTS = SETTINGS.databaseUrl.name;

interface Ways {
  /** Whose connections must be sessions. */
  options: DatabaseOptions;
  /** Through a pooler; null without one. */
  pooled: DatabaseOptions | null;
  preparesStatements: boolean;
}

/**
 * Locks of a session, notifications and prepared statements need one connection of PostgreSQL for each of ours, which a
 * pooler in transaction mode does not give.
 */
export async function checkPooler({ options, pooled, preparesStatements }: Ways): Promise<Finding> {
  if (!(await keepsSessions(options)))
    return {
      name,
      state: 'failed',
      detail: `${pooled ? SESSIONS : REQUESTS} leads to a pooler in transaction mode: locks and notifications of sessions are lost.`,
      remedy: `Name PostgreSQL itself in ${SESSIONS}, or set the pooler to session mode.`,
    };
  if (!pooled) return { name, state: 'well', detail: 'Each connection keeps its session.' };
  const [own, other] = [await identify(options), await identify(pooled)];
  if (own.database !== other.database)
    return {
      name,
      state: 'failed',
      detail: `${SESSIONS} and ${REQUESTS} lead to two databases: locks in one say nothing of the other.`,
      remedy: `Name the database of ${REQUESTS} in ${SESSIONS}, without the pooler.`,
    };
  if (own.schema !== other.schema)
    return {
      name,
      state: 'failed',
      detail: `The pooler leads to the schema ${other.schema}, and ${SESSIONS} to ${own.schema}: requests find no table.`,
      remedy: `alter role ${own.user} set search_path = ${own.schema}; then close the connections of the pooler.`,
    };
  if (preparesStatements && !(await preparesAnywhere(pooled)))
    return {
      name,
      state: 'failed',
      detail: 'The pooler gives statements to connections that have not prepared them: requests fail.',
      remedy:
        `PgBouncer 1.21 or newer with max_prepared_statements = 200 prepares them; ` +
        `otherwise set ${SETTINGS.preparedStatements.name}=no.`,
    };
  return checkLimits(pooled);
}

/** A pooler takes no settings of single connections, so the user of the database has to have them. */
async function checkLimits(pooled: DatabaseOptions): Promise<Finding> {
  const client = await connect(pooled);
  try {
    const { rows } = await client.query<{ statement: string; idle: string; user: string }>(
      `select current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as idle, quote_ident(current_user) as user`,
    );
    const { statement, idle, user } = rows[0] ?? { statement: '0', idle: '0', user: 'paraph' };
    if (statement !== '0' && idle !== '0')
      return { name, state: 'well', detail: `Requests go through a pooler, sessions by ${SESSIONS}.` };
    return {
      name,
      state: 'warning',
      detail: 'Through the pooler nothing ends a statement or a transaction that hangs.',
      remedy:
        `alter role ${user} set statement_timeout = '30s'; ` +
        `alter role ${user} set idle_in_transaction_session_timeout = '60s'`,
    };
  } finally {
    await client.end().catch(() => {});
  }
}

/** While others hold the connection of PostgreSQL that answered before, another one answers, if there is a pooler. */
async function keepsSessions(options: DatabaseOptions): Promise<boolean> {
  return besideOthers(options, async (asked, moved) => {
    const first = await pidOf(asked);
    return moved(async () => (await pidOf(asked)) === first);
  });
}

/** Whether a statement with a name is found wherever it is sent. */
async function preparesAnywhere(options: DatabaseOptions): Promise<boolean> {
  const prepared = { name: 'paraph-doctor', text: 'select 1' };
  return besideOthers(options, async (asked, moved) => {
    await asked.query(prepared);
    return moved(async () => {
      try {
        await asked.query(prepared);
        return true;
      } catch (error) {
        // invalid_sql_statement_name, duplicate_prepared_statement
        if (['26000', '42P05'].includes((error as { code?: string }).code ?? '')) return false;
        throw error;
      }
    });
  });
}

/** `moved` asks again while one, two and three others are in a transaction, until the answer is no. */
async function besideOthers(
  options: DatabaseOptions,
  ask: (asked: pg.Client, moved: (again: () => Promise<boolean>) => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  const asked = await connect(options);
  const others: pg.Client[] = [];
  try {
    return await ask(asked, async (again) => {
      for (let count = 0; count < 3; count += 1) {
        const other = await connect(options);
        others.push(other);
        await other.query('begin');
        await pidOf(other);
        if (!(await again())) return false;
      }
      return true;
    });
  } finally {
    await Promise.all([asked, ...others].map((client) => client.end().catch(() => {})));
  }
}

/** Which database it is, of which start of PostgreSQL, and which of its schemas. */
async function identify(options: DatabaseOptions): Promise<Record<'database' | 'schema' | 'user', string>> {
  const client = await connect(options);
  try {
    const { rows } = await client.query<Record<'database' | 'schema' | 'user', string>>(
      `select current_database() || ' ' || pg_postmaster_start_time() as database,
         coalesce(current_schema(), 'none') as schema, quote_ident(current_user) as user`,
    );
    return rows[0] ?? { database: '', schema: '', user: '' };
  } finally {
    await client.end().catch(() => {});
  }
}

export async function connect(options: DatabaseOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
