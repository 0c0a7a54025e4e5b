/**
 * Something outside failed: a receiver, a mail server, a disk. The words are for the person who looks into
 * it.
 */
export class Fault extends Error {
  /** Whether trying again later can help. */
  readonly retryable: boolean;
  /** How long the attempt took, where somebody counted. */
  readonly durationMs: number | null;

  constructor(message: string, more: { retryable: boolean; cause?: unknown; durationMs?: number }) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Fault';
    this.retryable = more.retryable;
    this.durationMs = more.durationMs ?? null;
  }
}
