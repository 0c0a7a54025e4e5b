import type { RevocationSource } from '@paraph/pades';
import type { TrustDeps } from './find-providers.ts';
import { openProviderRevocation } from './provider-revocation.ts';

/** The certificates of a signature that another authority issued: the signer's first, the trust anchor last. */
export type OutsideChain = readonly Uint8Array[];

/** The trust anchors that signatures were accepted with when they were made. */
export function anchorsOf(chains: readonly OutsideChain[]): Uint8Array[] {
  return chains.flatMap((chain) => chain.at(-1) ?? []);
}

/** Revocation data of providers' certificates from providers, and of all others from `ours`. */
export function withProviderRevocation(
  deps: TrustDeps,
  chains: readonly OutsideChain[],
  ours: RevocationSource,
): RevocationSource {
  const outside = openProviderRevocation(deps);
  const issuers = chains.flatMap((chain) => chain.slice(1));
  return {
    revocation: (certificate, issuer) => {
      const isOutside = issuers.some((der) => Buffer.compare(der, issuer.der) === 0);
      return (isOutside ? outside : ours).revocation(certificate, issuer);
    },
  };
}
