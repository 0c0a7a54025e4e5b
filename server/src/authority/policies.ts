/**
 * Policies that our certificates and timestamps name, under the arc that needs no registration (ITU-T X.667 §7).
 *
 * "The time of the instance's own clock, from a key that signs nothing else; no claim of an audited practice."
 */
export const TIMESTAMP_POLICY = '2.25.179415204873685711963208316587864435208';

/**
 * "The holder acted through a link sent to the address in the certificate; the instance made the key for one signature
 * and deleted it. No claim of an audited practice."
 */
export const SIGNER_POLICY = '2.25.308745126890343721865094417265503981724';

/** anyPolicy (RFC 5280 §4.2.1.4): an authority does not limit the policies below it. */
export const ANY_POLICY = '2.5.29.32.0';
