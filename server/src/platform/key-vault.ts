import { createHmac } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
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
    return createOnce(path, await make(), ids);
  };
  const instanceKey = await secret('instance.key', () => ids.bytes(32));
  return {
    secret,
    derive: (purpose, text) => createHmac('sha256', instanceKey).update(`${purpose}\0${text}`).digest(),
  };
}

// Two processes may start at once: the one that loses the race reads what the other wrote. The name appears with the
// whole content, so no process ever reads half a key.
async function createOnce(path: string, bytes: Uint8Array, ids: Ids): Promise<Buffer> {
  const draft = `${path}.${Buffer.from(ids.bytes(8)).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
    return Buffer.from(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(path);
  } finally {
    await unlink(draft);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
