import { openDestination, provideDestination } from '../../operator/src/backup/destination.ts';
import { byteFrames, headFrame, readSections } from '../../operator/src/backup/frames.ts';
import { readPart, writePart } from '../../operator/src/backup/part.ts';
import {
  keyIn,
  nameIn,
  type OrganizationManifest,
  storeManifest,
} from '../../operator/src/organizations/archive.ts';
import { type ExportDeps, exportOrganization } from '../../operator/src/organizations/export-organization.ts';
import { type ImportDeps, importOrganization } from '../../operator/src/organizations/import-organization.ts';
import { verifyOrganization } from '../../operator/src/organizations/verify-organization.ts';
import { fingerprintOf } from '../../server/src/authority/adopt-certificates.ts';
import { COLUMNS } from '../../server/src/database/rows.generated.ts';
import { newKey, systemIds } from '../../server/src/platform/ids.ts';
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

export async function readAgain(place: BackupDestination) {
  return verifyOrganization({ ids: systemIds }, await openDestination(given(place)), undefined);
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
  const path = `${place.folder}/${newKey(systemIds)}`;
  await place.store.fetchTo(nameIn(archive, name), path);
  return readPart(path, keyIn(destination, archive, name));
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** What `paraph import-organization` does, on an instance of the tests. */
export async function readIn(
  { deps, databaseOptions }: TestInstance,
  place: BackupDestination,
  { origins, archive, ...more }: Partial<ImportDeps> & Pick<OrganizationManifest, 'origins' | 'archive'>,
) {
  const choice = { archive, origin: fingerprintOf(origins) };
  return importOrganization(
    { ...deps, databaseOptions, ...more },
    await openDestination(given(place)),
    choice,
  );
}

type Rows = Map<string, Record<string, string>[]>;

/**
 * Another archive beside one, with rows as the operator of its instance, who has all of its keys, would write them to
 * harm the instance that reads it. Values are as COPY writes them.
 */
export async function forgeArchive(
  { deps }: TestInstance,
  place: BackupDestination,
  { manifest, change }: { manifest: OrganizationManifest; change: (rows: Rows) => void },
): Promise<OrganizationManifest> {
  const destination = await openDestination(given(place));
  const rows = await readTables(place, manifest);
  const columnsOf = new Map([...rows.keys()].map((table) => [table, COLUMNS[table as keyof typeof COLUMNS]]));
  change(rows);
  const archive = `${manifest.organization.id}/${newKey(systemIds)}`;
  const put = async (name: string, pieces: AsyncIterable<Uint8Array>) => {
    const path = `${place.folder}/${newKey(systemIds)}`;
    const facts = await writePart(path, pieces, keyIn(destination, archive, name));
    await place.store.put(nameIn(archive, name), path, Buffer.from(facts.sha256, 'hex'));
    return facts;
  };
  const parts = { ...manifest.parts };
  for (const part of ['secrets', 'proofs'] as const)
    parts[part] = await put(`${part}.part`, await open(place, manifest.archive, `${part}.part`));
  let files = '';
  for (const line of (await textOf(await open(place, manifest.archive, 'files.part')))
    .split('\n')
    .slice(0, -1)) {
    const [hash, size] = line.split('\t');
    const name = `files/${hash}.part`;
    const facts = await put(name, await open(place, manifest.archive, name));
    files += `${hash}\t${size}\t${facts.size}\t${facts.sha256}\n`;
  }
  parts.files = await put('files.part', only(files));
  parts.rows = await put('rows.part', sectionsOf(rows, columnsOf));
  const counts = Object.fromEntries([...rows].map(([table, all]) => [table, all.length]));
  const forged = { ...manifest, archive, rows: counts, parts };
  await storeManifest(destination, forged, { vault: deps.vault, folder: place.folder, ids: systemIds });
  return forged;
}

async function* sectionsOf(rows: Rows, columnsOf: ReadonlyMap<string, readonly string[]>) {
  for (const [table, all] of rows) {
    const columns = columnsOf.get(table) ?? [];
    yield* headFrame({ table, columns });
    const lines = all.map((row) => `${columns.map((column) => row[column]).join('\t')}\n`);
    yield* byteFrames(only(lines.join('')));
  }
}

async function* only(text: string): AsyncIterable<Buffer> {
  yield Buffer.from(text);
}
