import { readdir } from 'node:fs/promises';
import { Fault } from '@paraph/domain';
import { findKeysDir } from '@paraph/server/config/config.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { byteFrames, headFrame, readSections } from './frames.ts';
import type { Manifest } from './manifest.ts';

/** Encrypts the others here, and is made anew where they are restored. */
const OF_THE_VAULT = 'vault.json';

/** Every key of the data directory in plain: the part is encrypted with the key of the destination. */
export async function* writeKeys(
  { config, vault }: Pick<Deps, 'config' | 'vault'>,
  onKey: () => void,
): AsyncIterable<Buffer> {
  const names = (await readdir(findKeysDir(config))).sort();
  for (const name of names) {
    if (name === OF_THE_VAULT || name.endsWith('.tmp')) continue;
    const bytes = await vault.find(name);
    // A key that was exported meanwhile is gone.
    if (!bytes) continue;
    yield* headFrame({ key: name });
    yield* byteFrames(only(bytes));
    onKey();
  }
}

async function* only(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

/** @throws Fault where they are not as many as the manifest counts: one that is missing would be made anew */
export async function readKeys(
  pieces: AsyncIterable<Buffer>,
  { keys }: Pick<Manifest, 'keys'>,
  use: (key: string, bytes: Buffer) => Promise<void> = async () => {},
): Promise<void> {
  let read = 0;
  for await (const { head, bytes } of readSections(pieces)) {
    const { key } = head as { key: string };
    const whole: Buffer[] = [];
    for await (const piece of bytes) whole.push(piece);
    await use(key, Buffer.concat(whole));
    read += 1;
  }
  if (read !== keys)
    throw new Fault(`The backup has ${read} keys of the data directory, and counts ${keys}.`, {});
}
