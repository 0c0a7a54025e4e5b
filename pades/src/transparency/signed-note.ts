import { PdfRefusal } from '../pdf-refusal.ts';
import { primitives } from '../primitives.ts';

/** Text with signatures by named Ed25519 keys (C2SP signed-note). */

/** Of a plain signature, and of a cosignature by a witness (C2SP tlog-cosignature). */
const KINDS = { signature: 1, cosignature: 4 } as const;
/** Begins the line of a signature. */
export const MARK = '\u2014 ';
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

export interface NoteKey {
  readonly name: string;
  /** The 32 bytes of an Ed25519 key. */
  readonly publicKey: Uint8Array;
  readonly kind: keyof typeof KINDS;
}

/** The verifier's spelling of a key: `name+12345678+base64`. */
export function keyText(key: NoteKey): string {
  const data = Buffer.concat([Uint8Array.of(KINDS[key.kind]), key.publicKey]);
  return `${key.name}+${keyId(key).toString('hex')}+${data.toString('base64')}`;
}

/** @throws PdfRefusal `argument` */
export function parseKeyText(text: string): NoteKey {
  const [, name = '', id, encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const data = Buffer.from(encoded, 'base64');
  const kind = data[0] === KINDS.signature ? 'signature' : 'cosignature';
  const key: NoteKey = { name, publicKey: data.subarray(1), kind };
  if (data[0] !== KINDS[kind] || data.length !== KEY_BYTES + 1 || keyId(key).toString('hex') !== id)
    throw new PdfRefusal('argument', 'The key of a log has the form name+12345678+base64.', 'key');
  return key;
}

/** The first bytes of a signature, by which its key is found. */
export function keyId({ name, publicKey, kind }: NoteKey): Buffer {
  const named = Buffer.concat([Buffer.from(`${name}\n`), Uint8Array.of(KINDS[kind]), publicKey]);
  return Buffer.from(primitives.createHash('sha256').update(named).digest()).subarray(0, 4);
}

/** DER of a SubjectPublicKeyInfo up to the 32 bytes of an Ed25519 key (RFC 8410 §4). */
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex');

function isValue(text: string, { publicKey }: NoteKey, signature: Uint8Array): boolean {
  const key = primitives.readPublicKey(Buffer.concat([SPKI_START, publicKey]));
  return key?.verify({ hash: null, isPss: false, data: Buffer.from(text), signature }) === true;
}

export interface SignedNote {
  /** With its last line feed. */
  readonly text: string;
  /** The signature lines, with their line feeds. */
  readonly signatures: readonly string[];
}

/** @throws PdfRefusal `argument` */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  const lines = end < 0 ? [] : (note.slice(end + 2).match(/[^\n]*\n/g) ?? []);
  if (
    lines.length === 0 ||
    lines.join('').length !== note.length - end - 2 ||
    !lines.every((line) => line.startsWith(MARK))
  )
    throw new PdfRefusal('argument', 'This is no signed checkpoint.', 'checkpoint');
  return { text: note.slice(0, end + 1), signatures: lines };
}

/** Whether one of the note's signatures is by this key. */
export function isSignedBy({ text, signatures }: SignedNote, key: NoteKey): boolean {
  return signatures.some((line) => isSignature(text, line, key));
}

function isSignature(text: string, line: string, key: NoteKey): boolean {
  const data = signatureBytesOf(line, key);
  if (!data) return false;
  if (key.kind === 'signature') return data.length === SIGNATURE_BYTES && isValue(text, key, data);
  const { seconds, value } = cosignatureOf(data);
  return value.length === SIGNATURE_BYTES && isValue(cosignedText(text, seconds), key, value);
}

/** In whole groups of base64: a browser refuses to decode others. */
const SIGNATURE_LINE = /^\u2014 (\S+) ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\n$/;

/** Of a line by this key, by name and identifier; null for those of others. */
function signatureBytesOf(line: string, key: NoteKey): Buffer | null {
  const [, name, encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const data = Buffer.from(encoded, 'base64');
  return name === key.name && data.subarray(0, 4).equals(keyId(key)) ? data.subarray(4) : null;
}

function cosignatureOf(data: Buffer): { seconds: bigint; value: Buffer } {
  const time = data.subarray(0, 8).toString('hex');
  return { seconds: BigInt(`0x${time === '' ? '0' : time}`), value: data.subarray(8) };
}

/** What a witness signs (C2SP tlog-cosignature, Ed25519): that it saw this checkpoint at this time. */
export function cosignedText(text: string, seconds: bigint): string {
  return `cosignature/v1\ntime ${seconds}\n${text}`;
}

/** The earliest time at which this witness says that it saw the checkpoint; null where it did not sign it. */
export function cosignedAt(
  { text, signatures }: SignedNote,
  { name, publicKey }: Pick<NoteKey, 'name' | 'publicKey'>,
): Date | null {
  const witness: NoteKey = { name, publicKey, kind: 'cosignature' };
  const times = signatures
    .filter((line) => isSignature(text, line, witness))
    .map((line) => Number(cosignatureOf(signatureBytesOf(line, witness) ?? Buffer.alloc(0)).seconds) * 1000);
  const earliest = Math.min(...times);
  return earliest <= LAST_MS ? new Date(earliest) : null;
}

/** Who of these witnesses signed a checkpoint, and when by their word. */
export function cosignersOf(
  note: SignedNote,
  witnesses: readonly Pick<NoteKey, 'name' | 'publicKey'>[],
): { readonly name: string; readonly seenAt: Date }[] {
  return witnesses.flatMap((witness) => {
    const seenAt = cosignedAt(note, witness);
    return seenAt ? [{ name: witness.name, seenAt }] : [];
  });
}

/** The last time that a Date can hold. */
const LAST_MS = 8.64e15;
