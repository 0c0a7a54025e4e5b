import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AttachmentFormat, invalid, type Placement, type Plan, Refusal } from '@paraph/domain';
import {
  type DemandedLog,
  type EvaluatedFile,
  type EvaluateRequest,
  type Intake,
  type IntakeAnswer,
  type IntakeBudget,
  type IntakeFindings,
  openIntakeBudget,
  requesterWithoutClient,
} from '@paraph/intake';
import type { StoredBlob } from '@paraph/storage';
import type { Deps } from '../deps.ts';
import { HEAD_BYTES, type UploadedFile } from '../http/multipart.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import type { FileDeps } from './check-stored-file.ts';
import { type RefusedFile, refusedFile } from './examine-picture.ts';
import type { OpenableFile } from './read-file-facts.ts';
import { readBytesOf } from './read-stored-file.ts';
import { storeBytes, storeUpload } from './store-file.ts';

export interface ExaminedDocument extends IntakeFindings {
  /**
   * The repaired file, or the file with what was appended (one face for it, a signature page), which has already
   * replaced the upload. Null if the upload is used unchanged.
   */
  replacement: UploadedFile | null;
}

/** The planned signers, and the placements of existing fields. */
export interface PlanBeside extends Plan {
  taken?: readonly Placement[];
  /** Of a file that was accepted before. */
  isStored?: boolean;
  /** Whether it may carry XML inside. */
  mayCarryXml?: boolean;
}

const HEADER = '%PDF-';
const NOT_A_PDF = 'Must be a PDF file, or a JPEG or PNG picture. Export or print the document as PDF.';
const BEYOND_REPAIR = 'The file is damaged beyond repair. Export or print it again.';
const DAMAGED_AND_SIGNED =
  'The file is damaged, and a repair would break the signatures in it. Ask for an undamaged copy.';

/** Why an upload cannot be a PDF, by its first bytes; null if it may be one. */
export function findPdfProblem({ head }: Pick<UploadedFile, 'head'>): string | null {
  return head.includes(HEADER) ? null : NOT_A_PDF;
}

/**
 * Examines an uploaded PDF: whether it is accepted, and where fields can be placed. The file is read only in limited
 * child processes. A damaged file is repaired if possible.
 *
 * @throws Refusal `VALIDATION_ERROR` when it is no PDF, `DOCUMENT_NOT_ACCEPTED` saying why it cannot be used,
 *   `DOCUMENT_TWO_FACED` saying what of it shows otherwise elsewhere, `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function examineDocument(
  deps: { intake: Intake },
  upload: UploadedFile,
  plan: PlanBeside,
): Promise<ExaminedDocument> {
  const problem = findPdfProblem(upload);
  if (problem !== null) throw invalid({ document: problem });
  const budget = openIntakeBudget();
  const { taken = [], isStored = false, mayCarryXml = false, ...planned } = plan;
  const documentName = nameOf(upload);
  const examine = ({ path, borrowed }: Pick<UploadedFile, 'path' | 'borrowed'>, isScanned: boolean) =>
    deps.intake.run(
      { kind: 'examine', path, borrowed, plan: planned, taken, documentName, mayCarryXml },
      { requester: upload.requester, budget, isStored: isScanned },
    );
  const first = await examine(upload, isStored);
  if (first.kind !== 'refused' || !first.isRepairable) return accept(upload, first, false);
  await repairInPlace(deps.intake, upload, budget);
  const second = await examine({ path: upload.path, borrowed: null }, true);
  if (second.kind === 'accepted' && second.findings.notes.includes('already-signed')) {
    throw notAccepted([DAMAGED_AND_SIGNED]);
  }
  return accept(upload, second, true);
}

async function repairInPlace(
  intake: Intake,
  { path, requester }: UploadedFile,
  budget: IntakeBudget,
): Promise<void> {
  const repaired = `${path}-repaired`;
  try {
    if (!(await intake.repair({ from: path, to: repaired }, { requester, budget })))
      throw notAccepted([BEYOND_REPAIR]);
    await rename(repaired, path);
  } finally {
    await rm(repaired, { force: true });
  }
}

async function accept(
  upload: UploadedFile,
  answer: IntakeAnswer,
  isRepaired: boolean,
): Promise<ExaminedDocument> {
  if (answer.kind === 'refused')
    throw answer.isTwoFaced ? twoFaced(answer.reasons) : notAccepted(answer.reasons);
  if (answer.kind !== 'accepted')
    throw new Error(`the intake answered ${answer.kind} instead of accepting or refusing a file`);
  const { findings, incrementalUpdate } = answer;
  if (incrementalUpdate !== null) await appendFile(upload.path, Buffer.from(incrementalUpdate, 'base64'));
  return {
    ...findings,
    notes: isRepaired ? ['repaired', ...findings.notes] : findings.notes,
    replacement: isRepaired || incrementalUpdate !== null ? await measure(upload) : null,
  };
}

async function measure(upload: UploadedFile): Promise<UploadedFile> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(upload.path) as AsyncIterable<Buffer>) hash.update(chunk);
  const { size } = await stat(upload.path);
  return { ...upload, size, sha256: hash.digest(), borrowed: null };
}

function notAccepted(reasons: readonly string[]): Refusal {
  const shown = reasons.slice(0, 5).join(' ');
  return new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be used. ${reasons[0] ?? ''}`.trim(), {
    violations: { document: shown },
  });
}

function twoFaced(reasons: readonly string[]): Refusal {
  return new Refusal('DOCUMENT_TWO_FACED', 'This PDF would not show the same everywhere.', {
    violations: { document: reasons.join(' ') },
  });
}

function nameOf(upload: UploadedFile): string {
  const base = upload.fileName.split(/[\\/]/).pop() ?? '';
  return base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 250);
}

export interface ExaminedAnew {
  examined: ExaminedDocument;
  replacement: StoredBlob | null;
}

/**
 * Examines a stored PDF again, to place further fields. The stored bytes are never changed: a file with an added
 * signature page is stored as a new one.
 *
 * @throws Refusal as `examineDocument` does; StoredFileFault
 */
export async function examineStored(
  deps: FileDeps & Pick<Deps, 'ids' | 'intake'>,
  { file, ...about }: { file: OpenableFile; name: string; userId: number },
  plan: PlanBeside,
): Promise<ExaminedAnew> {
  return asUpload(deps, { ...about, bytes: await readBytesOf(deps, file) }, async (upload) => {
    const examined = await examineDocument(deps, upload, { ...plan, isStored: true });
    const { replacement } = examined;
    return { examined, replacement: replacement ? await storeUpload(deps, replacement) : null };
  });
}

/** Bytes of this instance as a file that child processes can open, for as long as it is used. */
export async function asUpload<T>(
  deps: Pick<Deps, 'blobs' | 'ids'>,
  { bytes, name, userId }: { bytes: Buffer; name: string; userId: number },
  use: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  const path = join(deps.blobs.incomingDir, `examine-${newKey(deps.ids)}`);
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  try {
    const requester = requesterWithoutClient(`stored:${userId}`);
    const facts = { size: bytes.length, sha256: sha256(bytes), head: bytes.subarray(0, HEAD_BYTES) };
    return await use({ path, fileName: name, ...facts, borrowed: null, requester });
  } finally {
    await rm(path, { force: true });
  }
}

type StoredAttachment = { kind: 'accepted'; format: AttachmentFormat; blob: StoredBlob } | RefusedFile;

/**
 * Examines a file that a signer attaches in a limited child process, and makes its bytes durable: those of a PDF as
 * they were sent, those of a picture without metadata.
 *
 * @throws Refusal `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function storeAttachment(
  deps: Pick<Deps, 'blobs' | 'intake'>,
  upload: UploadedFile,
): Promise<StoredAttachment> {
  const { path, requester } = upload;
  const answer = await deps.intake.run(
    { kind: 'attachment', path },
    { requester, budget: openIntakeBudget() },
  );
  switch (answer.kind) {
    case 'pdf':
      return { kind: 'accepted', format: 'pdf', blob: await storeUpload(deps, upload) };
    case 'picture': {
      const blob = await storeBytes(deps, Buffer.from(answer.bytes, 'base64'));
      return { kind: 'accepted', format: answer.format, blob };
    }
    case 'refused':
      return refusedFile(answer, 'It is damaged.');
    default:
      throw new Error(`the intake answered ${answer.kind} where an attachment was to be examined`);
  }
}

export interface Evaluation {
  roots: readonly Buffer[];
  logs: readonly DemandedLog[];
  at: Date;
  hashesUntilMs: EvaluateRequest['hashesUntilMs'];
  withXml: boolean;
}

/**
 * Evaluates the signatures of an uploaded PDF in a limited child process. The file is neither changed nor stored.
 *
 * @throws Refusal `VALIDATION_ERROR` when it is no PDF, `DOCUMENT_NOT_ACCEPTED` when it cannot be read exactly,
 *   `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function evaluateDocument(
  { intake }: { intake: Pick<Intake, 'run'> },
  upload: UploadedFile,
  { roots, at, withXml, logs, hashesUntilMs }: Evaluation,
): Promise<EvaluatedFile> {
  const problem = findPdfProblem(upload);
  if (problem !== null) throw invalid({ document: problem });
  const run = (withPictures: boolean) =>
    intake.run(
      {
        kind: 'evaluate',
        path: upload.path,
        roots: roots.map((root) => root.toString('base64')),
        atMs: at.getTime(),
        logs: [...logs],
        hashesUntilMs,
        withXml,
        withPictures,
      },
      { requester: upload.requester, budget: openIntakeBudget() },
    );
  const first = await run(true);
  // Drawing its pages may cost more than is allowed, or fail; the report then says that pictures were not compared.
  const answer = first.kind === 'refused' && first.isCutOff ? await run(false) : first;
  if (answer.kind === 'evaluated') return answer.evaluated;
  const reason = answer.kind === 'refused' ? answer.reasons[0] : undefined;
  if (reason === undefined) throw new Error(`the intake answered ${answer.kind} instead of an evaluation`);
  throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be checked. ${reason}`, {
    violations: { document: reason },
  });
}
