import { Refusal, type RetryName } from '@paraph/domain';
import { PdfRefusal } from '@paraph/pades';
import { Fault, StoredFileFault } from '../platform/fault.ts';

export interface FailureExplanation {
  /** For the sender, with what is safe and what to do. */
  cause: string;
  /** When to try again; null where trying again cannot help. */
  retries: RetryName | null;
}

/** Why sealing failed, for the sender, and whether a retry may help. */
export function explainFailure(error: unknown): FailureExplanation {
  if (error instanceof Refusal) return { cause: error.message, retries: null };
  if (error instanceof PdfRefusal) return explainRefusal(error);
  if (error instanceof StoredFileFault)
    return { cause: `${error.message} Then press Retry, or wait for the next try.`, retries: 'seal' };
  if (error instanceof Fault) return { cause: error.message, retries: error.retryable ? 'seal' : null };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { cause: CAUSES[code] ?? UNKNOWN, retries: 'seal' };
}

/** A document is never sealed below its level: sealing waits for the timestamp authority and revocation services. */
function explainRefusal({ code, message }: PdfRefusal): FailureExplanation {
  if (code === 'timestamp') {
    const cause = `All answers are saved; the document is waiting for its timestamp. ${message}`;
    return { cause, retries: 'timestamp' };
  }
  if (code === 'revocation') {
    const cause = `All answers are saved; the document is waiting for revocation data of its certificates. ${message}`;
    return { cause, retries: 'timestamp' };
  }
  return { cause: `The PDF cannot be signed as it is: ${message}`, retries: null };
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'The storage is full. Free some space, then press Retry.',
  ENOENT: 'A stored file is missing. Restore the data directory from a backup, then press Retry.',
  EACCES: 'The storage cannot be written to. Correct its permissions, then press Retry.',
  EROFS: 'The storage cannot be written to. Correct its permissions, then press Retry.',
};
const UNKNOWN = "An internal error occurred. See the instance's log; press Retry once it is fixed.";
