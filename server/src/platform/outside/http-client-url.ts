import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAllowedPrivate, METADATA_SERVICES } from './networks.ts';

/** What a URL is checked by before anything of ours is sent there. */
export interface UrlPolicy {
  /** Only where the instance itself is reached over loopback: receivers on this machine, over http too. */
  allowLoopback: boolean;
  /** `host` or `host:port` of this instance; it must not call itself. */
  ownHosts: readonly string[];
  /** For URLs configured by the operator: http and private networks are allowed. */
  isOperators?: boolean;
  /** For signed data that authorities publish: http and its port are allowed too, at public addresses. */
  allowHttp?: boolean;
  /** Addresses and networks that are not public and may be called all the same, as the operator says. */
  privateNetworks?: readonly string[];
}

/** For URLs of users: loopback on instances that are on loopback themselves, never this instance (interface.md §9). */
export function policyForUsers({
  baseUrl,
  allowedPrivateNetworks: privateNetworks,
}: {
  baseUrl: string;
  allowedPrivateNetworks: readonly string[];
}): UrlPolicy {
  const { hostname, host } = new URL(baseUrl);
  return { allowLoopback: isLoopbackHost(hostname), ownHosts: [host], privateNetworks };
}

export const OPERATORS_POLICY: UrlPolicy = { allowLoopback: true, ownHosts: [], isOperators: true };

/** Services that speak something else and could be confused by what we send. */
const PORTS_REFUSED: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5672, 5984, 5985, 5986, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 7001, 8086, 9042, 9092,
  9200, 9300, 10080, 10250, 11211, 27017, 27018,
]);

/**
 * Why requests to this URL are not allowed, as a sentence with the remedy; null if they are. Checks the host name; the
 * addresses it resolves to are checked when connecting, because they can change.
 */
export function checkUrl(text: string, policy: UrlPolicy): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return 'The URL must not hold spaces or control characters.';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return 'This is not a URL; write it like https://example.com/path.';
  if (url.username || url.password) return 'The URL must not hold a user name or a password.';
  if (policy.isOperators) return checkOperatorsUrl(url, policy);
  const isLocal = policy.allowLoopback && isLoopbackHost(url.hostname);
  const mayBeHttp = isLocal || policy.allowHttp === true;
  if (url.protocol !== 'https:' && !(mayBeHttp && url.protocol === 'http:')) {
    return 'The URL must begin with https://.';
  }
  if (isOwn(url, policy.ownHosts)) return 'The URL leads back to this instance; name a server of your own.';
  const portProblem = checkPort(url, mayBeHttp);
  if (portProblem) return portProblem;
  return isLocal ? null : checkHost(url.hostname, policy.privateNetworks ?? []);
}

function checkOperatorsUrl(url: URL, { ownHosts }: UrlPolicy): string | null {
  if (!/^https?:$/.test(url.protocol)) return 'The URL must begin with https:// or http://.';
  if (isOwn(url, ownHosts)) return 'The URL leads back to this instance; name another server.';
  return PORTS_REFUSED.has(portOf(url)) ? `Port ${portOf(url)} belongs to another kind of service.` : null;
}

/** Public, private or loopback; never link-local, where clouds serve secrets of the machine. */
export function isReachableAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (METADATA_SERVICES.has(parsed.toString())) return false;
  const range = parsed.range();
  return (
    ['private', 'uniqueLocal', 'loopback', 'carrierGradeNat'].includes(range) || isPublicAddress(address)
  );
}

/** Whether the address belongs to the public internet; everything else (and what embeds it) is refused. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Azure's metadata service, which returns secrets of the machine, although the address looks public.
  if (parsed.kind() === 'ipv4') return address !== '168.63.129.16';
  // RFC 4291 §2.4: global unicast is in 2000::/3; the rest embeds IPv4 or is not assigned.
  return ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}

/** `localhost`, 127/8 and ::1, and nothing that merely leads there. */
export function isLoopbackHost(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  return name === 'localhost' || isLoopbackAddress(name);
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/** A host name as sockets and resolvers expect it: IPv6 addresses without brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function isOwn(url: URL, ownHosts: readonly string[]): boolean {
  const name = trimDot(url.hostname);
  return ownHosts.some((own) => {
    const mine = new URL(`${url.protocol}//${own}`);
    const sameMachine = isLoopbackHost(name) && isLoopbackHost(mine.hostname);
    // On loopback the port distinguishes services; a public name is ours on every port.
    return sameMachine ? portOf(mine) === portOf(url) : trimDot(mine.hostname) === name;
  });
}

function checkPort(url: URL, mayBeHttp: boolean): string | null {
  const port = portOf(url);
  const isAllowed = port === 443 || (mayBeHttp && port === 80) || (port >= 1_024 && !PORTS_REFUSED.has(port));
  return isAllowed
    ? null
    : `Port ${port} is not allowed; use 443 or one from 1024 up that no other service owns.`;
}

function checkHost(hostname: string, networks: readonly string[]): string | null {
  const refused = 'The URL must lead to a public address, not into a private network or this machine.';
  const name = withoutBrackets(trimDot(hostname));
  if (isIP(name) !== 0) return isPublicAddress(name) || isAllowedPrivate(name, networks) ? null : refused;
  if (name === '' || /(^|\.)localhost$/.test(name) || name.endsWith('.onion')) return refused;
  // Names of a network of one's own; what they lead to is checked at each call.
  if (networks.length > 0) return null;
  return !name.includes('.') || /\.(local|internal|localdomain|home\.arpa)$/.test(name) ? refused : null;
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function trimDot(hostname: string): string {
  return hostname.replace(/\.+$/, '');
}
