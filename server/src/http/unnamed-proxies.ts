import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { isInNetworks } from '../platform/outside/networks.ts';

/**
 * Every client can send the header, so no more addresses than these are recorded: those seen last, because a proxy
 * sends it with every request and comes back however many strangers came between.
 */
const ADDRESSES_MAX = 20;
/** How often a process records an address that it does not know: strangers have many, and each would be a statement. */
const NEW_ADDRESS_EVERY_MS = 1_000;
/** How often a process records again that an address still does it: another one may have replaced it meanwhile. */
const RECORD_EVERY_MS = 3_600_000;
/** An address that stopped is mentioned, and its row stays, for so long. */
export const UNNAMED_PROXY_SECONDS = 30 * 86_400;

/** Whether the peer reports for whom it calls, and is no proxy that the operator named: its word counts for nothing. */
export function isUnnamedProxy(request: Pick<FastifyRequest, 'headers' | 'ips'>): boolean {
  // The first of the addresses is the peer's; there are others only where the peer is named.
  return request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1;
}

/** Records and logs the first request of each unnamed proxy, and once an hour that it is still there. */
export function noticeUnnamedProxies(app: FastifyInstance, deps: Pick<Deps, 'database' | 'clock' | 'log'>) {
  // A cache, the address recorded last at the end: what it has lost is recorded once more.
  const recorded = new Map<string, number>();
  let newestAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request) => {
    if (!isUnnamedProxy(request)) return;
    const now = deps.clock.now();
    const before = recorded.get(request.ip);
    const pause = before === undefined ? NEW_ADDRESS_EVERY_MS : RECORD_EVERY_MS;
    if (now.getTime() - (before ?? newestAt) < pause) return;
    recorded.delete(request.ip);
    recorded.set(request.ip, now.getTime());
    if (before === undefined) {
      newestAt = now.getTime();
      for (const oldest of [...recorded.keys()].slice(0, -ADDRESSES_MAX)) recorded.delete(oldest);
      deps.log.warn({ proxy: request.ip }, UNNAMED);
    }
    // A request does not fail because of what is only noted.
    await recordProxy(deps.database, request.ip, now).catch(() => recorded.delete(request.ip));
  });
}

const UNNAMED =
  'This address sends X-Forwarded-For and is not named in PARAPH_TRUSTED_PROXIES: if it is your proxy, all visitors ' +
  'seem to have its address, in the evidence and for the limits of sign-in.';

/** Replaces the one seen longest ago where there are enough. */
async function recordProxy(database: Database, address: string, now: Date): Promise<void> {
  await sql`
    with replaced as (
      delete from unnamed_proxies where address in (
        select address from unnamed_proxies where address <> ${address}
        order by last_seen_at desc, address offset ${ADDRESSES_MAX - 1} for update skip locked))
    insert into unnamed_proxies (address, first_seen_at, last_seen_at) values (${address}, ${now}, ${now})
    on conflict (address) do update set last_seen_at = excluded.last_seen_at`.execute(database);
}

export async function deleteOldUnnamedProxies(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('unnamed_proxies').where('last_seen_at', '<=', before).execute();
}

/** The addresses of the last weeks that still are not named, those seen first at the beginning. */
export async function listUnnamedProxies({
  database,
  clock,
  config,
}: Pick<Deps, 'database' | 'clock'> & { config: Pick<Config, 'trustedProxies'> }): Promise<string[]> {
  const since = addSeconds(clock.now(), -UNNAMED_PROXY_SECONDS);
  const { rows } = await sql<{ address: string }>`
    select address from unnamed_proxies where last_seen_at > ${since}
    order by first_seen_at, address`.execute(database);
  return rows
    .map(({ address }) => address)
    .filter((address) => !isInNetworks(address, config.trustedProxies));
}
