import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { type Ids, newKey, sha256 } from '@paraph/server/platform/ids.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import {
  open,
  type ScryptCost,
  seal,
  unwrapKey,
  wrapKey,
} from '@paraph/server/platform/keys/vault-encryption.ts';
import type { ObjectStore } from '@paraph/storage';

const FORMAT = 'paraph-backup';
const VERSION = 1;
/** Its name, as that of the field in a manifest, is in the backups of every version. */
const FILE = 'place.json';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** The key of the instance that signs manifests. */
const SIGNER = 'backup.key';

interface DestinationFile {
  format: string;
  version: number;
  id: string;
  /** The key of the destination, encrypted with the passphrase; as in `vault.json`. */
  wrapped: unknown;
  nonce: string;
  /** The public key of the instance, encrypted with that key: no one without the passphrase replaces it. */
  signer: string;
}

/** Where the backups of one instance are, opened with their passphrase. */
export interface Destination {
  id: string;
  store: ObjectStore;
  /** What the operator calls it. */
  name: string;
  /** DER (SubjectPublicKeyInfo) of the key that signs manifests. */
  signer: Buffer;
  keyFor(purpose: string): Buffer;
}

interface DestinationAccess {
  store: ObjectStore;
  name: string;
  passphrase: string;
  /** On this machine, for what is on its way. */
  folder: string;
  ids: Ids;
  cost?: ScryptCost | undefined;
}

/**
 * Opens the destination, or makes it with the first backup.
 *
 * @throws Fault if the passphrase is another one, or another instance has its backups there
 */
export async function provideDestination(access: DestinationAccess, vault: KeyVault): Promise<Destination> {
  const own = signerOf(await signingKey(vault));
  const destination = (await findDestination(access)) ?? (await makeDestination(access, own));
  if (!destination.signer.equals(own))
    throw fault(`${access.name} holds the backups of another instance. Choose another folder or prefix.`);
  return destination;
}

/** @throws Fault if there is none, or the passphrase is another one */
export async function openDestination(access: DestinationAccess): Promise<Destination> {
  const destination = await findDestination(access);
  if (!destination) throw fault(`There is no backup in ${access.name}: it has no ${FILE}.`);
  return destination;
}

async function findDestination(access: DestinationAccess): Promise<Destination | null> {
  const bytes = await fetchBytes(access, FILE);
  if (!bytes) return null;
  const file = parse(bytes, access.name);
  const key = await unwrapKey(Buffer.from(JSON.stringify(file.wrapped)), access.passphrase);
  if (!key) throw fault(`The passphrase does not open the backups in ${access.name}.`);
  const lock = { key, nonce: Buffer.from(file.nonce, 'base64'), boundTo: boundOf(file.id) };
  const signer = open(Buffer.from(file.signer, 'base64'), lock);
  if (!signer) throw fault(`${FILE} in ${access.name} was changed.`);
  return destinationOf(access, { id: file.id, key, signer });
}

function parse(bytes: Buffer, name: string): DestinationFile {
  let file: Partial<DestinationFile>;
  try {
    file = JSON.parse(bytes.toString()) as Partial<DestinationFile>;
  } catch {
    throw fault(`${FILE} in ${name} was changed.`);
  }
  if (file.format !== FORMAT || file.version !== VERSION)
    throw fault(`${FILE} in ${name} was changed, or a newer Paraph wrote it.`);
  return file as DestinationFile;
}

async function makeDestination(access: DestinationAccess, signer: Buffer): Promise<Destination> {
  const { ids, passphrase, cost } = access;
  const id = newKey(ids);
  const key = Buffer.from(ids.bytes(KEY_BYTES));
  const nonce = ids.bytes(NONCE_BYTES);
  const file: DestinationFile = {
    format: FORMAT,
    version: VERSION,
    id,
    wrapped: JSON.parse((await wrapKey(key, { passphrase, cost }, ids)).toString()),
    nonce: Buffer.from(nonce).toString('base64'),
    signer: seal(signer, { key, nonce, boundTo: boundOf(id) }).toString('base64'),
  };
  await putBytes(access, FILE, Buffer.from(`${JSON.stringify(file, null, 2)}\n`));
  return destinationOf(access, { id, key, signer });
}

function boundOf(id: string): string {
  return `paraph backup place ${id}`;
}

function destinationOf(
  { store, name }: DestinationAccess,
  { id, key, signer }: { id: string; key: Buffer; signer: Buffer },
): Destination {
  const keyFor = (purpose: string) => createHmac('sha256', key).update(`paraph backup\0${purpose}`).digest();
  return { id, store, name, signer, keyFor };
}

function fault(message: string): Fault {
  return new Fault(message);
}

async function signingKey(vault: KeyVault): Promise<Buffer> {
  return vault.secret(SIGNER, () =>
    Buffer.from(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  );
}

function signerOf(pem: Buffer): Buffer {
  return createPublicKey(pem.toString()).export({ type: 'spki', format: 'der' });
}

/** The text with its signature, as it is stored. */
export async function signText(vault: KeyVault, text: string): Promise<Buffer> {
  const key = createPrivateKey((await signingKey(vault)).toString());
  const signature = sign(null, Buffer.from(text), key).toString('base64');
  return Buffer.from(`${JSON.stringify({ text, signature }, null, 2)}\n`);
}

/** The signed text; null where it, or its signature, was changed. */
export function readSigned(bytes: Buffer, { signer }: Pick<Destination, 'signer'>): string | null {
  try {
    const { text, signature } = JSON.parse(bytes.toString()) as { text: string; signature: string };
    const key = createPublicKey({ key: signer, type: 'spki', format: 'der' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64')) ? text : null;
  } catch {
    return null;
  }
}

type Through = Pick<DestinationAccess, 'store' | 'folder' | 'ids'>;

/** Stores a small object durably, by way of a file. */
export async function putBytes({ store, folder, ids }: Through, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, newKey(ids));
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  try {
    await store.put(name, path, sha256(bytes));
    await store.flush?.();
  } finally {
    await rm(path, { force: true });
  }
}

/** Null if there is no such object. */
export async function fetchBytes({ store, folder, ids }: Through, name: string): Promise<Buffer | null> {
  const path = join(folder, newKey(ids));
  try {
    return (await store.fetchTo(name, path)) ? await readFile(path) : null;
  } finally {
    await rm(path, { force: true });
  }
}
