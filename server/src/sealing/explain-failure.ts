import { Fault, type Outage, Refusal, type RetryName, UnavailableFault } from '@paraph/domain';
import { PdfRefusal } from '@paraph/pades';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { StoredFileFault } from '../files/check-stored-file.ts';
import { outageOf } from '../platform/outage.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';

/** Records for the sender what sealing waits for. */
export async function recordDelay(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { workflowId, ...detail }: { workflowId: number; cause: string } & Record<string, unknown>,
): Promise<void> {
  const events = [{ name: 'sealing.delayed' as const, actor: SERVICE, detail }];
  await recordWorkflowEvents(tx, deps, { workflowId, events });
}

/** What is not lost while sealing waits: of people, and where there are none. */
const ANSWERS_SAVED = 'All answers are saved';
export const FILE_SAVED = 'The file is saved';

interface FailureExplanation {
  /** For the sender, with what is safe and what to do. */
  cause: string;
  /** When to try again; null where trying again cannot help. */
  retries: RetryName | null;
  /** What is away, so that nothing failed. */
  outage?: Outage;
}

/** Why sealing failed, for the sender, and whether a retry may help. `saved`: what is not lost meanwhile. */
export function explainFailure(error: unknown, saved: string = ANSWERS_SAVED): FailureExplanation {
  const outage = outageOf(error instanceof UnavailableFault ? error.cause : error);
  if (outage !== null) return { cause: explainOutage(error, saved), retries: null, outage };
  if (error instanceof Refusal) return { cause: error.message, retries: null };
  if (error instanceof PdfRefusal) return explainRefusal(error, saved);
  if (error instanceof StoredFileFault)
    return { cause: `${error.message} Then press Retry, or wait for the next try.`, retries: 'seal' };
  if (error instanceof UnavailableFault)
    return { cause: `${saved}; the document is waiting. ${error.message}`, retries: 'timestamp' };
  if (error instanceof Fault) return { cause: error.message, retries: error.retryable ? 'seal' : null };
  return { cause: codeOf(error) === 'ENOENT' ? MISSING : UNKNOWN, retries: 'seal' };
}

/** A document is never sealed below its level: sealing waits for the timestamp authority and revocation services. */
function explainRefusal({ code, message }: PdfRefusal, saved: string): FailureExplanation {
  const missing = { timestamp: 'its timestamp', revocation: 'revocation data of its certificates' };
  if (code !== 'timestamp' && code !== 'revocation')
    return { cause: `The PDF cannot be signed as it is: ${message}`, retries: null };
  const cause = `${saved}; the document is waiting for ${missing[code]}. ${message}`;
  return { cause, retries: 'timestamp' };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The same words at every try, so that the timeline has them once. */
function explainOutage(error: unknown, saved: string): string {
  const why = OUTAGES[codeOf(error)] ?? 'the storage of documents, which cannot be used at present';
  return `${saved}; the document is waiting for ${why}. It goes on by itself as soon as it can.`;
}

const FULL = 'space in the storage, which is full: the operator of this instance has to free some';
const UNWRITABLE =
  'the storage, which cannot be written to: the operator of this instance has to correct its permissions';
const OUTAGES: Readonly<Record<string, string>> = {
  ...{ ENOSPC: FULL, EDQUOT: FULL },
  ...{ EACCES: UNWRITABLE, EROFS: UNWRITABLE },
};

const MISSING = 'A stored file is missing. Restore the data directory from a backup, then press Retry.';
const UNKNOWN = "An internal error occurred. See the instance's log; press Retry once it is fixed.";
