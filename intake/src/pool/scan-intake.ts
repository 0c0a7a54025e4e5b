import { Fault, infectedSentence, NOT_SCANNED, Refusal } from '@paraph/domain';
import { openReader, readPieces } from '@paraph/storage';
import type { IntakeRequest } from '../intake-messages.ts';
import type { Intake, Log, RunOptions } from './intake.ts';

/** Looks for malicious software in bytes. */
interface Scanner {
  /**
   * @returns the name of what is in them; null for nothing
   * @throws Fault when they could not be examined
   */
  scan(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string | null>;
}

interface ScanDeps {
  scanner: Scanner;
  log: Log;
}

const RETRY_AFTER_SECONDS = 60;

/**
 * An intake that has a scanner examine what people send before it is read: documents, attached files and pictures.
 * A file that the scanner could not examine is not accepted; its sender learns when to send it again, and nothing of it
 * is stored meanwhile. What is only looked into, as for a verification, is not scanned.
 */
export function openScannedIntake(intake: Intake, deps: ScanDeps): Intake {
  return {
    run: async (request, options) => {
      const finding = isSent(request, options) ? await scan(deps, request, options.requester.caller) : null;
      if (finding === null) return intake.run(request, options);
      const reasons = [infectedSentence(finding)];
      return { kind: 'refused', reasons, isRepairable: false, finding };
    },
    scan: (path, { caller }) => scan(deps, { kind: 'annex', path }, caller),
    repair: (paths, options) => intake.repair(paths, options),
    warm: () => intake.warm(),
    close: () => intake.close(),
  };
}

type SentRequest = Extract<IntakeRequest, { kind: 'attachment' | 'examine' | 'office' | 'page' | 'picture' }>;

/** What is read here, and what is only stored. */
type SentFile = SentRequest | { kind: 'annex'; path: string };

function isSent(request: IntakeRequest, { isStored = false }: RunOptions): request is SentRequest {
  return !isStored && /^(attachment|examine|office|page|picture)$/.test(request.kind);
}

/** @throws Refusal `SERVICE_UNAVAILABLE` while the scanner does not answer */
async function scan({ scanner, log }: ScanDeps, request: SentFile, caller: string): Promise<string | null> {
  const { kind } = request;
  try {
    const finding = await scanBytesOf(scanner, request);
    if (finding !== null) log.warn({ finding, kind, caller }, 'the scanner refused an upload');
    return finding === null ? null : printable(finding);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    log.error({ err: error, kind, caller }, 'an upload could not be scanned, and was not accepted');
    throw new Refusal('SERVICE_UNAVAILABLE', NOT_SCANNED, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

async function scanBytesOf(scanner: Scanner, request: SentFile): Promise<string | null> {
  if (request.kind === 'picture' && typeof request.file !== 'string') return scanner.scan([request.file()]);
  if (request.kind === 'examine' && request.borrowed) return scanner.scan(request.borrowed.pieces);
  const path = request.kind === 'picture' ? String(request.file) : request.path;
  const reader = await openReader(path);
  try {
    return await scanner.scan(readPieces(reader));
  } finally {
    await reader.close();
  }
}

/** The name of a signature; those of an operator's own lists may hold anything. */
function printable(finding: string): string {
  return finding.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
