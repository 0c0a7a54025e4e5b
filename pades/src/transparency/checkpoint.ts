import { PdfRefusal } from '../pdf-refusal.ts';
import { isSignedBy, type NoteKey, parseNote } from './signed-note.ts';

/** What a log states at a time: how many leaves it has, and the root of their tree (C2SP tlog-checkpoint). */
export interface LogCheckpoint {
  /** The name of the log and of its key. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * Reads a checkpoint that this key signed.
 *
 * @throws PdfRefusal `argument` if it is none, or its signature is not by this key
 */
export function readCheckpoint(note: string, key: NoteKey): LogCheckpoint {
  const checkpoint = parseCheckpoint(note);
  if (checkpoint.origin !== key.name || !isSignedBy(parseNote(note), key))
    throw new PdfRefusal('argument', 'The checkpoint is not signed by the key of the log.', 'checkpoint');
  return checkpoint;
}

/** What a checkpoint states, not whether its log signed it. @throws PdfRefusal `argument` if it is none */
export function parseCheckpoint(note: string): LogCheckpoint {
  const [origin = '', size = '', root = ''] = parseNote(note).text.split('\n');
  // Before it is decoded: a browser refuses what is no base64 by an error of its own.
  const bytes = Buffer.from(/^[A-Za-z0-9+/]{43}=$/.test(root) ? root : '', 'base64');
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || bytes.length !== 32 || bytes.toString('base64') !== root)
    throw new PdfRefusal('argument', 'This is no checkpoint of a log.', 'checkpoint');
  return { origin, size: Number(size), root: bytes };
}
