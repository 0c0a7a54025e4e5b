import { createCipheriv, createDecipheriv, type KeyObject, type ScryptOptions, scrypt } from 'node:crypto';
import { Fault } from '@paraph/domain';
import type { Ids } from '../ids.ts';

export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's first choice for scrypt: 128 MiB of memory and some 0.4 s for each guess. */
const SCRYPT_COST: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };
/** A stored file may specify higher costs, but not exhaust the memory of the machine. */
const SCRYPT_MEMORY_BYTES_MAX = 1024 * 1024 * 1024;
const VERSION = 1;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The content of `vault.json`: the key of the vault, encrypted with a key derived from the passphrase. All in base64.
 */
interface WrappedKey {
  version: number;
  kdf: { name: 'scrypt'; N: number; r: number; p: number; salt: string };
  nonce: string;
  key: string;
}

/** Encrypts the vault's key with a passphrase. Only tests lower the cost. */
export async function wrapKey(
  key: Uint8Array,
  { passphrase, cost: { N, r, p } = SCRYPT_COST }: { passphrase: string; cost?: ScryptCost | undefined },
  ids: Ids,
): Promise<Buffer> {
  const kdf = { name: 'scrypt' as const, N, r, p, salt: base64(ids.bytes(SALT_BYTES)) };
  const nonce = ids.bytes(NONCE_BYTES);
  const sealed = seal(key, { key: await derive(passphrase, kdf), nonce, boundTo: boundOf(kdf) });
  const wrapped: WrappedKey = { version: VERSION, kdf, nonce: base64(nonce), key: base64(sealed) };
  return Buffer.from(`${JSON.stringify(wrapped, null, 2)}\n`);
}

/** The vault's key; null where the passphrase is another one. */
export async function unwrapKey(file: Uint8Array, passphrase: string): Promise<Buffer | null> {
  const { version, kdf, nonce, key } = JSON.parse(Buffer.from(file).toString()) as WrappedKey;
  if (version !== VERSION || kdf.name !== 'scrypt') throw new Error('a newer Paraph wrote this file');
  const lock = { nonce: Buffer.from(nonce, 'base64'), boundTo: boundOf(kdf) };
  return open(Buffer.from(key, 'base64'), { ...lock, key: await derive(passphrase, kdf) });
}

const MAGIC = Buffer.from('PARAPH-KEY-1\n');

export function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, MAGIC.length)).equals(MAGIC);
}

/** A key file: header, nonce, ciphertext and tag, bound to the file's name. */
export function encryptFile(bytes: Uint8Array, { name, key }: { name: string; key: Uint8Array }, ids: Ids) {
  const nonce = ids.bytes(NONCE_BYTES);
  return Buffer.concat([MAGIC, nonce, seal(bytes, { key, nonce, boundTo: fileBound(name) })]);
}

/** Null where the bytes were changed, or belong to another name or key. */
export function decryptFile(bytes: Buffer, { name, key }: { name: string; key: Uint8Array }): Buffer | null {
  const nonce = bytes.subarray(MAGIC.length, MAGIC.length + NONCE_BYTES);
  return open(bytes.subarray(MAGIC.length + NONCE_BYTES), { key, nonce, boundTo: fileBound(name) });
}

/** `sealed:KEY:BASE64URL` of nonce, ciphertext and tag. */
export function encryptText(
  text: string,
  { id, keys, boundTo }: { id: string; keys: ReadonlyMap<string, KeyObject>; boundTo: string },
  ids: Ids,
): string {
  const nonce = ids.bytes(NONCE_BYTES);
  const key = keys.get(id);
  if (!key) throw new Error(`the vault has no key ${id}`);
  const sealed = seal(Buffer.from(text), { key, nonce, boundTo });
  return `sealed:${id}:${Buffer.concat([nonce, sealed]).toString('base64url')}`;
}

/** @throws Fault where it was changed, belongs elsewhere, or its key is gone */
export function decryptText(
  sealed: string,
  { keys, boundTo }: { keys: ReadonlyMap<string, KeyObject>; boundTo: string },
): string {
  const [, id = '', body = ''] = /^sealed:(\w+):([\w-]+)$/.exec(sealed) ?? [];
  const key = keys.get(id);
  const bytes = Buffer.from(body, 'base64url');
  const lock = { nonce: bytes.subarray(0, NONCE_BYTES), boundTo };
  const text = key && open(bytes.subarray(NONCE_BYTES), { ...lock, key });
  if (text) return text.toString();
  throw new Fault(
    'A stored secret cannot be decrypted: it was changed, or the keys are not those of this database. ' +
      'Restore both from the same backup, or set the secret anew.',
  );
}

export interface Lock {
  key: Uint8Array | KeyObject;
  nonce: Uint8Array;
  /** Authenticated with the bytes, and not among them (additional data). */
  boundTo: string;
}

/** AES-256-GCM: ciphertext followed by the tag. A nonce is used once per key. */
export function seal(bytes: Uint8Array, { key, nonce, boundTo }: Lock): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Null where the key is another one, or anything was changed. */
export function open(sealed: Uint8Array, { key, nonce, boundTo }: Lock): Buffer | null {
  if (sealed.length < TAG_BYTES || nonce.length !== NONCE_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

export function newVaultKey(ids: Ids): Buffer {
  return Buffer.from(ids.bytes(KEY_BYTES));
}

function derive(passphrase: string, { N, r, p, salt }: WrappedKey['kdf']): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: SCRYPT_MEMORY_BYTES_MAX };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function boundOf(kdf: WrappedKey['kdf']): string {
  return `paraph vault ${VERSION} ${JSON.stringify(kdf)}`;
}

function fileBound(name: string): string {
  return `paraph key file 1 ${name}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
