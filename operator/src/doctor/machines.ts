import { existsSync } from 'node:fs';
import { checkInstanceKeys } from '@paraph/server/audit/audit-keys.ts';
import { type Config, findKeysDir } from '@paraph/server/config/config.ts';
import { SETTINGS } from '@paraph/server/config/settings.ts';
import { type Database, type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { listUnnamedProxies } from '@paraph/server/http/unnamed-proxies.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { openKeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import type { Finding } from './finding.ts';
import { checkPooler, connect } from './pooler.ts';

/** What several processes on one database have to share: its connections, their sessions, and the keys. */
export async function checkMachines(
  config: Config,
  options: DatabaseOptions,
  pooled: DatabaseOptions | null,
): Promise<Finding[]> {
  const { connections, preparesStatements } = config;
  return [
    await checkPooler({ options, pooled, preparesStatements }),
    await checkConnections(options, { connections: pooled ? SESSIONS : connections }),
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

/** Those that a process opens beside the pooler's, at its start. */
const SESSIONS = 2;

async function checkConnections(
  options: DatabaseOptions,
  { connections }: Pick<Config, 'connections'>,
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
