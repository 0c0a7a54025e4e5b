/** The call that failed. */
export type RemoteSigningStep = keyof typeof STEPS;

/** What was asked for, as errors say it. */
const STEPS = {
  service: 'describing itself',
  token: 'granting access',
  list: 'listing the certificates',
  info: 'reading the certificate',
  authorize: 'releasing the key',
  sign: 'signing',
  poll: 'handing over the signature',
} as const;

/**
 * The remote signing service refused, or returned an unusable response. No file was signed.
 * Errors of the transport (no connection, timeout) are passed through unchanged.
 */
export class RemoteSigningError extends Error {
  readonly step: RemoteSigningStep;
  /** Error code of the service (`invalid_request`, `access_denied`, …); `answer` for an unusable response. */
  readonly code: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** What the service said, or what its response lacks: shown to people. */
  readonly words: string;

  /** `provider`: the name of the service, for people. */
  constructor(
    step: RemoteSigningStep,
    answer: { code: string; status: number; words: string },
    provider = 'The signing service',
  ) {
    super(`${provider} failed at ${STEPS[step]}: ${answer.words}`);
    this.name = 'RemoteSigningError';
    this.step = step;
    this.code = answer.code;
    this.status = answer.status;
    this.words = answer.words;
  }
}
