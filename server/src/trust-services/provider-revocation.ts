import type { RevocationSource } from '@paraph/pades';
import { fetchedRevocation } from '../platform/outside/revocation-client.ts';
import type { TrustDeps } from './find-providers.ts';
import { providerPolicy } from './provider-client.ts';

const TIMEOUT_MS = 20_000;

/** Revocation data of providers' certificates, from the addresses in them; the sandbox's without the network. */
export function openProviderRevocation(deps: TrustDeps): RevocationSource {
  const { config, sandbox } = deps;
  // Revocation data are signed, and served over http (RFC 5280 §8).
  const policy = { ...providerPolicy(config), allowHttp: true };
  const outside = fetchedRevocation({ version: config.version, policy, timeoutMs: TIMEOUT_MS });
  return {
    revocation: async (certificate, issuer) => {
      if (sandbox && (await sandbox.isRoot(issuer.der))) return { crls: [await sandbox.crl()], ocsps: [] };
      return outside.revocation(certificate, issuer);
    },
  };
}
