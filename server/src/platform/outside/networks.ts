import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address is one of these, or in one of these networks (CIDR); IPv4 within IPv6 counts as what it is. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const parsed = ipaddr.process(address);
  return networks.some((each) => {
    const [network, bits] = readNetwork(each);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/** Whether an address is named itself, not only a network around it. */
function isNamedExactly(address: string, networks: readonly string[]): boolean {
  return isInNetworks(
    address,
    networks.filter((each) => {
      const [network, bits] = readNetwork(each);
      return bits === widthOf(network);
    }),
  );
}

function readNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const network = ipaddr.process(text);
  return [network, widthOf(network)];
}

function widthOf(network: ipaddr.IPv4 | ipaddr.IPv6): number {
  return network.kind() === 'ipv4' ? 32 : 128;
}

/** What can be a machine of a private network. */
const PRIVATE_RANGES: readonly string[] = ['private', 'uniqueLocal', 'carrierGradeNat'];
/** This machine, and where clouds serve secrets of the machine: only by its very address. */
const EXACT_RANGES: readonly string[] = ['loopback', 'linkLocal'];

/**
 * Whether users may have us call an address that is not public, because the operator names its network. A network never
 * takes loopback, link-local addresses and the metadata services of clouds along: each of them is named by itself.
 */
export function isAllowedPrivate(address: string, networks: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (METADATA_SERVICES.has(parsed.toString()) || EXACT_RANGES.includes(range))
    return isNamedExactly(address, networks);
  return PRIVATE_RANGES.includes(range) && isInNetworks(address, networks);
}

/** Metadata services of Azure, AWS, Alibaba and Oracle that are not link-local: they return secrets of the machine. */
export const METADATA_SERVICES: ReadonlySet<string> = new Set([
  '168.63.129.16',
  'fd00:ec2::254',
  '100.100.100.200',
  '192.0.0.192',
]);
