import type { RevocationSource, TimestampAuthority } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { traced } from '../platform/observe/tracing.ts';
import {
  type AuthorityCalls,
  askAuthority,
  fetchedRevocation,
} from '../platform/outside/revocation-client.ts';

type Slice = Pick<Deps, 'config'>;

/** The authorities for timestamps that the operator named, in their order. */
export function externalAuthorities({ config }: Slice): TimestampAuthority[] {
  return config.timestamps.urls.map((url) => ({
    name: new URL(url).host,
    timestamp: (body) =>
      traced({ name: 'timestamp', kind: 'client' }, () =>
        askAuthority(callsOf({ config }), { url, body, type: 'application/timestamp-query' }),
      ),
  }));
}

/**
 * Fetches revocation data of those authorities' certificates from the URLs in the certificates. A certificate is only
 * followed once it chains to a root that the operator configured.
 */
export function externalRevocation({ config }: Slice): RevocationSource {
  return fetchedRevocation(callsOf({ config }));
}

function callsOf({ config }: Slice): AuthorityCalls {
  const policy = { allowLoopback: true, ownHosts: [new URL(config.baseUrl).host], isOperators: true };
  return { version: config.version, policy, timeoutMs: config.timestamps.timeoutMs };
}
