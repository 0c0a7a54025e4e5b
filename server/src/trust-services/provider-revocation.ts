import type { RevocationSource } from '@paraph/pades';
import { fetchedRevocation } from '../platform/revocation-client.ts';
import { hasSandbox, publishSandboxCrl } from '../sandbox-provider/sandbox-authority.ts';
import type { TrustDeps } from './find-providers.ts';
import { providerPolicy } from './provider-client.ts';

const TIMEOUT_MS = 20_000;

/** Revocation data of providers' certificates, from the addresses in them; the sandbox's without the network. */
export function openProviderRevocation(deps: TrustDeps): RevocationSource {
  const { config } = deps;
  // Revocation data are signed, and served over http (RFC 5280 §8).
  const policy = { ...providerPolicy(config), allowHttp: true };
  const outside = fetchedRevocation({ version: config.version, policy, timeoutMs: TIMEOUT_MS });
  return {
    revocation: async (certificate, issuer) => {
      const isSandbox = hasSandbox(config) && (await isSandboxRoot(deps, issuer.der));
      return isSandbox
        ? { crls: [await publishSandboxCrl(deps)], ocsps: [] }
        : outside.revocation(certificate, issuer);
    },
  };
}

/** Whether the sandbox issued; without making its key. */
async function isSandboxRoot({ vault }: TrustDeps, der: Uint8Array): Promise<boolean> {
  const root = await vault.find('sandbox-root.cer');
  return root?.equals(der) === true;
}
