import {
  cosignCheckpoint,
  isConsistent,
  isSignedBy,
  type LogCheckpoint,
  type NoteKey,
  PdfRefusal,
  parseCheckpoint,
  parseNote,
  treeRoot,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { openWitnessKey } from './log-key.ts';
import { findWitnessedLog, insertFork, saveSeen, type WitnessedLog } from './witnessed-log-store.ts';

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

/** As C2SP tlog-witness says. */
export type WitnessAnswer =
  | { status: 200; cosignature: string }
  /** `size`: of the last checkpoint that was cosigned. */
  | { status: 409; size: number }
  | { status: 400 | 403 | 404 | 422; reason: string };

interface Submission {
  /** Of the checkpoint that the log believes to be the last. */
  old: number;
  proof: Buffer[];
  note: string;
  checkpoint: LogCheckpoint;
}

const FORM = /^old (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n(.+)$/s;

/**
 * Cosigns the checkpoint of a log that the operator named, if it continues what this instance saw of it. What was seen
 * is stored before the cosignature is given out, by a statement that lets one of two requests win.
 */
export async function addCheckpoint(deps: Slice, body: string): Promise<WitnessAnswer> {
  const submission = readSubmission(body);
  if (!submission) return { status: 400, reason: 'This is no request of tlog-witness.' };
  const { old, checkpoint } = submission;
  const log = await findWitnessedLog(deps.database, checkpoint.origin);
  if (!log) return { status: 404, reason: 'This witness does not know the log.' };
  const note = withoutOthers(submission.note, log);
  if (note === null) return { status: 403, reason: 'The checkpoint is not signed by the key of the log.' };
  if (old > checkpoint.size) return { status: 400, reason: 'The old size is larger than the new one.' };
  const former = await readFormer(log);
  if (log.checkpoint !== null && isOtherTree(checkpoint, former)) {
    await storeFork(deps, { log, note, checkpoint, isProven: true });
    return { status: 409, size: log.size };
  }
  if (old !== log.size) return { status: 409, size: log.size };
  if (!isConsistent({ earlier: former, later: checkpoint, proof: submission.proof })) {
    // The same tree with a wrong proof, or a first checkpoint, shows nothing of the log.
    if (log.size > 0 && checkpoint.size > log.size)
      await storeFork(deps, { log, note, checkpoint, isProven: false });
    return { status: 422, reason: 'The proof does not lead from the old size to the checkpoint.' };
  }
  const { size, root } = checkpoint;
  const seen = { size, root: Buffer.from(root), checkpoint: note, seen_at: deps.clock.now() };
  if (note !== log.checkpoint && !(await saveSeen(deps.database, log, seen))) {
    const now = await findWitnessedLog(deps.database, log.origin);
    return { status: 409, size: now?.size ?? log.size };
  }
  const { origin: name, privateKey } = await openWitnessKey(deps);
  return { status: 200, cosignature: cosignCheckpoint(note, { name, privateKey, at: seen.seen_at }) };
}

/** Null where the body is none. Control characters are not allowed in a note, nor by the database. */
function readSubmission(body: string): Submission | null {
  const [, old, lines = '', note = ''] = /[^\P{Cc}\n]/u.test(body) ? [] : (FORM.exec(body) ?? []);
  if (old === undefined) return null;
  try {
    const checkpoint = parseCheckpoint(note);
    if (!Number.isSafeInteger(checkpoint.size)) return null;
    const proof = (lines.match(/[^\n]+/g) ?? []).map((line) => Buffer.from(line, 'base64'));
    return { old: Number(old), proof, note, checkpoint };
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

/** The checkpoint with the signature of its log alone; null where it has none. */
function withoutOthers(note: string, { origin, public_key: publicKey }: WitnessedLog): string | null {
  const key: NoteKey = { name: origin, publicKey, kind: 'signature' };
  const { text, signatures } = parseNote(note);
  const own = signatures.find((line) => isSignedBy({ text, signatures: [line] }, key));
  return own === undefined ? null : `${text}\n${own}`;
}

/** What was cosigned last; the empty tree before. */
async function readFormer({ checkpoint }: WitnessedLog): Promise<Pick<LogCheckpoint, 'root' | 'size'>> {
  if (checkpoint !== null) return parseCheckpoint(checkpoint);
  return { size: 0, root: await treeRoot(0, () => new Uint8Array()) };
}

function isOtherTree(one: Pick<LogCheckpoint, 'root' | 'size'>, other: typeof one): boolean {
  return one.size === other.size && Buffer.compare(one.root, other.root) !== 0;
}

interface Fork {
  log: WitnessedLog;
  note: string;
  checkpoint: LogCheckpoint;
  isProven: boolean;
}

async function storeFork({ database, clock }: Slice, fork: Fork): Promise<void> {
  const { log, note, checkpoint, isProven } = fork;
  await insertFork(database, {
    origin: log.origin,
    root: Buffer.from(checkpoint.root),
    refused: note,
    cosigned: log.checkpoint ?? '',
    is_proven: isProven,
    refused_at: clock.now(),
  });
}
