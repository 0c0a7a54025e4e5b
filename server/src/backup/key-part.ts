import { readdir } from 'node:fs/promises';
import type { Deps } from '../deps.ts';
import { findKeysDir } from '../machine-settings.ts';
import type { KeyVault } from '../platform/key-vault.ts';
import { byteFrames, headFrame, readSections } from './frames.ts';

/** Encrypts the others here, and is made anew where they are restored. */
const OF_THE_VAULT = 'vault.json';

/** Every key of the data directory in plain: the part is encrypted with the key of the place. */
export async function* writeKeys({ config, vault }: Pick<Deps, 'config' | 'vault'>): AsyncIterable<Buffer> {
  const names = (await readdir(findKeysDir(config))).sort();
  for (const name of names) {
    if (name === OF_THE_VAULT || name.endsWith('.tmp')) continue;
    const bytes = await vault.find(name);
    // A key that was exported meanwhile is gone.
    if (!bytes) continue;
    yield* headFrame({ key: name });
    yield* byteFrames(only(bytes));
  }
}

async function* only(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

export async function restoreKeys(vault: KeyVault, pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const { head, bytes } of readSections(pieces)) {
    const { key } = head as { key: string };
    const whole: Buffer[] = [];
    for await (const piece of bytes) whole.push(piece);
    await vault.replace(key, Buffer.concat(whole));
  }
}
