import { createHmac } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ids } from './ids.ts';

/** Keys of this instance: files of mode 0600 in the data directory, made on first use and never shipped. */
export interface KeyVault {
  /** The named secret; `make` is called once, when it does not exist yet. */
  secret(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Buffer>;
  /** A secret derived from the instance's own key: the same purpose and text always give the same 32 bytes. */
  derive(purpose: string, text: string): Buffer;
}

export async function openKeyVault(folder: string, ids: Ids): Promise<KeyVault> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = async (name: string, make: () => Uint8Array | Promise<Uint8Array>) => {
    const path = join(folder, name);
    const existing = await readFile(path).catch(ignoreMissing);
    if (existing) return existing;
    return createOnce(path, await make());
  };
  const instanceKey = await secret('instance.key', () => ids.bytes(32));
  return {
    secret,
    derive: (purpose, text) => createHmac('sha256', instanceKey).update(`${purpose}\0${text}`).digest(),
  };
}

// Two processes may start at once: the one that loses the race reads what the other wrote.
async function createOnce(path: string, bytes: Uint8Array): Promise<Buffer> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (!file) return readFile(path);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return Buffer.from(bytes);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
