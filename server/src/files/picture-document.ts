import { writeFile } from 'node:fs/promises';
import { Refusal } from '@paraph/domain';
import { type Intake, openIntakeBudget } from '@paraph/intake';
import { HEAD_BYTES, type UploadedFile } from '../http/multipart.ts';
import { sha256 } from '../platform/ids.ts';
import { findPdfProblem } from './examine-document.ts';

/** What a document was made of: the upload as it was sent. */
export interface DocumentSource {
  name: string;
  sha256: string;
}

const HEIC = /^....ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1|avif)/s;

/** Why an upload can become no document, by its first bytes; null if it may. */
export function findUploadProblem({ head }: Pick<UploadedFile, 'head'>): string | null {
  if (isPicture(head)) return null;
  if (HEIC.test(head.toString('latin1', 0, 12)))
    return 'This is a picture of the kind HEIC. Save or send it as JPEG.';
  if (/^(GIF8|RIFF....WEBP|II\*\0|MM\0\*|BM)/s.test(head.toString('latin1', 0, 12)))
    return 'Only JPEG and PNG pictures become documents. Save the picture as one of these, or print it as PDF.';
  return findPdfProblem({ head });
}

function isPicture(head: Buffer): boolean {
  const start = head.subarray(0, 4).toString('hex');
  return start === '89504e47' || start.startsWith('ffd8ff');
}

/**
 * An upload as a PDF: a picture becomes its only page, which replaces the upload; everything else stays as it is. Made
 * in a limited child process.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` naming the file, `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function makePdfOf(
  { intake }: { intake: Pick<Intake, 'run'> },
  upload: UploadedFile,
): Promise<{ upload: UploadedFile; source: DocumentSource | null }> {
  if (!isPicture(upload.head)) return { upload, source: null };
  const { path, requester } = upload;
  const answer = await intake.run({ kind: 'page', path }, { requester, budget: openIntakeBudget() });
  const name = nameOf(upload);
  if (answer.kind === 'refused') throw notAccepted(name, answer.reasons[0] ?? 'It is damaged.');
  if (answer.kind !== 'page')
    throw new Error(`the intake answered ${answer.kind} where a page was to be made`);
  const bytes = Buffer.from(answer.bytes, 'base64');
  await writeFile(path, bytes, { mode: 0o600 });
  const made = {
    size: bytes.length,
    sha256: sha256(bytes),
    head: bytes.subarray(0, HEAD_BYTES),
    borrowed: null,
  };
  return {
    upload: { ...upload, ...made, fileName: upload.fileName.replace(/\.(jpe?g|jfif|png)$/i, '.pdf') },
    source: { name, sha256: upload.sha256.toString('hex') },
  };
}

function notAccepted(name: string, reason: string): Refusal {
  const sentence = `${name === '' ? 'The picture' : name} cannot be used. ${reason}`;
  return new Refusal('DOCUMENT_NOT_ACCEPTED', sentence, { violations: { document: sentence } });
}

function nameOf({ fileName }: UploadedFile): string {
  const base = fileName.split(/[\\/]/).pop() ?? '';
  return base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 250);
}
