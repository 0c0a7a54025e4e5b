import { existsSync } from 'node:fs';
import { checkInstanceKeys } from '@paraph/server/audit/audit-keys.ts';
import { type Config, findKeysDir } from '@paraph/server/config/config.ts';
import { SETTINGS } from '@paraph/server/config/settings.ts';
import { type Database, type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { listUnnamedProxies } from '@paraph/server/http/unnamed-proxies.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { openKeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import pg from 'pg';
import type { Finding } from './finding.ts';

/** What several processes on one database have to share: its connections, their sessions, and the keys. */
export async function checkMachines(config: Config, options: DatabaseOptions): Promise<Finding[]> {
  return [
    await checkPooler(options),
    await checkConnections(config, options),
    ...(await checkKeysOfDatabase(config, options)),
  ];
}

/** Behind a proxy that is not named every visitor has the address of the proxy. */
export async function checkProxies(deps: {
  config: Config;
  clock: Clock;
  database: Database;
}): Promise<Finding> {
  const name = 'proxies';
  const addresses = await listUnnamedProxies(deps);
  if (addresses.length === 0)
    return { name, state: 'well', detail: 'No address reports visitors without being named as a proxy.' };
  const list = addresses.join(', ');
  return {
    name,
    state: 'warning',
    detail: `${list} sends X-Forwarded-For and is not named: visitors behind it all seem to have its address.`,
    remedy: nameProxy(addresses),
  };
}

/** Strangers can send the header as well: who names them all trusts theirs. */
function nameProxy(addresses: readonly string[]): string {
  const [only] = addresses;
  if (addresses.length === 1) return `Where that is your proxy: PARAPH_TRUSTED_PROXIES=${only}`;
  return 'Strangers can send it, too. Where one of these is your proxy, name that one alone in PARAPH_TRUSTED_PROXIES.';
}

/**
 * Locks of a session, notifications and prepared statements need one connection of PostgreSQL for each of ours. A
 * pooler in transaction mode gives a connection that is not in a transaction to others: while these hold the one that
 * answered before, another one answers.
 */
async function checkPooler(options: DatabaseOptions): Promise<Finding> {
  const name = 'pooler';
  const asked = await connect(options);
  const others: pg.Client[] = [];
  try {
    const first = await pidOf(asked);
    for (let count = 0; count < 3; count += 1) {
      const other = await connect(options);
      others.push(other);
      await other.query('begin');
      await pidOf(other);
      if ((await pidOf(asked)) !== first)
        return {
          name,
          state: 'failed',
          detail:
            'DATABASE_URL leads to a pooler in transaction mode: locks and notifications of sessions are lost.',
          remedy: 'Connect to PostgreSQL directly, or set the pooler to session mode.',
        };
    }
    return { name, state: 'well', detail: 'Each connection keeps its session.' };
  } finally {
    await Promise.all([asked, ...others].map((client) => client.end().catch(() => {})));
  }
}

async function checkConnections(
  { connections }: Pick<Config, 'connections'>,
  options: DatabaseOptions,
): Promise<Finding> {
  const name = 'connections';
  const client = await connect(options);
  try {
    const { rows } = await client.query<{ available: number; used: number }>(
      `select current_setting('max_connections')::int
            - current_setting('superuser_reserved_connections')::int as available,
          (select count(*)::int - 1 from pg_stat_activity where backend_type = 'client backend') as used`,
    );
    const { available, used } = rows[0] ?? { available: 0, used: 0 };
    // The lock by which others see that a process is alive has a connection of its own.
    const each = connections + 1;
    const count = Math.floor(available / each);
    const detail =
      `A process opens at most ${each}, and ${used} of ${available} are in use: ` +
      `there is room for ${count === 1 ? 'one process' : `${count} processes`}, serve or work.`;
    if (count >= 2 && used < 0.9 * available) return { name, state: 'well', detail };
    const remedy = `Raise max_connections of PostgreSQL, or lower ${SETTINGS.connections.name}.`;
    return { name, state: 'warning', detail, remedy };
  } finally {
    await client.end().catch(() => {});
  }
}

/** None before the first start has made keys. */
async function checkKeysOfDatabase(config: Config, options: DatabaseOptions): Promise<Finding[]> {
  const keysDir = findKeysDir(config);
  if (!existsSync(keysDir)) return [];
  const vault = await openKeyVault(keysDir, systemIds, { passphraseFile: config.vaultPassphraseFile });
  const { database, close } = openDatabase(options, { connectionsMax: 1 });
  try {
    await checkInstanceKeys(database, { vault, keysDir });
    return [];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ name: 'keys of the database', state: 'failed', detail }];
  } finally {
    await close();
  }
}

async function connect(options: DatabaseOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
