/** A refusal in the terms of the CSC API and OAuth 2: code, sentence and status. */
export class SandboxError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'SandboxError';
    this.code = code;
    this.status = status;
  }
}
