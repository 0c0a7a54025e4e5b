import { ShownFault } from '@paraph/domain';

// Most of the server knows them by this file; the engine of storage throws them too.
export { Fault, ShownFault } from '@paraph/domain';

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
