import type { RevocationSource } from '@paraph/pades';
import type { Reads } from '../database/database.ts';
import type { TrustDeps } from './find-providers.ts';
import { openProviderRevocation } from './provider-revocation.ts';
import { readAnchors } from './read-anchors.ts';
import { listAnchorTexts } from './trust-provider-store.ts';

/** The certificates of a signature that another authority issued: the signer's first, the trust anchor last. */
export type OutsideChain = readonly Uint8Array[];

/** The trust anchors that signatures were accepted with when they were made. */
export function anchorsOf(chains: readonly OutsideChain[]): Uint8Array[] {
  return chains.flatMap((chain) => chain.at(-1) ?? []);
}

/** DER: what these organizations trust as providers, also where a provider is switched off: earlier signatures stay. */
export async function listAnchorsOf(reads: Reads, organizationIds: readonly number[]): Promise<Buffer[]> {
  const texts = await listAnchorTexts(reads, organizationIds);
  return texts.flatMap((pem) => readAnchors(pem).map(({ der }) => Buffer.from(der)));
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
