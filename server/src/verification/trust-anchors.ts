import { listOrigins, type Origin } from '../authority/adopt-certificates.ts';
import { rootCertificates } from '../authority/open-authority.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { TrustDeps } from '../trust-services/find-providers.ts';
import { listAnchorsOf } from '../trust-services/provider-certificates.ts';
import { listOrganizationIdsOf } from '../workspaces/api.ts';
import type { TrustAnchor, TrustedBy } from './verified-document.ts';

export type AnchorDeps = TrustDeps & Pick<Deps, 'authority'>;

/** When trust in hashes ends, in milliseconds since 1970. */
export function hashesUntilMs({ config }: Pick<AnchorDeps, 'config'>): Record<string, number> {
  const { trustedUntil } = config.hashes;
  return Object.fromEntries(Object.entries(trustedUntil).map(([hash, until]) => [hash, until.getTime()]));
}

/**
 * What a verification trusts, the strongest reason first. The anchors of an organization count for its members alone:
 * its administrators could name an authority of their own, and show strangers what they like.
 */
export async function listTrustAnchors(deps: AnchorDeps, caller: Caller | null): Promise<TrustAnchor[]> {
  const organizationIds = caller ? await listOrganizationIdsOf(deps.database, caller) : [];
  const ofOrganizations = await listAnchorsOf(deps.database, organizationIds);
  const origins = await listOrigins(deps.database);
  const sandbox = deps.sandbox ? [await deps.sandbox.root()] : [];
  return [
    ...toAnchors(rootCertificates(deps.authority), 'this-instance', false),
    ...toAnchors(sandbox, 'sandbox', true),
    ...toAnchors(deps.config.qualifiedRoots, 'named-by-operator', true),
    ...toAnchors(deps.config.timestamps.roots, 'named-by-operator', false),
    ...toAnchors(origins.flatMap(rootsOf), 'named-by-operator', false),
    ...toAnchors(ofOrganizations, 'named-by-organization', true),
  ];
}

function rootsOf({ roots }: Origin): Buffer[] {
  return roots.map((der) => Buffer.from(der, 'base64'));
}

function toAnchors(
  certificates: readonly Uint8Array[],
  trustedBy: TrustedBy,
  isQualifying: boolean,
): TrustAnchor[] {
  return certificates.map((der) => ({ der: Buffer.from(der), trustedBy, isQualifying }));
}
