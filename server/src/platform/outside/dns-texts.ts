import { Resolver } from 'node:dns/promises';
import { Fault } from '@paraph/domain';

/** No answer means that there is none. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * The TXT records of a name; empty where there are none.
 *
 * @param servers those of the system where there are none
 * @throws Fault if no server answers
 */
export async function readDnsTexts(name: string, servers: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    if (NONE.has(code)) return [];
    throw new Fault(`No DNS server answered for ${name}.`, { retryable: true, cause: error });
  }
}
