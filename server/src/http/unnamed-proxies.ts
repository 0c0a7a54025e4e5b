import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Database } from '../platform/database.ts';

/** Every client can send the header, so no more addresses than these are recorded. */
const ADDRESSES_MAX = 20;
/** How often a process records again that an address still does it. */
const RECORD_EVERY_MS = 24 * 3_600_000;
/** An address that stopped is mentioned for so long. */
const MENTION_MS = 30 * 24 * 3_600_000;

/** Whether the peer reports for whom it calls, and is no proxy that the operator named: its word counts for nothing. */
export function isUnnamedProxy(request: Pick<FastifyRequest, 'headers' | 'ips'>): boolean {
  // The first of the addresses is the peer's; there are others only where the peer is named.
  return request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1;
}

/** Records and logs the first request of each unnamed proxy, and once a day that it is still there. */
export function noticeUnnamedProxies(
  app: FastifyInstance,
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
): void {
  // A cache: what is lost with the process is recorded once more.
  const recorded = new Map<string, number>();
  app.addHook('onRequest', async (request) => {
    if (!isUnnamedProxy(request)) return;
    const now = deps.clock.now();
    const before = recorded.get(request.ip);
    if (before === undefined && recorded.size >= ADDRESSES_MAX) return;
    if (before !== undefined && now.getTime() - before < RECORD_EVERY_MS) return;
    recorded.set(request.ip, now.getTime());
    if (before === undefined) deps.log.warn({ proxy: request.ip }, UNNAMED);
    // A request does not fail because of what is only noted.
    await recordProxy(deps.database, request.ip, now).catch(() => recorded.delete(request.ip));
  });
}

const UNNAMED =
  'This address sends X-Forwarded-For and is not named in PARAPH_TRUSTED_PROXIES: if it is your proxy, all visitors ' +
  'seem to have its address, in the evidence and for the limits of sign-in.';

async function recordProxy(database: Database, address: string, now: Date): Promise<void> {
  await sql`
    insert into unnamed_proxies (address, first_seen_at, last_seen_at)
    select ${address}, ${now}, ${now}
    where (select count(*) from unnamed_proxies) < ${ADDRESSES_MAX}
      or exists (select from unnamed_proxies where address = ${address})
    on conflict (address) do update set last_seen_at = excluded.last_seen_at`.execute(database);
}

/** The addresses of the last weeks that still are not named, those seen first at the beginning. */
export async function listUnnamedProxies({
  database,
  clock,
  config,
}: Pick<Deps, 'database' | 'clock'> & { config: Pick<Config, 'trustedProxies'> }): Promise<string[]> {
  const rows = await database
    .selectFrom('unnamed_proxies')
    .select('address')
    .where('last_seen_at', '>', new Date(clock.now().getTime() - MENTION_MS))
    .orderBy('first_seen_at')
    .orderBy('address')
    .execute();
  return rows.map(({ address }) => address).filter((address) => !isNamed(address, config.trustedProxies));
}

function isNamed(address: string, proxies: readonly string[]): boolean {
  const parsed = ipaddr.process(address);
  return proxies.some((proxy) => {
    const [network, bits] = proxy.includes('/')
      ? ipaddr.parseCIDR(proxy)
      : ([ipaddr.process(proxy), ipaddr.process(proxy).kind() === 'ipv4' ? 32 : 128] as const);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}
