import { openDestination, provideDestination } from '../../operator/src/backup/destination.ts';
import { readSections } from '../../operator/src/backup/frames.ts';
import { readPart } from '../../operator/src/backup/part.ts';
import { keyIn, nameIn, type OrganizationManifest } from '../../operator/src/organizations/archive.ts';
import { type ExportDeps, exportOrganization } from '../../operator/src/organizations/export-organization.ts';
import { verifyOrganization } from '../../operator/src/organizations/verify-organization.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import type { BackupDestination } from './backup.ts';
import type { TestInstance } from './instance.ts';

export const PASSPHRASE = 'a passphrase of the archive';
/** A guess costs little here. */
const COST = { N: 2 ** 4, r: 8, p: 1 };

const given = (place: BackupDestination) => ({
  ...{ ...place, passphrase: PASSPHRASE, ids: systemIds, cost: COST },
});

/** What `paraph export-organization` does, on an instance of the tests. */
export async function takeOut(
  { deps, databaseOptions }: TestInstance,
  place: BackupDestination,
  {
    organizationId,
    freezes = false,
    ...more
  }: Partial<ExportDeps> & { organizationId: number; freezes?: boolean },
): Promise<OrganizationManifest> {
  const destination = await provideDestination(given(place), deps.vault);
  return exportOrganization({ ...deps, databaseOptions, ...more }, destination, { organizationId, freezes });
}

export async function readAgain(place: BackupDestination, archive?: string) {
  return verifyOrganization({ ids: systemIds }, await openDestination(given(place)), archive);
}

/** The rows of each table in an archive, by their columns as COPY writes them. */
export async function readTables(place: BackupDestination, { archive }: OrganizationManifest) {
  const tables = new Map<string, Record<string, string>[]>();
  for await (const { head, bytes } of readSections(await open(place, archive, 'rows.part'))) {
    const { table, columns } = head as { table: string; columns: string[] };
    const lines = (await textOf(bytes)).split('\n').slice(0, -1);
    const rowOf = (line: string) =>
      Object.fromEntries(line.split('\t').map((value, at) => [columns[at] ?? '', value]));
    tables.set(table, lines.map(rowOf));
  }
  return tables;
}

export async function readSecretsOf(place: BackupDestination, { archive }: OrganizationManifest) {
  const text = await textOf(await open(place, archive, 'secrets.part'));
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function open(place: BackupDestination, archive: string, name: string): Promise<AsyncIterable<Buffer>> {
  const destination = await openDestination(given(place));
  const path = `${place.folder}/${name}-${Math.random()}`;
  await place.store.fetchTo(nameIn(archive, name), path);
  return readPart(path, keyIn(destination, archive, name));
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
