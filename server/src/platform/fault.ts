/** Something external failed: a receiver, a mail server, a disk. The message is for the operator. */
export class Fault extends Error {
  /** Whether trying again later can help. */
  readonly retryable: boolean;
  /** How long the attempt took, if measured. */
  readonly durationMs: number | null;

  constructor(message: string, more: { retryable: boolean; cause?: unknown; durationMs?: number }) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Fault';
    this.retryable = more.retryable;
    this.durationMs = more.durationMs ?? null;
  }
}

/** A fault whose message may be shown to users: it names the cause and who can fix it. */
export class ShownFault extends Fault {}

/** The storage of documents cannot be used at the moment: it is tried again later. */
export class StorageFault extends ShownFault {
  constructor(message: string, cause?: unknown) {
    super(message, { retryable: true, ...(cause === undefined ? {} : { cause }) });
    this.name = 'StorageFault';
  }
}

/**
 * A stored file is missing, or its bytes have changed. The message may be shown to users: it names the cause and who
 * can fix it.
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
