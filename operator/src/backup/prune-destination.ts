import type { Ids } from '@paraph/server/platform/ids.ts';
import { BLOBS, fetchPart, readBlobList } from './blob-list.ts';
import { listIn } from './copy-blobs.ts';
import type { Destination } from './destination.ts';
import { listSnapshots, nameOfManifest, nameOfPart, readManifest, SNAPSHOTS } from './manifest.ts';
import { joinSorted } from './sorted.ts';

/**
 * Removes the snapshots beyond those that are kept, what interrupted backups left, the keys of documents of all
 * snapshots but the newest (which has those that were not erased since), and files that no snapshot names.
 */
export async function pruneDestination(
  destination: Destination,
  { keep, ...through }: { keep: number; folder: string; ids: Ids },
): Promise<{ removedSnapshots: number; removedFiles: number }> {
  const { store } = destination;
  const complete = await listSnapshots(destination);
  const kept = complete.slice(-keep);
  const newest = kept.at(-1);
  // Without its manifest a snapshot is none: a kill in between leaves parts that the next backup removes.
  const old = complete.slice(0, -keep);
  for (const snapshot of old) await store.remove(nameOfManifest(snapshot));
  const objects: string[] = [];
  for await (const { name } of store.list(SNAPSHOTS)) objects.push(name);
  for (const name of objects) {
    const snapshot = name.slice(SNAPSHOTS.length).split('/')[0] ?? '';
    const isFormerKeys = snapshot !== newest && name === nameOfPart(snapshot, 'blob-keys');
    if (!kept.includes(snapshot) || isFormerKeys) await store.remove(name);
  }
  const lists = await Promise.all(
    kept.map(async (snapshot) => {
      const manifest = await readManifest(destination, snapshot, through);
      return readBlobList(
        destination,
        manifest,
        await fetchPart(destination, manifest, { part: 'blobs', ...through }),
      );
    }),
  );
  let removedFiles = 0;
  for await (const { name, found } of joinSorted(listIn(store), ...lists)) {
    const [object, ...named] = found;
    if (!object || named.some((blob) => blob !== undefined)) continue;
    await store.remove(`${BLOBS}${name}`);
    removedFiles += 1;
  }
  return { removedSnapshots: old.length, removedFiles };
}
