import { rm, writeFile } from 'node:fs/promises';
import { Fault, Refusal } from '@paraph/domain';
import { type Intake, openIntakeBudget, type SourceFormat } from '@paraph/intake';
import type { StoredBlob } from '@paraph/storage';
import type { Deps } from '../deps.ts';
import { HEAD_BYTES, type UploadedFile } from '../http/multipart.ts';
import { sha256 } from '../platform/ids.ts';
import type { Converter } from '../platform/outside/converter.ts';
import { findPdfProblem } from './examine-document.ts';
import { CONTENT_TYPES } from './serve-file.ts';
import { type FileFormat, storeUpload } from './store-file.ts';

/** What a document was made of: the upload as it was sent, whose bytes are stored. */
export interface DocumentSource {
  name: string;
  format: Exclude<FileFormat, 'pdf'>;
  blob: StoredBlob;
}

/** What a stored content type says; null for one of a document itself. */
export function sourceFormatOf(contentType: string): DocumentSource['format'] | null {
  const formats = ['jpeg', 'png', 'docx', 'odt', 'rtf', 'heic'] as const;
  return formats.find((format) => CONTENT_TYPES[format] === contentType) ?? null;
}

export type MakingDeps = Pick<Deps, 'blobs' | 'converter' | 'log'> & { intake: Pick<Intake, 'run'> };

const HEIC = /^....ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1|avif)/s;
/** The first part of archives of Word; LibreOffice's says what it is. */
const WORD_PARTS = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|customXml\/)/;
const TEXT_PART = 'mimetypeapplication/vnd.oasis.opendocument.text';

const UNCONVERTED: Readonly<Record<SourceFormat, string>> = {
  docx: 'This is a document of Word (DOCX). Save or print it as PDF and send that; this service has no converter (PARAPH_CONVERTER_URL).',
  odt: 'This is a document of LibreOffice (ODT). Save or print it as PDF and send that; this service has no converter (PARAPH_CONVERTER_URL).',
  rtf: 'This is a text of the kind RTF. Save or print it as PDF and send that; this service has no converter (PARAPH_CONVERTER_URL).',
  heic: 'This is a picture of the kind HEIC. Save or send it as JPEG; this service has no converter for it (PARAPH_HEIC_COMMAND).',
};

/** Why an upload can become no document, by its first bytes; null if it may. */
export function findUploadProblem(
  { converter }: Pick<Deps, 'converter'>,
  { head }: Pick<UploadedFile, 'head'>,
): string | null {
  if (isPicture(head)) return null;
  const format = convertedFormat(head);
  if (format !== null) return converter?.formats.has(format) ? null : UNCONVERTED[format];
  if (/^(GIF8|RIFF....WEBP|II\*\0|MM\0\*|BM)/s.test(head.toString('latin1', 0, 12)))
    return 'Only JPEG and PNG pictures become documents. Save the picture as one of these, or print it as PDF.';
  return findPdfProblem({ head });
}

function isPicture(head: Buffer): boolean {
  const start = head.subarray(0, 4).toString('hex');
  return start === '89504e47' || start.startsWith('ffd8ff');
}

/** What only a converter makes a document of, by its first bytes; old and encrypted files of Word count as DOCX. */
function convertedFormat(head: Buffer): SourceFormat | null {
  const text = head.toString('latin1', 0, 128);
  if (HEIC.test(text)) return 'heic';
  if (text.startsWith('{\\rtf')) return 'rtf';
  const part = text.startsWith('PK\x03\x04') ? text.slice(30) : '';
  if (part.startsWith(TEXT_PART)) return 'odt';
  return WORD_PARTS.test(part) || text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') ? 'docx' : null;
}

/**
 * Gives `use` an upload as a PDF: of a picture its only page, of a document of another program its pages, else the
 * upload itself. What was sent stays as it was, and is stored once `use` has accepted the PDF.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` naming the file, `SERVICE_UNAVAILABLE` when the machine is too busy to read
 *   it, or the converter is away
 */
export async function usingPdf<T>(
  deps: MakingDeps,
  upload: UploadedFile,
  use: (pdf: UploadedFile) => Promise<T>,
): Promise<{ used: T; source: DocumentSource | null }> {
  const format = isPicture(upload.head) ? 'picture' : convertedFormat(upload.head);
  if (format === null) return { used: await use(upload), source: null };
  const bytes = await pagesOf(deps, upload, format);
  const path = `${upload.path}-pages`;
  await writeFile(path, bytes, { mode: 0o600 });
  try {
    const facts = { size: bytes.length, sha256: sha256(bytes), head: bytes.subarray(0, HEAD_BYTES) };
    const fileName = upload.fileName.replace(/\.(jpe?g|jfif|png|hei[cf]|avif|docx|odt|rtf|doc)$/i, '.pdf');
    const used = await use({ ...upload, ...facts, path, fileName, borrowed: null });
    const blob = await storeUpload(deps, upload);
    return { used, source: { name: nameOf(upload), format: formatOf(upload.head, format), blob } };
  } finally {
    await rm(path, { force: true });
  }
}

function formatOf(head: Buffer, format: SourceFormat | 'picture'): DocumentSource['format'] {
  if (format !== 'picture') return format;
  return head[0] === 0xff ? 'jpeg' : 'png';
}

async function pagesOf(
  deps: MakingDeps,
  upload: UploadedFile,
  format: SourceFormat | 'picture',
): Promise<Buffer> {
  if (format === 'picture') return drawPage(deps, upload);
  const { converter } = deps;
  const { path, requester } = upload;
  if (!converter?.formats.has(format)) throw notAccepted(upload, UNCONVERTED[format]);
  const answer = await deps.intake.run({ kind: 'office', path }, { requester, budget: openIntakeBudget() });
  if (answer.kind === 'refused') throw notAccepted(upload, answer.reasons[0] ?? 'It is damaged.');
  if (answer.kind !== 'convertible')
    throw new Error(`the intake answered ${answer.kind} where a document was to be looked into`);
  const made = await convert({ converter, log: deps.log }, upload, answer.format);
  if (answer.format !== 'heic') return made;
  const picture = `${path}-picture`;
  try {
    await writeFile(picture, made, { mode: 0o600 });
    return await drawPage(deps, { ...upload, path: picture });
  } finally {
    await rm(picture, { force: true });
  }
}

/** A PDF of one page, made in a limited child process. */
async function drawPage({ intake }: Pick<MakingDeps, 'intake'>, upload: UploadedFile): Promise<Buffer> {
  const { path, requester } = upload;
  const answer = await intake.run({ kind: 'page', path }, { requester, budget: openIntakeBudget() });
  if (answer.kind === 'refused') throw notAccepted(upload, answer.reasons[0] ?? 'It is damaged.');
  if (answer.kind !== 'page')
    throw new Error(`the intake answered ${answer.kind} where a page was to be made`);
  return Buffer.from(answer.bytes, 'base64');
}

const RETRY_AFTER_SECONDS = 30;

async function convert(
  { converter, log }: Pick<Deps, 'log'> & { converter: Converter },
  upload: UploadedFile,
  format: SourceFormat,
): Promise<Buffer> {
  const { path, requester } = upload;
  try {
    const bytes = await converter.convert({ from: path, format, signal: requester.gone });
    if (format === 'heic' ? isPicture(bytes) : bytes.subarray(0, HEAD_BYTES).includes('%PDF-')) return bytes;
    throw new Fault('What the converter made is no PDF.', { retryable: true });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    log.error({ err: error, format, caller: requester.caller }, 'a file was not converted');
    if (!error.retryable)
      throw notAccepted(upload, `${error.message} Save or print it as PDF and send that.`);
    // What another machine said is for the log alone.
    const sentence = `${nameOf(upload)} waits: the converter does not answer, or was not done in time. Send it again in a minute, or save it as PDF and send that.`;
    throw new Refusal('SERVICE_UNAVAILABLE', sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

function notAccepted(upload: UploadedFile, reason: string): Refusal {
  const sentence = `${nameOf(upload) || 'The file'} cannot be used. ${reason}`;
  return new Refusal('DOCUMENT_NOT_ACCEPTED', sentence, { violations: { document: sentence } });
}

function nameOf({ fileName }: UploadedFile): string {
  const base = fileName.split(/[\\/]/).pop() ?? '';
  return base.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 250);
}
