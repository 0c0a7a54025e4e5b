import { ShownFault } from '@paraph/domain';

/** The storage of documents cannot be used at the moment: it is tried again later. */
export class StorageFault extends ShownFault {
  constructor(message: string, cause?: unknown) {
    super(message, { retryable: true, ...(cause === undefined ? {} : { cause }) });
    this.name = 'StorageFault';
  }
}

/** The bytes are not those that were encrypted, or the key is another one. */
export class UnreadableBlobFault extends ShownFault {
  constructor() {
    const what = 'The stored file cannot be decrypted: its bytes were changed, or its key is another one.';
    super(`${what} The operator of this instance has to restore it from a backup.`, { retryable: true });
    this.name = 'UnreadableBlobFault';
  }
}
