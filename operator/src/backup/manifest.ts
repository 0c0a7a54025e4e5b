import { Fault } from '@paraph/domain';
import type { Ids } from '@paraph/server/platform/ids.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { type Destination, fetchBytes, putBytes, readSigned, signText } from './destination.ts';
import type { PartFacts } from './part.ts';

export const PARTS = ['database', 'blobs', 'blob-keys', 'keys'] as const;
export type PartName = (typeof PARTS)[number];

/** What a snapshot consists of. It is stored last: without it there is no snapshot. */
export interface Manifest {
  version: 1;
  place: string;
  snapshot: string;
  /** ISO 8601 */
  takenAt: string;
  paraph: string;
  /** The newest migration of the database. */
  migration: string;
  /** Rows by table. */
  rows: Record<string, number>;
  jobs: number;
  sequences: number;
  /** Of the data directory. */
  keys: number;
  files: number;
  bytes: number;
  /** Files that could not be copied: missing or damaged when the backup was made. */
  unreadable: string[];
  /** Before which workflow each range of events ends; absent in backups of versions without them. */
  eventRanges?: number[];
  /** The names of the keys that wrap the keys of documents; none where these are not encrypted. */
  wrappingKeys: string[];
  parts: Record<PartName, PartFacts>;
}

interface Through {
  folder: string;
  ids: Ids;
}

export const SNAPSHOTS = 'snapshots/';
const MANIFEST = '/manifest.json';

export function nameOfPart(snapshot: string, part: PartName): string {
  return `${SNAPSHOTS}${snapshot}/${part}.part`;
}

export function nameOfManifest(snapshot: string): string {
  return `${SNAPSHOTS}${snapshot}${MANIFEST}`;
}

/** The key of a part. It encrypts this part alone. */
export function partKey(destination: Destination, snapshot: string, part: PartName): Buffer {
  return destination.keyFor(`${snapshot}/${part}`);
}

/** The complete snapshots, the oldest first. */
export async function listSnapshots({ store }: Pick<Destination, 'store'>): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of store.list(SNAPSHOTS))
    if (name.endsWith(MANIFEST)) found.push(name.slice(SNAPSHOTS.length, -MANIFEST.length));
  return found;
}

export async function storeManifest(
  destination: Destination,
  manifest: Manifest,
  { vault, ...through }: Through & { vault: KeyVault },
): Promise<void> {
  const bytes = await signText(vault, JSON.stringify(manifest));
  await putBytes({ ...through, store: destination.store }, nameOfManifest(manifest.snapshot), bytes);
}

/** @throws Fault if it was changed, or is not of this destination */
export async function readManifest(
  destination: Destination,
  snapshot: string,
  through: Through,
): Promise<Manifest> {
  const name = nameOfManifest(snapshot);
  const bytes = await fetchBytes({ ...through, store: destination.store }, name);
  const text = bytes && readSigned(bytes, destination);
  const manifest = text ? (JSON.parse(text) as Manifest) : null;
  if (manifest?.version === 1 && manifest.place === destination.id && manifest.snapshot === snapshot)
    return manifest;
  throw new Fault(`${name} in ${destination.name} was changed, or a newer Paraph wrote it.`);
}
