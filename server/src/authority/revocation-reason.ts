/** CRLReason (RFC 5280 §5.3.1), of those that fit the certificate of a person. */
export const REVOCATION_REASONS = {
  'key-compromise': 1,
  'affiliation-changed': 3,
  superseded: 4,
  'cessation-of-operation': 5,
} as const;
export type RevocationReason = keyof typeof REVOCATION_REASONS;

/** As the engine expects it; empty without a reason. */
export function reasonCode(reason: string | null): { reason?: number } {
  const found = Object.entries(REVOCATION_REASONS).find(([name]) => name === reason);
  return found ? { reason: found[1] } : {};
}
