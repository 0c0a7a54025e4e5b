import { createHash } from 'node:crypto';
import { Refusal, ShownFault } from '@paraph/domain';
import { type BlobReader, ChunkHash, ignoreMissing, readPieces, UnreadableBlobFault } from '@paraph/storage';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { enqueue } from '../jobs/enqueue.ts';
import {
  type FileFinding,
  listDueFiles,
  listFileRows,
  listRecordedDamage,
  lockFile,
  saveInspection,
  saveReported,
} from './file-store.ts';
import { type FileFacts, type HashedFile, type OpenableFile, toFacts } from './read-file-facts.ts';

/**
 * A stored file is missing, or its bytes have changed. The message may be shown to users: it names the cause and who
 * can fix it.
 */
export class StoredFileFault extends ShownFault {
  readonly fileId: number;
  readonly finding: 'damaged' | 'missing';

  constructor(fileId: number, finding: 'damaged' | 'missing') {
    const what = finding === 'missing' ? 'missing' : 'damaged: its bytes are not those that were stored';
    const remedy = 'The operator of this instance has to restore it from a backup.';
    super(`The stored file is ${what}. ${remedy}`, { retryable: true });
    this.name = 'StoredFileFault';
    this.fileId = fileId;
    this.finding = finding;
  }
}

/** Needed to read a stored file, which includes comparing its hash and recording a finding. */
export type FileDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>;

export interface Inspection {
  finding: FileFinding | null;
  chunkDigests: Buffer | null;
  /** How many bytes were read. */
  size: number;
}

/** Reads a whole stored file in chunks and compares its SHA-256. Read-only. */
export async function inspectStoredFile(
  { blobs }: Pick<Deps, 'blobs'>,
  file: Pick<FileFacts, 'blobKey' | 'sha256'>,
): Promise<Inspection> {
  let reader: BlobReader | undefined;
  try {
    reader = await blobs.open(file.blobKey).catch(ignoreMissing);
    if (!reader) return { finding: 'missing', chunkDigests: null, size: 0 };
    const hash = new ChunkHash();
    for await (const piece of readPieces(reader)) hash.update(piece);
    const { size, sha256, chunkDigests } = hash.digest();
    return sha256.equals(file.sha256)
      ? { finding: null, chunkDigests, size }
      : { finding: 'damaged', chunkDigests: null, size };
  } catch (error) {
    if (!(error instanceof UnreadableBlobFault)) throw error;
    return { finding: 'damaged', chunkDigests: null, size: 0 };
  } finally {
    await reader?.close();
  }
}

/** Inspects a stored file and records the result; a job informs the room that owns the document of a change. */
export async function checkStoredFile(deps: FileDeps, file: HashedFile): Promise<Inspection> {
  const inspection = await inspectStoredFile(deps, file);
  await recordInspection(deps, file, inspection);
  return inspection;
}

export async function recordInspection(
  { clock, database, log }: Pick<FileDeps, 'clock' | 'database' | 'log'>,
  { id, blobKey }: Pick<FileFacts, 'id' | 'blobKey'>,
  { finding, chunkDigests }: Inspection,
): Promise<void> {
  const now = clock.now();
  const isChanged = await database.transaction().execute(async (tx) => {
    const changed = await saveInspection(tx, id, { now, finding, chunkDigests });
    if (changed) await enqueue(tx, { name: 'report-file', id, key: `report-file:${id}` });
    return changed;
  });
  if (!isChanged) return;
  const about = { fileId: id, blobKey, finding };
  if (finding === null) log.warn(about, 'a stored file is whole again');
  else log.error(about, `a stored file is ${finding}: restore it from a backup`);
}

/**
 * Reads the whole file again after a reader met a problem, records the finding, and returns the error to throw. A
 * file whose row was deleted since it was read is not damaged but gone.
 */
export async function faultOf(
  deps: FileDeps,
  { id, ...bytes }: OpenableFile,
): Promise<StoredFileFault | Refusal | Error> {
  if (id === null) return new Error('a file changed after it was stored, before anything named it');
  const { finding } = await checkStoredFile(deps, { id, ...bytes });
  const [row] = await listFileRows(deps.database, [id]);
  if (!row) return new Refusal('NOT_FOUND', 'There is no such file any more.');
  return new StoredFileFault(id, finding ?? 'damaged');
}

export async function openBlob({ blobs }: Pick<Deps, 'blobs'>, key: string): Promise<BlobReader | undefined> {
  return blobs.open(key).catch(ignoreUnreadable);
}

/** For `.catch`: undefined instead of a blob that is missing or cannot be decrypted. */
export function ignoreUnreadable(error: Error): undefined {
  if (!(error instanceof UnreadableBlobFault)) ignoreMissing(error);
}

/**
 * Returns the unreported finding of a file and marks it as reported, in the caller's transaction. Undefined if there is
 * none; null if the file is intact again.
 */
export async function consumeNewFinding(tx: Tx, fileId: number): Promise<FileFinding | null | undefined> {
  const file = await lockFile(tx, fileId);
  if (!file || file.finding === file.reported_finding) return undefined;
  await saveReported(tx, fileId, file.finding);
  return file.finding;
}

const DAMAGED_MAX = 1_000;

export type DamagedFile = Pick<FileFacts, 'blobKey' | 'id'> & { finding: FileFinding };

/** Reads files with a finding again; returns those that still have one, and whether the scrub is overdue. */
export async function recheckDamage(
  deps: FileDeps,
  readBefore: Date,
): Promise<{ damaged: DamagedFile[]; isOverdue: boolean }> {
  const damaged: DamagedFile[] = [];
  for (const row of await listRecordedDamage(deps.database, { limit: DAMAGED_MAX })) {
    const { finding } = await checkStoredFile(deps, toFacts(row));
    if (finding !== null) damaged.push({ id: row.id, blobKey: row.blob_key, finding });
  }
  const overdue = await listDueFiles(deps.database, { before: readBefore, limit: 1 });
  return { damaged, isOverdue: overdue.length > 0 };
}

export { savePrefixes } from './blob-key-store.ts';

type ComparedFile = Pick<FileFacts, 'blobKey' | 'sha256' | 'size'>;

/** Reads a stored file: whether its bytes are as stored, and begin with those of the other file. */
export async function continuesFile(
  deps: Pick<FileDeps, 'blobs'>,
  whole: ComparedFile,
  prefix: ComparedFile,
): Promise<boolean> {
  const reader = await openBlob(deps, whole.blobKey);
  if (!reader) return false;
  const hash = createHash('sha256');
  let [at, begins] = [0, false];
  try {
    for await (const piece of readPieces(reader)) {
      const rest = prefix.size - at;
      const first = rest > 0 && rest <= piece.length ? rest : 0;
      hash.update(piece.subarray(0, first));
      if (first > 0) begins = hash.copy().digest().equals(prefix.sha256);
      hash.update(piece.subarray(first));
      at += piece.length;
    }
    return begins && hash.digest().equals(whole.sha256);
  } catch (error) {
    ignoreUnreadable(error as Error);
    return false;
  } finally {
    await reader.close();
  }
}
