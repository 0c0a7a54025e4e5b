import { Refusal } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.ts';

/** What load balancers and collectors ask by the name or address that the machine has among them. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

const TWO_HOSTS = 'The request names more than one host; send one Host header.';

/**
 * Refuses requests with two Host headers, which a proxy might interpret differently (RFC 9112 §3.2), and those for
 * another host: a name that a stranger lets lead here (DNS rebinding), or one that a cache would store pages for.
 */
export function requireOwnHost(app: FastifyInstance, { baseUrl }: Pick<Config, 'baseUrl'>): void {
  const own = new URL(baseUrl).hostname;
  const otherHost =
    `This instance is reached at ${baseUrl} and at no other name. Use that address; a proxy in front has to pass ` +
    'the Host header on as it is.';
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const isOwn = isOwnHost(raw.headers.host, { own, path: (raw.url ?? '').split('?')[0] ?? '' });
    const hasTwo = namesTwoHosts(raw.rawHeaders);
    if (isOwn && !hasTwo) return done();
    reply.header('connection', 'close');
    done(new Refusal('VALIDATION_ERROR', hasTwo ? TWO_HOSTS : otherHost));
  });
}

/**
 * The host of the base URL on any port, and names of this machine, which no other machine's name service can give away:
 * tools and proxies beside the service use them. Health may be asked for by any name, as that of a container.
 */
export function isOwnHost(host: string | undefined, { own, path }: { own: string; path: string }): boolean {
  if (HEALTH_PATHS.has(path)) return true;
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (url === null) return false;
  const { hostname } = url;
  if (hostname === own || hostname === 'localhost') return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Names and values take turns. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
