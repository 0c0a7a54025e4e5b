import { Resolver } from 'node:dns/promises';
import { Fault, invalid, Refusal } from '@paraph/domain';

/** No answer means that there is none. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * The TXT records of a name; empty where there are none.
 *
 * @param servers those of the system where there are none
 * @throws Fault if no server answers
 */
async function readDnsTexts(name: string, servers: readonly string[]): Promise<string[]> {
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

/** Where the holder of a domain publishes the token by which it is proven. */
export function recordNameOf(domain: string): string {
  return `_paraph.${domain}`;
}

/**
 * Asks the DNS whether a domain says the token that its holder was given.
 *
 * @throws Refusal `VALIDATION_ERROR` at `field` where it does not; `SERVICE_UNAVAILABLE` where no server answers
 */
export async function proveDomain(
  { domain, token, field }: { domain: string; token: string; field: string },
  servers: readonly string[],
): Promise<void> {
  const name = recordNameOf(domain);
  const texts = await readDnsTexts(name, servers).catch((error: Error) => {
    throw new Refusal('SERVICE_UNAVAILABLE', `${error.message} Try again in a minute.`, {
      retryAfterSeconds: 60,
    });
  });
  if (texts.some((text) => text.trim() === token)) return;
  const words = texts.length === 0 ? 'has no TXT record yet' : 'has other TXT records';
  throw invalid({ [field]: `${name} ${words}; it is to be ${token}. A change may take an hour to show.` });
}
