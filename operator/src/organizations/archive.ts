import { Fault } from '@paraph/domain';
import type { Origin } from '@paraph/server/authority/adopt-certificates.ts';
import type { Ids } from '@paraph/server/platform/ids.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { type Destination, fetchBytes, putBytes, readSigned, signText } from '../backup/destination.ts';
import type { PartFacts } from '../backup/part.ts';

const PARTS = ['rows', 'secrets', 'proofs', 'files'] as const;
export type PartName = (typeof PARTS)[number];

/** What the archive of an organization consists of. It is stored last: without it there is no archive. */
export interface OrganizationManifest {
  version: 2;
  place: string;
  archive: string;
  /** ISO 8601 */
  takenAt: string;
  paraph: string;
  /** The newest migration of the database. */
  migration: string;
  /** Of the instance. */
  baseUrl: string;
  /** With which the proofs are checked, as `/log/key` shows it. */
  logKey: string;
  /** The instance, and those from which organizations came to it: what their signatures are judged by. */
  origins: Origin[];
  /** The cell whose numbers it gives. */
  cell: number;
  organization: { id: number; name: string };
  /** Whether it was frozen before its rows were read, so that nothing was added since. */
  isFrozen: boolean;
  /** Rows by table. */
  rows: Record<string, number>;
  secrets: number;
  /** Leaves of the log with their proofs. */
  proofs: number;
  files: number;
  bytes: number;
  /** Hashes of the files that are missing or damaged in the instance. */
  unreadable: string[];
  /** The trails that do not verify. */
  brokenTrails: { workflowId: number; problem: string }[];
  parts: Record<PartName, PartFacts>;
}

const FOLDER = 'organizations/';
const MANIFEST = '/manifest.json';

export function nameIn(archive: string, name: string): string {
  return `${FOLDER}${archive}/${name}`;
}

/** The key of a part or file. It encrypts this one alone. */
export function keyIn(destination: Destination, archive: string, name: string): Buffer {
  return destination.keyFor(`organization ${archive}/${name}`);
}

interface Through {
  folder: string;
  ids: Ids;
}

/** The complete archives, the oldest of each organization first. */
export async function listArchives({ store }: Pick<Destination, 'store'>): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of store.list(FOLDER))
    if (name.endsWith(MANIFEST)) found.push(name.slice(FOLDER.length, -MANIFEST.length));
  return found;
}

export async function storeManifest(
  destination: Destination,
  manifest: OrganizationManifest,
  { vault, ...through }: Through & { vault: KeyVault },
): Promise<void> {
  const bytes = await signText(vault, JSON.stringify(manifest));
  await putBytes({ ...through, store: destination.store }, nameIn(manifest.archive, 'manifest.json'), bytes);
}

/** @throws Fault if it was changed, or is not of this destination */
export async function readManifest(
  destination: Destination,
  archive: string,
  through: Through,
): Promise<OrganizationManifest> {
  const name = nameIn(archive, 'manifest.json');
  const bytes = await fetchBytes({ ...through, store: destination.store }, name);
  const text = bytes && readSigned(bytes, destination);
  const manifest = text ? (JSON.parse(text) as OrganizationManifest) : null;
  if (manifest?.version === 2 && manifest.place === destination.id && manifest.archive === archive)
    return manifest;
  throw new Fault(`${name} in ${destination.name} was changed, or a newer Paraph wrote it.`);
}
