import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { checkLogProof, type LogProof, type NoteKey, parseKeyText } from '@paraph/pades';
import { type Ids, newKey } from '@paraph/server/platform/ids.ts';
import { hashFile, UnreadableBlobFault } from '@paraph/storage';
import type { Progress } from '../backup/copy-blobs.ts';
import { countRows } from '../backup/count-sections.ts';
import type { Destination } from '../backup/destination.ts';
import { readSections } from '../backup/frames.ts';
import { type PartFacts, readLines, readPart } from '../backup/part.ts';
import { keyIn, listArchives, nameIn, type OrganizationManifest, readManifest } from './archive.ts';

interface VerifyDeps {
  ids: Ids;
  onProgress?: Progress;
}

interface VerifiedArchive {
  manifest: OrganizationManifest;
  /** Files that are missing in the archive or were changed there, by their hash. */
  damaged: string[];
}

export interface Reading extends VerifyDeps {
  destination: Destination;
  manifest: OrganizationManifest;
  folder: string;
}

/**
 * Reads the archive of an organization again: the signature of the manifest, the hash and the decryption of each part,
 * the number of rows of each table, each proof with the key of the log, and each file.
 *
 * @throws Fault if a part, rows or proofs are missing, or were changed
 */
export async function verifyOrganization(
  deps: VerifyDeps,
  destination: Destination,
  archive: string | undefined,
): Promise<VerifiedArchive> {
  return withArchive(deps, { destination, archive }, async (reading) => {
    await checkParts(reading);
    return { manifest: reading.manifest, damaged: await listDamaged(reading) };
  });
}

/** Chooses the archive and opens its manifest; what is fetched of it is removed afterwards. */
export async function withArchive<T>(
  deps: VerifyDeps,
  { destination, archive }: { destination: Destination; archive: string | undefined },
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-verify-'));
  try {
    const name = await chooseArchive(destination, archive);
    const manifest = await readManifest(destination, name, { folder, ids: deps.ids });
    return await work({ ...deps, destination, manifest, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All but the files. Answers the hashes that are proven to be in the log. */
export async function checkParts(reading: Reading): Promise<Set<string>> {
  await checkRows(reading);
  await checkLines(reading, 'secrets', () => true);
  const key = parseKeyText(reading.manifest.logKey);
  const proven = new Set<string>();
  await checkLines(reading, 'proofs', (line) => {
    proven.add((JSON.parse(line) as { hash: string }).hash);
    return isProven(line, key);
  });
  return proven;
}

async function chooseArchive(destination: Destination, archive: string | undefined): Promise<string> {
  const all = await listArchives(destination);
  const [only] = all;
  if (only === undefined)
    throw new Fault(`There is no complete archive of an organization in ${destination.name}.`);
  if (archive !== undefined ? all.includes(archive) : all.length === 1) return archive ?? only;
  throw new Fault(`Choose one by --archive: ${destination.name} has ${all.join(', ')}.`);
}

/** @throws Fault where it is missing, or its bytes are others */
export async function openPart(
  reading: Reading,
  name: string,
  facts: PartFacts,
): Promise<AsyncIterable<Buffer>> {
  const path = await fetchPart(reading, name, facts);
  const key = keyIn(reading.destination, reading.manifest.archive, name);
  if (path !== null) return bounded(readPart(path, key), facts.size);
  const { destination, manifest } = reading;
  throw new Fault(`${nameIn(manifest.archive, name)} in ${destination.name} is missing or was changed.`);
}

/** Rows repeat themselves, but not so: what unpacks without an end is not read to its end. */
const UNPACKED_MAX = 1_000;

async function* bounded(pieces: AsyncIterable<Buffer>, size: number): AsyncIterable<Buffer> {
  let left = 2 ** 26 + size * UNPACKED_MAX;
  for await (const piece of pieces) {
    left -= piece.length;
    if (left < 0) throw new Fault('A part of the archive unpacks to more than any archive has.');
    yield piece;
  }
}

async function fetchPart(
  { destination, folder, ids, manifest }: Reading,
  name: string,
  facts: PartFacts,
): Promise<string | null> {
  const path = join(folder, newKey(ids));
  if (!(await destination.store.fetchTo(nameIn(manifest.archive, name), path))) return null;
  const { size, sha256 } = await hashFile(path);
  return size === facts.size && sha256.toString('hex') === facts.sha256 ? path : null;
}

async function checkRows(reading: Reading): Promise<void> {
  const { parts, rows } = reading.manifest;
  const left = new Map(Object.entries(rows));
  for await (const { head, bytes } of readSections(await openPart(reading, 'rows.part', parts.rows))) {
    const { table } = head as { table: string };
    if ((await countRows(bytes)) !== left.get(table)) throw notCounted(`rows of ${table}`);
    left.delete(table);
  }
  const [missing] = left.keys();
  if (missing !== undefined) throw notCounted(`rows of ${missing}`);
}

async function checkLines(
  reading: Reading,
  part: 'secrets' | 'proofs',
  isRight: (line: string) => boolean,
): Promise<void> {
  let count = 0;
  for await (const line of readLines(await openPart(reading, `${part}.part`, reading.manifest.parts[part]))) {
    // They are read as bytes; those of a checkpoint are no ASCII.
    if (!isRight(Buffer.from(line, 'latin1').toString()))
      throw new Fault(`Line ${count + 1} of the ${part} in the archive proves nothing.`);
    count += 1;
  }
  if (count !== reading.manifest[part]) throw notCounted(part);
}

function notCounted(what: string): Fault {
  return new Fault(`The ${what} in the archive are not those that its manifest counts.`);
}

function isProven(line: string, key: NoteKey): boolean {
  const { hash, ...proof } = JSON.parse(line) as LogProof & { hash: string };
  const { isIncluded, isSigned, sha256 } = checkLogProof(proof, { key, retained: null });
  return isIncluded && isSigned === true && sha256 === hash;
}

export interface ArchivedFile {
  /** SHA-256, hexadecimal. */
  hash: string;
  size: number;
  stored: PartFacts;
}

export async function* listArchived(reading: Reading): AsyncIterable<ArchivedFile> {
  const { files: total, parts } = reading.manifest;
  let done = 0;
  for await (const line of readLines(await openPart(reading, 'files.part', parts.files))) {
    const [hash = '', size, storedSize, sha256 = ''] = line.split('\t');
    if (!/^[0-9a-f]{64}$/.test(hash)) throw notCounted('files');
    yield { hash, size: Number(size), stored: { size: Number(storedSize), sha256 } };
    done += 1;
    reading.onProgress?.('files', done, total);
  }
  if (done !== total) throw notCounted('files');
}

async function listDamaged(reading: Reading): Promise<string[]> {
  const damaged: string[] = [];
  for await (const file of listArchived(reading))
    if (!(await readFileOf(reading, file, () => {}))) damaged.push(file.hash);
  return damaged;
}

/** Hands the bytes on as they are read; whether they were those of the file is known at the end. */
export async function readFileOf(
  reading: Reading,
  { hash, size, stored }: ArchivedFile,
  onPiece: (piece: Buffer) => void | Promise<void>,
): Promise<boolean> {
  const name = `files/${hash}.part`;
  const path = await fetchPart(reading, name, stored);
  if (path === null) return false;
  const digest = createHash('sha256');
  let read = 0;
  try {
    for await (const piece of readPart(path, keyIn(reading.destination, reading.manifest.archive, name))) {
      digest.update(piece);
      read += piece.length;
      if (read > size) return false;
      await onPiece(piece);
    }
  } catch (error) {
    if (error instanceof UnreadableBlobFault) return false;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
  return read === size && digest.digest('hex') === hash;
}
