import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { type Ids, newKey } from '@paraph/server/platform/ids.ts';
import { hashFile } from '@paraph/storage';
import type { Destination } from './destination.ts';
import { type Manifest, nameOfPart, type PartName, partKey } from './manifest.ts';
import { readLines, readPart } from './part.ts';

/** A stored file in a snapshot, with the size and hash of what is stored. */
export interface ListedBlob {
  name: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  state: 'plain' | 'encrypted' | 'unreadable';
}

/** Before the names of stored files in a destination. */
export const BLOBS = 'blobs/';

export function toLine({ name, size, sha256, state }: ListedBlob): string {
  return `${name}\t${size}\t${sha256}\t${state}\n`;
}

/** In the order of their names. @throws Fault where they are not as many as the manifest counts */
export async function* readBlobList(
  destination: Destination,
  { snapshot, files }: Pick<Manifest, 'files' | 'snapshot'>,
  path: string,
): AsyncIterable<ListedBlob> {
  let listed = 0;
  for await (const line of readLines(readPart(path, partKey(destination, snapshot, 'blobs')))) {
    listed += 1;
    const [name = '', size, sha256 = '', state] = line.split('\t');
    yield { name, size: Number(size), sha256, state: state as ListedBlob['state'] };
  }
  if (listed !== files)
    throw new Fault(
      `${nameOfPart(snapshot, 'blobs')} in ${destination.name} lists ${listed} files of ${files}.`,
      {},
    );
}

/**
 * Brings a part to this machine and compares it with the manifest.
 *
 * @throws Fault if it is missing or was changed
 */
export async function fetchPart(
  destination: Destination,
  { snapshot, parts }: Manifest,
  { part, folder, ids }: { part: PartName; folder: string; ids: Ids },
): Promise<string> {
  const path = join(folder, `${part}-${newKey(ids)}`);
  const name = nameOfPart(snapshot, part);
  const isThere = await destination.store.fetchTo(name, path);
  const found = isThere ? await hashFile(path) : null;
  if (found?.size === parts[part].size && found.sha256.toString('hex') === parts[part].sha256) return path;
  await rm(path, { force: true });
  const what = isThere ? 'was changed' : 'is missing';
  throw new Fault(`${name} in ${destination.name} ${what}.`);
}
