import type { KeyObject } from 'node:crypto';
import { PdfRefusal } from '../pdf-refusal.ts';
import { isSignedBy, type NoteKey, parseNote, signNote } from './signed-note.ts';

/** What a log states at a time: how many leaves it has, and the root of their tree (C2SP tlog-checkpoint). */
export interface LogCheckpoint {
  /** The name of the log and of its key. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

export function signCheckpoint({ origin, size, root }: LogCheckpoint, privateKey: KeyObject): string {
  const text = `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  return signNote(text, { name: origin, privateKey });
}

/**
 * Reads a checkpoint that this key signed.
 *
 * @throws PdfRefusal `argument` if it is none, or its signature is not by this key
 */
export function readCheckpoint(note: string, key: NoteKey): LogCheckpoint {
  const parsed = parseNote(note);
  const [origin = '', size = '', root = ''] = parsed.text.split('\n');
  const bytes = Buffer.from(root, 'base64');
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || bytes.length !== 32 || bytes.toString('base64') !== root)
    throw new PdfRefusal('argument', 'This is no checkpoint of a log.', 'checkpoint');
  if (origin !== key.name || !isSignedBy(parsed, key))
    throw new PdfRefusal('argument', 'The checkpoint is not signed by the key of the log.', 'checkpoint');
  return { origin, size: Number(size), root: bytes };
}
