import { Fault, type Outage, Refusal, type RetryName } from '@paraph/domain';
import { PdfRefusal } from '@paraph/pades';
import { StoredFileFault } from '../../files/check-stored-file.ts';
import { outageOf } from '../../platform/outage.ts';

export interface FailureExplanation {
  /** For the sender, with what is safe and what to do. */
  cause: string;
  /** When to try again; null where trying again cannot help. */
  retries: RetryName | null;
  /** What is away, so that nothing failed. */
  outage?: Outage;
}

/** Why sealing failed, for the sender, and whether a retry may help. */
export function explainFailure(error: unknown): FailureExplanation {
  const outage = outageOf(error);
  if (outage !== null) return { cause: explainOutage(error), retries: null, outage };
  if (error instanceof Refusal) return { cause: error.message, retries: null };
  if (error instanceof PdfRefusal) return explainRefusal(error);
  if (error instanceof StoredFileFault)
    return { cause: `${error.message} Then press Retry, or wait for the next try.`, retries: 'seal' };
  if (error instanceof Fault) return { cause: error.message, retries: error.retryable ? 'seal' : null };
  const code = codeOf(error);
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The same words at every try, so that the timeline has them once. */
function explainOutage(error: unknown): string {
  const why = OUTAGES[codeOf(error)] ?? 'the storage of documents, which cannot be used at present';
  return `All answers are saved; the document is waiting for ${why}. It goes on by itself as soon as it can.`;
}

const OUTAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'space in the storage, which is full: the operator of this instance has to free some',
  EDQUOT: 'space in the storage, which is full: the operator of this instance has to free some',
  EACCES:
    'the storage, which cannot be written to: the operator of this instance has to correct its permissions',
  EROFS:
    'the storage, which cannot be written to: the operator of this instance has to correct its permissions',
};

const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'A stored file is missing. Restore the data directory from a backup, then press Retry.',
};
const UNKNOWN = "An internal error occurred. See the instance's log; press Retry once it is fixed.";
