import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { LogCheckpoint } from './checkpoint.ts';
import { cosignedText, keyId, MARK, type NoteKey, parseNote } from './signed-note.ts';

/** The 32 bytes of an Ed25519 key. */
export function rawPublicKey(key: KeyObject): Uint8Array {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');
}

/** Signs a text that ends with a line feed; the note has this one signature. */
function signNote(text: string, { name, privateKey }: { name: string; privateKey: KeyObject }): string {
  const key: NoteKey = { name, publicKey: rawPublicKey(privateKey), kind: 'signature' };
  const signature = sign(null, Buffer.from(text), privateKey);
  return `${text}\n${MARK}${name} ${Buffer.concat([keyId(key), signature]).toString('base64')}\n`;
}

/**
 * The line of a witness, to be appended to a checkpoint (C2SP tlog-cosignature, Ed25519). A key is used under one name
 * alone, since the signature does not cover it.
 *
 * @throws PdfRefusal `argument` if the note is no signed checkpoint
 */
export function cosignCheckpoint(
  note: string,
  { name, privateKey, at }: { readonly name: string; readonly privateKey: KeyObject; readonly at: Date },
): string {
  const key: NoteKey = { name, publicKey: rawPublicKey(privateKey), kind: 'cosignature' };
  const seconds = BigInt(Math.floor(at.getTime() / 1000));
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(seconds);
  const signature = sign(null, Buffer.from(cosignedText(parseNote(note).text, seconds)), privateKey);
  return `${MARK}${name} ${Buffer.concat([keyId(key), time, signature]).toString('base64')}\n`;
}

export function signCheckpoint({ origin, size, root }: LogCheckpoint, privateKey: KeyObject): string {
  const text = `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  return signNote(text, { name: origin, privateKey });
}
