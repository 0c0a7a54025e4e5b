import {
  type CscCredential,
  checkQualified,
  parseCertificate,
  type Qualification,
  type QualifiedPurpose,
  type RevocationSource,
} from '@paraph/pades';
import type { Reads } from '../database/database.ts';
import { policyForUsers } from '../platform/outside/http-client.ts';
import { fetchedRevocation } from '../platform/outside/revocation-client.ts';
import { readAnchors, type TrustDeps, type TrustProvider } from './find-providers.ts';
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

const TIMEOUT_MS = 20_000;

/** Revocation data of providers' certificates, from the addresses in them; the sandbox's without the network. */
function openProviderRevocation(deps: TrustDeps): RevocationSource {
  const { config, sandbox } = deps;
  // Revocation data are signed, and served over http (RFC 5280 §8).
  const policy = { ...policyForUsers(config), allowHttp: true };
  const outside = fetchedRevocation({ version: config.version, policy, timeoutMs: TIMEOUT_MS });
  return {
    revocation: async (certificate, issuer) => {
      if (sandbox && (await sandbox.isRoot(issuer.der))) return { crls: [await sandbox.crl()], ocsps: [] };
      return outside.revocation(certificate, issuer);
    },
  };
}

/** Whether signatures, or seals, by a credential are qualified now; never decided by what the provider claims. */
export async function checkCredential(
  deps: TrustDeps,
  { anchors }: Pick<TrustProvider, 'anchors'>,
  ...[{ certificates }, purpose = 'signature']: [Pick<CscCredential, 'certificates'>, QualifiedPurpose?]
): Promise<Qualification> {
  const query = { certificates, anchors, at: deps.clock.now(), purpose };
  return checkQualified(query, openProviderRevocation(deps));
}

/** A sealed file proves that nothing was revoked; what could not be sealed is not signed. */
export function revocationProblem(chain: readonly Uint8Array[]): string[] {
  const below = chain.slice(0, -1).map(parseCertificate);
  const isAsked = below.every(({ crlUrls, ocspUrls }) => crlUrls.length + ocspUrls.length > 0);
  return isAsked
    ? []
    : ['Nowhere can be asked whether it was revoked, so that the document could not be sealed.'];
}
