import type { EvaluatedFile } from '@paraph/intake';

export type TrustedBy = 'named-by-operator' | 'named-by-organization' | 'sandbox' | 'this-instance';

/** A certificate at which a path may end. */
export interface TrustAnchor {
  der: Buffer;
  trustedBy: TrustedBy;
  /** Whether certificates below it count as qualified if they state it. */
  isQualifying: boolean;
}

/** What the report is made of, here and in the offline verifier: nothing of it needs a server. */
export interface VerifiedDocument {
  evaluated: EvaluatedFile;
  upload: { sha256: Buffer; size: number };
  checkedAt: Date;
  anchors: readonly TrustAnchor[];
  /** Of a workflow that was here and was erased. */
  erased: { erasedAt: Date; isSealed: boolean } | null;
}
