import { type LogCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { isIncluded, leafHash } from './merkle-tree.ts';
import { cosignersOf, isSignedBy, type NoteKey, parseNote } from './signed-note.ts';

/** That a log holds a leaf, as records of sealed documents and `/log/proof` state it. */
export interface LogProof {
  /** Of the leaf, from 0. */
  readonly index: number;
  /** The line of the leaf in the log. */
  readonly entry: string;
  /** Hashes in base64, from the leaf upwards (RFC 6962 §2.1.1). */
  readonly proof: readonly string[];
  /** The signed checkpoint that the proof leads to. */
  readonly checkpoint: string;
}

/** What a proof shows, as plain data. */
export interface LogProofReport {
  readonly origin: string;
  readonly index: number;
  /** `certificate`, `seal` or `events`; null where the entry is none of a log of seals, as the next two. */
  readonly kind: string | null;
  readonly addedAt: string | null;
  /** Of the certificate, of the sealed file, or the head of the event chain. */
  readonly sha256: string | null;
  /** Of the checkpoint that the proof leads to. */
  readonly size: number;
  readonly rootHash: string;
  /** Whether the hashes lead from the entry to this root. */
  readonly isIncluded: boolean;
  /** Whether the key of the log signed the checkpoint; null where the key is not known. */
  readonly isSigned: boolean | null;
  /** Of the witnesses that the reader knows: who signed the checkpoint, and when by their word. */
  readonly witnesses: readonly { readonly name: string; readonly seenAt: string }[];
  /** Null where none was kept. Roots of different sizes say nothing of each other without the log itself. */
  readonly retained: {
    readonly size: number;
    readonly outcome: 'different' | 'other-log' | 'other-size' | 'same';
  } | null;
}

const ENTRY = /^(certificate|seal|events) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{64})\n$/;
/** The clock of a log may be ahead of that of a timestamp authority. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Whether a leaf was in its log at this time, as its entry states it. A time that is none is not before any other. */
export function isAddedBefore({ addedAt }: Pick<LogProofReport, 'addedAt'>, time: Date): boolean {
  return Date.parse(addedAt ?? '') <= time.getTime() + CLOCK_TOLERANCE_MS;
}

/** A tree of so many levels has more leaves than numbers can count. */
const PROOF_MAX = 64;
const DEPTH_MAX = 12;
/** 32 bytes in base64: a browser refuses to decode other spellings. */
const HASH = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Checks a proof with the key of the log and with a checkpoint that was kept.
 *
 * @throws PdfRefusal `argument` where its checkpoint cannot be read
 */
export function checkLogProof(
  { index, entry, proof, checkpoint }: LogProof,
  {
    key,
    retained,
    witnesses = [],
  }: {
    readonly key: NoteKey | null;
    readonly retained: LogCheckpoint | null;
    readonly witnesses?: readonly Pick<NoteKey, 'name' | 'publicKey'>[];
  },
): LogProofReport {
  const { origin, size, root } = parseCheckpoint(checkpoint);
  const [, kind = null, addedAt = null, sha256 = null] = ENTRY.exec(entry) ?? [];
  const note = parseNote(checkpoint);
  const hashes = proof.map((each) => Buffer.from(each, 'base64'));
  return {
    origin,
    index,
    kind,
    addedAt,
    sha256,
    size,
    rootHash: Buffer.from(root).toString('base64'),
    isIncluded:
      sha256 !== null && isIncluded({ index, size, leaf: leafHash(Buffer.from(entry)), proof: hashes, root }),
    isSigned: key && key.name === origin && isSignedBy(note, key),
    witnesses: cosignersOf(note, witnesses).map(({ name, seenAt }) => ({
      name,
      seenAt: seenAt.toISOString(),
    })),
    retained: retained && {
      size: retained.size,
      outcome: compareCheckpoints({ origin, size, root }, retained),
    },
  };
}

function compareCheckpoints(one: LogCheckpoint, retained: LogCheckpoint) {
  if (one.origin !== retained.origin) return 'other-log';
  if (one.size !== retained.size) return 'other-size';
  return Buffer.compare(one.root, retained.root) === 0 ? 'same' : 'different';
}

/**
 * Reads a checkpoint that was kept: a signed one, or the line of a mail, `origin · leaves · root`. What a reader kept
 * needs no signature.
 *
 * @throws PdfRefusal `argument` if it is neither
 */
export function parseRetainedCheckpoint(text: string): LogCheckpoint {
  const [, origin, size, root] = /^\s*(\S+) · (\d+) · (\S{44})\s*$/.exec(text) ?? [];
  return parseCheckpoint(root === undefined ? text : `${origin}\n${size}\n${root}\n\n\u2014 none AAAA\n`);
}

/** All proofs in a record of evidence, or in any other JSON that holds them. */
export function findLogProofs(json: unknown, depth = 0): LogProof[] {
  if (typeof json !== 'object' || json === null || depth > DEPTH_MAX) return [];
  if (isLogProof(json)) return [json];
  return Object.values(json).flatMap((each) => findLogProofs(each, depth + 1));
}

function isLogProof(json: object): json is LogProof {
  const { index, entry, proof, checkpoint } = json as Partial<Record<keyof LogProof, unknown>>;
  return (
    Number.isSafeInteger(index) &&
    typeof entry === 'string' &&
    typeof checkpoint === 'string' &&
    Array.isArray(proof) &&
    proof.length <= PROOF_MAX &&
    proof.every((each) => typeof each === 'string' && HASH.test(each))
  );
}
