import { rootCertificates } from '../authority/open-authority.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { TrustDeps } from '../trust-services/find-providers.ts';
import { listAnchorsOf } from '../trust-services/provider-certificates.ts';
import { listOrganizationIdsOf } from '../workspaces/api.ts';

export type TrustedBy = 'named-by-operator' | 'named-by-organization' | 'sandbox' | 'this-instance';

/** A certificate at which a path may end. */
export interface KnownAnchor {
  der: Buffer;
  trustedBy: TrustedBy;
  /** Whether certificates below it count as qualified if they state it. */
  isQualifying: boolean;
}

export type AnchorDeps = TrustDeps & Pick<Deps, 'authority'>;

/**
 * What a verification trusts, the strongest reason first. The anchors of an organization count for its members alone:
 * its administrators could name an authority of their own, and show strangers what they like.
 */
export async function listKnownAnchors(deps: AnchorDeps, caller: Caller | null): Promise<KnownAnchor[]> {
  const organizationIds = caller ? await listOrganizationIdsOf(deps.database, caller) : [];
  const ofOrganizations = await listAnchorsOf(deps.database, organizationIds);
  const sandbox = deps.sandbox ? [await deps.sandbox.root()] : [];
  return [
    ...anchors(rootCertificates(deps.authority), 'this-instance', false),
    ...anchors(sandbox, 'sandbox', true),
    ...anchors(deps.config.qualifiedRoots, 'named-by-operator', true),
    ...anchors(deps.config.timestamps.roots, 'named-by-operator', false),
    ...anchors(ofOrganizations, 'named-by-organization', true),
  ];
}

function anchors(
  certificates: readonly Uint8Array[],
  trustedBy: TrustedBy,
  isQualifying: boolean,
): KnownAnchor[] {
  return certificates.map((der) => ({ der: Buffer.from(der), trustedBy, isQualifying }));
}
