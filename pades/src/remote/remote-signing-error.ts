/** What was asked of the service when it failed. */
export type RemoteSigningStep = 'token' | 'list' | 'info' | 'authorize' | 'sign';

/**
 * A remote signing service said no, or something that cannot be used. Nothing was signed into a file.
 * What the transport throws (no connection, no answer in time) is passed on as it is.
 */
export class RemoteSigningError extends Error {
  readonly step: RemoteSigningStep;
  /** As the service says it (`invalid_request`, `access_denied`, …); `answer` when what it said cannot be used. */
  readonly code: string;
  /** Status of the HTTP answer. */
  readonly status: number;

  constructor(step: RemoteSigningStep, answer: { code: string; status: number; words: string }) {
    super(`The signing service, asked for ${step}: ${answer.words}`);
    this.name = 'RemoteSigningError';
    this.step = step;
    this.code = answer.code;
    this.status = answer.status;
  }
}
