/**
 * Policies that our certificates and timestamps name, under the arc that needs no registration (ITU-T X.667 §7);
 * `/authority/policy` publishes what they mean. Those of signers are in `domain/src/reached-level.ts`.
 *
 * "The time of the instance's own clock, from a key that signs nothing else; no claim of an audited practice."
 */
export const TIMESTAMP_POLICY = '2.25.179415204873685711963208316587864435208';

/** anyPolicy (RFC 5280 §4.2.1.4): an authority does not limit the policies below it. */
export const ANY_POLICY = '2.5.29.32.0';
