import { type CscCredential, checkQualified, type Qualification } from '@paraph/pades';
import type { TrustDeps, TrustProvider } from './find-providers.ts';
import { openProviderRevocation } from './provider-revocation.ts';

/** Whether signatures by a credential of a provider are qualified now; never decided by what the provider claims. */
export async function checkCredential(
  deps: TrustDeps,
  { anchors }: Pick<TrustProvider, 'anchors'>,
  { certificates }: Pick<CscCredential, 'certificates'>,
): Promise<Qualification> {
  return checkQualified({ certificates, anchors, at: deps.clock.now() }, openProviderRevocation(deps));
}
