import { Fault } from '@paraph/domain';
import type { Ids } from '@paraph/server/platform/ids.ts';
import { fetchPart } from './blob-list.ts';
import type { Destination } from './destination.ts';
import { listSnapshots, type Manifest, PARTS, type PartName, readManifest } from './manifest.ts';

export interface Chosen {
  manifest: Manifest;
  /** Its keys of documents are those that were not erased since. */
  newest: Manifest;
  paths: Record<PartName, string>;
}

/**
 * All parts of a backup, by default of the newest, each compared with its hash.
 *
 * @throws Fault if there is none, or a part is missing or was changed
 */
export async function fetchSnapshot(
  { ids }: { ids: Ids },
  destination: Destination,
  { snapshot, folder }: { snapshot: string | undefined; folder: string },
): Promise<Chosen> {
  const through = { folder, ids };
  const all = await listSnapshots(destination);
  const last = all.at(-1);
  if (last === undefined) throw refusal(`There is no complete backup in ${destination.name}.`);
  const name = snapshot ?? last;
  if (!all.includes(name))
    throw refusal(`${destination.name} has no backup ${name}. It has ${all.join(', ')}.`);
  const newest = await readManifest(destination, last, through);
  const manifest = name === last ? newest : await readManifest(destination, name, through);
  const paths: Partial<Record<PartName, string>> = {};
  for (const part of PARTS) {
    const from = part === 'blob-keys' ? newest : manifest;
    paths[part] = await fetchPart(destination, from, { part, ...through });
  }
  return { manifest, newest, paths: paths as Chosen['paths'] };
}

function refusal(message: string): Fault {
  return new Fault(message);
}
