import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { LogCheckpoint } from './checkpoint.ts';
import { keyId, MARK, type NoteKey } from './signed-note.ts';

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

export function signCheckpoint({ origin, size, root }: LogCheckpoint, privateKey: KeyObject): string {
  const text = `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  return signNote(text, { name: origin, privateKey });
}
