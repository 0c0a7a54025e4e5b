import { Refusal } from '@paraph/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.ts';
import { type LinkHosts, leaveLinkHost } from './link-hosts.ts';

/** What load balancers, collectors and proxies ask by whatever name leads here. */
const NAMELESS_PATHS: ReadonlySet<string> = new Set([
  ...['/livez', '/readyz', '/metrics', '/.well-known/paraph-host'],
]);

const HSTS = 'strict-transport-security';

const TWO_HOSTS = 'The request names more than one host; send one Host header.';

/**
 * Refuses requests with two Host headers, which a proxy might interpret differently (RFC 9112 §3.2), and those for
 * another host: a name that a stranger lets lead here (DNS rebinding), or one that a cache would store pages for. A
 * host that an organization has proven serves the links of that organization.
 */
export function requireOwnHost(
  app: FastifyInstance,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  hosts: LinkHosts,
): void {
  const { hostname: own, protocol } = new URL(baseUrl);
  const otherHost =
    `This instance is reached at ${baseUrl} and at no other name. Use that address; a proxy in front has to pass ` +
    'the Host header on as it is.';
  /** @returns true where the response has been sent */
  const enterByLinkHost = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const host = (request.headers.host ?? '').toLowerCase();
    const organizationId = await hosts.findOrganizationOfHost(host);
    if (organizationId === null) {
      reply.header('connection', 'close');
      throw new Refusal('VALIDATION_ERROR', otherHost);
    }
    request.linkHost = { organizationId, origin: `${protocol}//${host}` };
    // What else is below a domain of an organization is not ours to decide.
    if (reply.hasHeader(HSTS)) reply.header(HSTS, 'max-age=31536000');
    return leaveLinkHost(request, reply, { organizationId, baseUrl, hosts });
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (namesTwoHosts(raw.rawHeaders)) {
      reply.header('connection', 'close');
      return done(new Refusal('VALIDATION_ERROR', TWO_HOSTS));
    }
    if (isOwnHost(raw.headers.host, { own, path: (raw.url ?? '').split('?')[0] ?? '' })) return done();
    enterByLinkHost(request, reply).then((isSent) => {
      if (!isSent) done();
    }, done);
  });
}

/**
 * The host of the base URL on any port, and names of this machine, which no other machine's name service can give away:
 * tools and proxies beside the service use them. Health may be asked for by any name, as that of a container.
 */
export function isOwnHost(host: string | undefined, { own, path }: { own: string; path: string }): boolean {
  if (NAMELESS_PATHS.has(path)) return true;
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
