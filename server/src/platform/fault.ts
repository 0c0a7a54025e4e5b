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

/** A fault whose message may be shown to users: it names the cause and who can mend it. */
export class ShownFault extends Fault {}

/**
 * A stored file is not there, or its bytes are not those that were stored. The message may be shown to users: it names
 * the cause and who can mend it.
 */
export class StoredFileFault extends ShownFault {
  readonly fileId: number;
  readonly finding: 'damaged' | 'missing';

  constructor(fileId: number, finding: 'damaged' | 'missing') {
    const what = finding === 'missing' ? 'missing' : 'damaged: its bytes are not those that were stored';
    const remedy = 'The operator of this instance has to restore it from a backup.';
    super(`The stored file is ${what}. ${remedy}`, { retryable: true });
    this.name = 'StoredFileFault';
    this.fileId = fileId;
    this.finding = finding;
  }
}
