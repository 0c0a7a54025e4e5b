import { cosignedAt, isSignedBy, type NoteKey, parseCheckpoint, parseNote } from '@paraph/pades';
import { type BundleFile, pemOf, textFile } from './bundle-file.ts';

/** That the log holds a leaf, as files that a shell can follow. */
export interface BundledLog {
  /** Names of files. */
  entry: string;
  path: string;
  checkpoint: string;
  index: number;
  size: number;
  /** When the leaf got its place, as its entry says. */
  addedAt: string;
  hash: string;
  /** Origin, number of leaves, root: the line that the mail of a completion names. */
  line: string;
  /** The line of the checkpoint that the key of the log signed. */
  signedLine: number;
  witnesses: { name: string; seenAt: Date; line: number; keyFile: string }[];
  files: BundleFile[];
}

export interface LogKeys {
  log: NoteKey;
  witnesses: readonly NoteKey[];
}

/** DER of a SubjectPublicKeyInfo up to the 32 bytes of an Ed25519 key (RFC 8410 §4). */
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex');

export const LOG_KEY_FILE = 'certificates/log-key.pem';

export function keyFilesOf({ log, witnesses }: LogKeys): BundleFile[] {
  const pem = ({ publicKey }: NoteKey) => pemOf('PUBLIC KEY', Buffer.concat([SPKI_START, publicKey]));
  return [
    textFile(LOG_KEY_FILE, pem(log)),
    ...witnesses.map((key, index) => textFile(witnessFile(index), pem(key))),
  ];
}

function witnessFile(index: number): string {
  return `certificates/witness-${index + 1}.pem`;
}

interface Proof {
  index: number;
  entry: string;
  proof: readonly string[];
  checkpoint: string;
}

/** Null where another log made the proof: its key is not known here. */
export function bundleLog(folder: string, proof: Proof | null, keys: LogKeys): BundledLog | null {
  if (!proof) return null;
  const { text, signatures } = parseNote(proof.checkpoint);
  const { origin, size, root } = parseCheckpoint(proof.checkpoint);
  // Lines are counted from 1; an empty one is between the text and its signatures.
  const lineOf = (index: number) => text.split('\n').length + 1 + index;
  const signed = signatures.findIndex((line) => isSignedBy({ text, signatures: [line] }, keys.log));
  if (signed < 0) return null;
  const names = {
    entry: `${folder}/log-entry.txt`,
    path: `${folder}/log-path.txt`,
    checkpoint: `${folder}/log-checkpoint.txt`,
  };
  return {
    ...names,
    index: proof.index,
    size,
    addedAt: proof.entry.split(' ')[1] ?? '',
    hash: proof.entry.trim().split(' ')[2] ?? '',
    line: `${origin} · ${size} · ${Buffer.from(root).toString('base64')}`,
    signedLine: lineOf(signed),
    witnesses: signatures.flatMap((line, index) =>
      keys.witnesses.flatMap((key, number) => {
        const seenAt = cosignedAt({ text, signatures: [line] }, key);
        return seenAt ? [{ name: key.name, seenAt, line: lineOf(index), keyFile: witnessFile(number) }] : [];
      }),
    ),
    files: [
      textFile(names.entry, proof.entry),
      textFile(names.path, proof.proof.map((each) => `${each}\n`).join('')),
      textFile(names.checkpoint, proof.checkpoint),
    ],
  };
}
