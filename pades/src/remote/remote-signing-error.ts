/** The call that failed. */
export type RemoteSigningStep = keyof typeof STEPS;

/** What was asked for, as errors say it. */
const STEPS = {
  service: 'describing itself',
  metadata: 'describing its OAuth server',
  push: 'taking the request for a confirmation',
  token: 'granting access',
  list: 'listing the certificates',
  info: 'reading the certificate',
  otp: 'sending a one-time password',
  challenge: 'asking what releases the key',
  authorize: 'releasing the key',
  sign: 'signing',
  poll: 'handing over the signature',
} as const;

/** A credential that cannot be used, as far as the service describes it. */
export interface UnusableCredential {
  readonly description: string | null;
  /** DER: the holder's first. */
  readonly certificates: readonly Uint8Array[];
}

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
  /** What is known of the credential that cannot be used; null where the error is about another thing. */
  readonly credential: UnusableCredential | null;

  /** `provider`: the name of the service, for people. */
  constructor(
    step: RemoteSigningStep,
    answer: { code: string; status: number; words: string; credential?: UnusableCredential },
    provider = 'The signing service',
  ) {
    super(`${provider} failed at ${STEPS[step]}: ${answer.words}`);
    this.name = 'RemoteSigningError';
    this.step = step;
    this.code = answer.code;
    this.status = answer.status;
    this.words = answer.words;
    this.credential = answer.credential ?? null;
  }
}
