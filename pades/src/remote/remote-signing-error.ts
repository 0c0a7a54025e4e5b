/** The call that failed. */
export type RemoteSigningStep = 'token' | 'list' | 'info' | 'authorize' | 'sign';

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

  constructor(step: RemoteSigningStep, answer: { code: string; status: number; words: string }) {
    super(`The signing service failed at ${step}: ${answer.words}`);
    this.name = 'RemoteSigningError';
    this.step = step;
    this.code = answer.code;
    this.status = answer.status;
  }
}
