import { createHmac, createSecretKey } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { ignoreMissing, syncFolder, writeNewFile } from '@paraph/storage';
import { type Ids, newKey } from '../ids.ts';
import { PASSPHRASE_SETTING, readPassphraseFile } from './secret-file.ts';
import {
  decryptFile,
  decryptText,
  encryptFile,
  encryptText,
  isEncrypted,
  newVaultKey,
  type ScryptCost,
  unwrapKey,
  wrapKey,
} from './vault-encryption.ts';

/**
 * Keys of this instance: files of mode 0600 in the data directory, created on first use. With a passphrase the private
 * ones (`*.key`) are encrypted; certificates are not.
 */
export interface KeyVault {
  /** The named secret; `make` is called once, when it does not exist yet. */
  secret(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Buffer>;
  find(name: string): Promise<Buffer | null>;
  /** Writes the named secret, over one that is there. */
  replace(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** A secret of 32 bytes, derived deterministically from the instance's key, the purpose and the text. */
  derive(purpose: string, text: string): Buffer;
  /** AES-256-GCM with a key of the vault: only the same `boundTo` opens it again. The text names the key. */
  encrypt(text: string, boundTo: string): string;
  /** @throws Fault where it was changed, belongs elsewhere, or its key is gone */
  decrypt(sealed: string, boundTo: string): string;
  /** Recognizes the keys without telling anything of them: those that derive, and that encrypt texts. */
  fingerprint: Buffer;
  /** Whether the files of keys are encrypted with a passphrase. */
  isEncrypted: boolean;
}

/** The key of the vault, encrypted with the passphrase. */
const WRAPPED = 'vault.json';
/** Which key encrypts texts of the database now; others may follow it, and earlier ones open what they sealed. */
const TEXT_KEY = '1';
const STALE_MS = 10 * 60_000;

/**
 * Opens the keys in a folder. With a passphrase, encrypts key files that are still in clear first; safe against a kill
 * at any time and against concurrent starts.
 *
 * @throws Fault if the passphrase is missing or wrong
 */
export async function openKeyVault(
  folder: string,
  ids: Ids,
  { passphraseFile = null, cost }: { passphraseFile?: string | null; cost?: ScryptCost } = {},
): Promise<KeyVault> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passphrase = passphraseFile === null ? null : readPassphraseFile(passphraseFile);
  const vaultKey = await openVaultKey(folder, ids, { passphrase, cost });
  const store: Store = { folder, ids, vaultKey };
  if (vaultKey) await encryptUnencryptedFiles(store);
  const secret = async (name: string, make: () => Uint8Array | Promise<Uint8Array>) =>
    (await readSecret(store, name)) ?? createSecret(store, name, await make());
  const instanceKey = await secret('instance.key', () => ids.bytes(32));
  // Made once, as the key of texts: Node takes five times as long to look at the bytes of a key as to use it.
  const derivation = createSecretKey(instanceKey);
  const textKey = await secret(`texts-${TEXT_KEY}.key`, () => newVaultKey(ids));
  const textKeys = new Map([[TEXT_KEY, createSecretKey(textKey)]]);
  const fingerprint = createHmac('sha256', instanceKey)
    .update('fingerprint\0')
    .update(createHmac('sha256', textKey).update('fingerprint').digest())
    .digest();
  return {
    secret,
    find: (name) => readSecret(store, name),
    replace: (name, bytes) => writeFile(store, name, encoded(store, name, bytes)),
    remove: async (name) => {
      await rm(join(folder, name), { force: true });
      await syncFolder(folder);
    },
    derive: (purpose, text) => createHmac('sha256', derivation).update(`${purpose}\0${text}`).digest(),
    encrypt: (text, boundTo) => encryptText(text, { id: TEXT_KEY, keys: textKeys, boundTo }, ids),
    decrypt: (sealed, boundTo) => decryptText(sealed, { keys: textKeys, boundTo }),
    fingerprint,
    isEncrypted: vaultKey !== null,
  };
}

/**
 * Encrypts the key of the vault with another passphrase; no other file changes. An atomic rename ensures that after a
 * kill either the old or the new passphrase opens the vault. Idempotent.
 *
 * @returns false if the new passphrase is already in use
 */
export async function changePassphrase(
  folder: string,
  ids: Ids,
  { from, to, cost }: { from: string; to: string; cost?: ScryptCost },
): Promise<boolean> {
  const wrapped = await readFile(join(folder, WRAPPED)).catch(ignoreMissing);
  if (!wrapped)
    throw new Fault(
      `The keys in ${folder} are not encrypted. Set ${PASSPHRASE_SETTING} and start Paraph: it encrypts them.`,
    );
  const vaultKey = await unwrapKey(wrapped, from);
  if (!vaultKey) {
    if (await unwrapKey(wrapped, to)) return false;
    throw wrongPassphrase(folder);
  }
  await writeFile({ folder, ids }, WRAPPED, await wrapKey(vaultKey, { passphrase: to, cost }, ids));
  return true;
}

interface Store {
  folder: string;
  ids: Ids;
  vaultKey: Buffer | null;
}

async function openVaultKey(
  folder: string,
  ids: Ids,
  { passphrase, cost }: { passphrase: string | null; cost: ScryptCost | undefined },
): Promise<Buffer | null> {
  const path = join(folder, WRAPPED);
  let wrapped: Buffer | undefined = await readFile(path).catch(ignoreMissing);
  if (passphrase === null) {
    if (!wrapped) return null;
    const remedy = `Set ${PASSPHRASE_SETTING} to the path of a file with their passphrase.`;
    throw new Fault(`The keys in ${folder} are encrypted. ${remedy}`);
  }
  if (!wrapped) {
    await refuseLostKey(folder);
    const fresh = await wrapKey(newVaultKey(ids), { passphrase, cost }, ids);
    wrapped = await createFile({ folder, ids }, WRAPPED, fresh);
  }
  const key = await unwrapKey(wrapped, passphrase);
  if (!key) throw wrongPassphrase(folder);
  return key;
}

function wrongPassphrase(folder: string): Fault {
  const message = `The passphrase in the file that ${PASSPHRASE_SETTING} names does not open the keys in ${folder}.`;
  return new Fault(`${message} Put the right passphrase there.`);
}

/** A new key would open none of the files that are encrypted already. */
async function refuseLostKey(folder: string): Promise<void> {
  for (const name of await keyFiles(folder)) {
    if (!isEncrypted(await readFile(join(folder, name)))) continue;
    const what = `${join(folder, WRAPPED)} is missing, and ${name} is encrypted with the key in it.`;
    throw new Fault(`${what} Restore it from a backup.`);
  }
}

async function encryptUnencryptedFiles(store: Store): Promise<void> {
  const { folder } = store;
  for (const name of await keyFiles(folder)) {
    const bytes = await readFile(join(folder, name)).catch(ignoreMissing);
    if (bytes && bytes.length > 0 && !isEncrypted(bytes))
      await writeFile(store, name, encoded(store, name, bytes));
  }
  // A temporary file of a killed process may contain a key in clear.
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const temporary = name.endsWith('.tmp') ? await stat(path).catch(ignoreMissing) : undefined;
    if (temporary && Date.now() - temporary.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

async function keyFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.key'));
}

async function readSecret(store: Store, name: string): Promise<Buffer | null> {
  const bytes = await readFile(join(store.folder, name)).catch(ignoreMissing);
  if (!bytes) return null;
  return decoded(store, name, bytes);
}

function decoded({ folder, vaultKey }: Store, name: string, bytes: Buffer): Buffer {
  if (!isEncrypted(bytes)) return bytes;
  const decrypted = vaultKey && decryptFile(bytes, { name, key: vaultKey });
  if (decrypted) return decrypted;
  const cause = vaultKey ? 'was changed or belongs to another vault' : 'is encrypted';
  const remedy = vaultKey ? 'Restore it from a backup.' : `Set ${PASSPHRASE_SETTING}.`;
  throw new Fault(`${join(folder, name)} ${cause}. ${remedy}`);
}

function encoded({ ids, vaultKey }: Store, name: string, bytes: Uint8Array): Uint8Array {
  return vaultKey && name.endsWith('.key') ? encryptFile(bytes, { name, key: vaultKey }, ids) : bytes;
}

async function createSecret(store: Store, name: string, bytes: Uint8Array): Promise<Buffer> {
  return decoded(store, name, await createFile(store, name, encoded(store, name, bytes)));
}

type Folder = Pick<Store, 'folder' | 'ids'>;

/** Safe for concurrent starts: the complete file appears atomically, or the file of the faster process is returned. */
async function createFile({ folder, ids }: Folder, name: string, bytes: Uint8Array): Promise<Buffer> {
  const path = join(folder, name);
  const draft = await writeDraft({ folder, ids }, name, bytes);
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return await readFile(path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  return Buffer.from(bytes);
}

/** Replaces a file as a whole: after a kill it is the old or the new one. */
async function writeFile({ folder, ids }: Folder, name: string, bytes: Uint8Array): Promise<void> {
  await rename(await writeDraft({ folder, ids }, name, bytes), join(folder, name));
  await syncFolder(folder);
}

async function writeDraft({ folder, ids }: Folder, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${name}.${newKey(ids)}.tmp`);
  await writeNewFile(path, bytes);
  return path;
}
