import {
  type AnnexFormat,
  annexFormatOf,
  findAnnexesProblem,
  findAnnexProblem,
  infectedSentence,
  Refusal,
  readAnnexName,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { FileDeps } from './check-stored-file.ts';
import { copyStoredFile, type StorableBlob, storeUpload } from './store-file.ts';

/** An annex whose bytes are stored, without a row yet. */
export interface StorableAnnex {
  name: string;
  format: AnnexFormat;
  blob: StorableBlob;
}

/**
 * Stores files for information as they were sent. Nothing here reads them: they are kept for people, who download them.
 * The bytes are durable before a row refers to them; if the call fails later, the sweeper removes them.
 *
 * @throws Refusal `VALIDATION_ERROR`, `DOCUMENT_TOO_LARGE`, `DOCUMENT_NOT_ACCEPTED`, each naming the part;
 *   `SERVICE_UNAVAILABLE` while the scanner does not answer
 */
export async function ingestAnnexes(
  deps: Pick<Deps, 'blobs' | 'intake'>,
  uploads: readonly UploadedFile[],
): Promise<StorableAnnex[]> {
  requireAnnexes(uploads);
  const stored: StorableAnnex[] = [];
  for (const [index, upload] of uploads.entries()) {
    const name = readAnnexName(upload.fileName);
    const finding = await deps.intake.scan(upload.path, upload.requester);
    if (finding !== null) {
      const sentence = infectedSentence(finding);
      const violations = { [partOf(index)]: sentence };
      throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This annex cannot be added. ${sentence}`, { violations });
    }
    const format = annexFormatOf(name, upload.head);
    stored.push({ name, format, blob: await storeUpload(deps, upload) });
  }
  return stored;
}

/** Checks what needs no reading, so that nothing is stored of a form that is refused. */
function requireAnnexes(uploads: readonly UploadedFile[]): void {
  const violations: Record<string, string> = {};
  for (const [index, upload] of uploads.entries()) {
    const problem = findAnnexProblem(readAnnexName(upload.fileName), upload);
    if (problem !== null) violations[partOf(index)] = problem;
  }
  const [first] = Object.values(violations);
  if (first !== undefined) throw new Refusal('VALIDATION_ERROR', first, { violations });
  requireAnnexRoom(uploads);
}

/** Of a workflow or template, together. */
export function requireAnnexRoom(annexes: readonly { size: number }[]): void {
  const problem = findAnnexesProblem(annexes);
  if (problem === null) return;
  throw new Refusal(problem.code, problem.sentence, { violations: { annex: problem.sentence } });
}

function partOf(index: number): string {
  return index === 0 ? 'annex' : `annex[${index}]`;
}

/** Copies the files of annexes of a workflow or template. `refuse` is the error if one was deleted concurrently. */
export async function copyAnnexes(
  deps: FileDeps,
  rows: readonly { name: string; format: string; file_id: number }[],
  refuse: () => Refusal,
): Promise<StorableAnnex[]> {
  const copies: StorableAnnex[] = [];
  for (const { name, format, file_id: fileId } of rows) {
    const blob = await copyStoredFile(deps, fileId);
    if (!blob) throw refuse();
    copies.push({ name, format: format as AnnexFormat, blob });
  }
  return copies;
}

/** The row of an annex, without its owner and its file. */
export function annexColumns({ name, format, blob }: StorableAnnex, at: { position: number; now: Date }) {
  const { position, now } = at;
  return { position, name, format, size: blob.size, sha256: blob.sha256.toString('hex'), added_at: now };
}

/** An annex as the audit trail records it. */
export function annexFacts({ name, blob }: StorableAnnex) {
  return { name, sha256: blob.sha256.toString('hex'), size: blob.size };
}
