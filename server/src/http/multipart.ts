import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import { invalid, LIMITS, Refusal, type Violations } from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import {
  holdPiece,
  ignoreMissing,
  PIECE_BYTES,
  releasePieces,
  removeLeft,
  type WrittenBytes,
} from '@paraph/storage';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import qs from 'qs';
import type { Database } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { REQUEST_LOCKS } from './idempotency.ts';
import { decodeUtf8, findUnstorable } from './storable.ts';

/** One uploaded file on disk, not yet examined. Removed at the end of the call unless a use case adopts it. */
export interface UploadedFile {
  path: string;
  fileName: string;
  size: number;
  sha256: Buffer;
  /** Its first bytes, as many as `HEAD_BYTES`. */
  head: Buffer;
  /** Its bytes, if they are still in memory: until the end of the call. */
  borrowed: WrittenBytes | null;
  /** The caller that the file is queued for. */
  requester: Requester;
}

export interface Upload {
  name: string;
  file: UploadedFile;
}

export interface Form {
  /** Text values, nested by their bracket notation. */
  values: Record<string, unknown>;
  /** The first file of each name. */
  files: Record<string, UploadedFile>;
  /** Every file, in the order of the parts. */
  uploads: readonly Upload[];
  /** A digest of the request that does not depend on the multipart boundary. */
  digest: Buffer;
}

/** Where viewers look for the header of a PDF (ISO 32000-1, Annex H, note 13). */
export const HEAD_BYTES = 1_024;

export const FORM_LIMITS = {
  fieldNameSize: 200,
  fieldSize: 64 * 1024,
  fields: 11_000,
  files: LIMITS.workflowDocumentsMax + LIMITS.workflowAnnexesMax,
  parts: 11_100,
  headerPairs: 100,
  fileSize: LIMITS.uploadBytesMax,
} as const;

// Names, addresses and boundaries of the largest form that the limits allow.
const FORM_TEXT_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Reads a multipart body and streams files to disk. Removes them on failure.
 *
 * @throws Refusal `DOCUMENT_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, or `VALIDATION_ERROR` for a body that ends early.
 */
export async function readForm(
  request: FastifyRequest,
  {
    folder,
    uploader,
    requester,
    filesMax = FORM_LIMITS.files,
    fileBytesMax = FORM_LIMITS.fileSize,
  }: {
    folder: string;
    /** The lock of this process, which is in the names of its files. */
    uploader: number;
    requester: Requester;
    filesMax?: number;
    fileBytesMax?: number | undefined;
  },
): Promise<Form> {
  if (!request.isMultipart()) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send this request as multipart/form-data.');
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  const bytesMax = filesMax === 1 ? fileBytesMax : LIMITS.workflowBytesMax;
  if (declared > bytesMax + FORM_TEXT_BYTES_MAX) throw tooLarge('document', fileBytesMax);
  const texts: string[] = [];
  const uploads: Upload[] = [];
  const digest = createHash('sha256');
  let textBytes = 0;
  try {
    // Every part is read as bytes, because only bytes show whether a text is valid UTF-8.
    const limits = { ...FORM_LIMITS, files: FORM_LIMITS.parts, fileSize: fileBytesMax };
    for await (const part of request.parts({ limits, isPartAFile: () => true })) {
      if (part.type !== 'file') continue;
      if (isFile(part)) {
        if (uploads.length >= filesMax) throw invalid({ body: 'This form has too many parts.' });
        const path = join(folder, `upload-${uploader}-${request.id}-${uploads.length}`);
        const limits = { bytesMax: fileBytesMax, declared };
        const file = { ...(await store(part, path, limits)), requester };
        uploads.push({ name: part.fieldname, file });
        digest.update(`${part.fieldname}\0${file.sha256.toString('hex')}\0`);
        continue;
      }
      const text = await readText(part);
      textBytes += part.fieldname.length + text.length;
      if (textBytes > FORM_TEXT_BYTES_MAX) throw invalid({ [part.fieldname]: 'This part is too long.' });
      texts.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(text)}`);
      digest.update(`${part.fieldname}\0${text}\0`);
    }
    const values = storable(parseBrackets(texts.join('&')));
    return { values, files: firstOfEach(uploads), uploads, digest: digest.digest() };
  } catch (error) {
    await discard({ uploads });
    throw translate(error, fileBytesMax);
  }
}

/** The lock of the process that received a file; null for other files. */
function uploaderOf(fileName: string): number | null {
  const [, uploader] = /^upload-(\d+)-/.exec(fileName) ?? [];
  return uploader === undefined ? null : Number(uploader);
}

/** A JSON body instead of a form: the same values, without files. */
export function formOf(body: unknown, digest: Buffer): Form {
  const values = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { values: storable({ ...values }), files: {}, uploads: [], digest };
}

function storable(values: Record<string, unknown>): Record<string, unknown> {
  const violations = findUnstorable(values);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return values;
}

/** For a use case that reads it itself, and stores nothing of it. */
export async function readUpload({ path, borrowed }: UploadedFile): Promise<Buffer> {
  return borrowed ? Buffer.concat(borrowed.pieces) : readFile(path);
}

/** Removes the uploads of a request from disk; adopted files have been moved. */
export async function discard({ uploads }: Pick<Form, 'uploads'>): Promise<void> {
  for (const { file } of uploads) releasePieces(file.borrowed?.pieces ?? []);
  await Promise.all(uploads.map(({ file }) => removeLeft(file.path).catch(() => {})));
}

/** A form with its documents, in order: `document` once or more often, `document[0]` or `documents[0]` and on; its annexes alike. */
export function documentForm<Values>(
  form: Pick<Form, 'uploads'> & { values: Values; violations: Violations },
) {
  const { uploads, values: request, violations } = form;
  const filesOf = (pattern: RegExp) =>
    uploads.flatMap(({ name, file }) => (pattern.test(name) ? [file] : []));
  const documents = filesOf(/^documents?(\[\d*\])?$/);
  return { request, violations, documents, annexes: filesOf(/^annex(es)?(\[\d*\])?$/) };
}

function firstOfEach(uploads: readonly Upload[]): Record<string, UploadedFile> {
  const files: Record<string, UploadedFile> = {};
  for (const { name, file } of uploads) files[name] ??= file;
  return files;
}

/** `steps[0][recipients][0][email]=x&…` → nested lists and maps, for forms and queries alike. */
export function parseBrackets(text: string): Record<string, unknown> {
  return qs.parse(text.replace(/^[?&]+/, ''), {
    arrayLimit: 1_000,
    depth: 8,
    parameterLimit: FORM_LIMITS.fields,
    plainObjects: true,
  });
}

function isFile({ filename, mimetype }: MultipartFile): boolean {
  return filename !== undefined || mimetype === 'application/octet-stream';
}

async function readText({ fieldname, file }: MultipartFile): Promise<string> {
  const tooLong = () => invalid({ [fieldname.slice(0, 100)]: 'This part is too long.' });
  if (fieldname.length > FORM_LIMITS.fieldNameSize) throw tooLong();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > FORM_LIMITS.fieldSize) throw tooLong();
    chunks.push(chunk);
  }
  const text = decodeUtf8(Buffer.concat(chunks));
  if (text === null) throw invalid({ [fieldname]: 'Must be UTF-8.' });
  return text;
}

async function store(
  part: MultipartFile,
  path: string,
  { bytesMax, declared }: { bytesMax: number; declared: number },
): Promise<Omit<UploadedFile, 'requester'>> {
  const bytes = async function* (): AsyncGenerator<Buffer> {
    yield* part.file as AsyncIterable<Buffer>;
    if (part.file.truncated) throw tooLarge(part.fieldname, bytesMax);
  };
  return { fileName: part.filename ?? '', ...(await receiveBytes(bytes(), path, declared)) };
}

/** Writes bytes to the disk as those of an upload. */
export async function receiveBytes(
  bytes: AsyncIterable<Buffer>,
  path: string,
  declared: number,
): Promise<Omit<UploadedFile, 'fileName' | 'requester'>> {
  const file = await open(path, 'wx', 0o600);
  const writer = new UploadWriter(file, declared);
  try {
    for await (const chunk of bytes) await writer.write(chunk);
    return { path, ...(await writer.end()) };
  } catch (error) {
    writer.release();
    await discardUpload(path);
    throw error;
  } finally {
    await file.close();
  }
}

/** What is kept of an upload is elsewhere by then. */
export async function discardUpload(path: string): Promise<void> {
  await unlink(path).catch(() => {});
}

/** Larger uploads are in memory one piece at a time. */
const BORROWED_BYTES_MAX = 4 * PIECE_BYTES;

/** Writes an upload in large pieces, and keeps a small one in memory for those who read it next. */
class UploadWriter {
  readonly #file: FileHandle;
  readonly #expected: number;
  readonly #hash = createHash('sha256');
  #head = Buffer.alloc(0);
  #size = 0;
  #pieces: Buffer[] = [];
  /** How much of the last piece is filled. */
  #filled = 0;
  #isBorrowed: boolean;

  /** `declared`: of the whole request, NaN where it does not say. */
  constructor(file: FileHandle, declared: number) {
    this.#file = file;
    this.#expected = declared > 0 ? declared : PIECE_BYTES;
    this.#isBorrowed = this.#expected <= BORROWED_BYTES_MAX;
  }

  async write(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    this.#size += chunk.length;
    for (let from = 0; from < chunk.length; ) {
      const piece = await this.#room();
      if (!piece) {
        await this.#file.writeFile(chunk.subarray(from));
        return;
      }
      const count = chunk.copy(piece, this.#filled, from);
      this.#filled += count;
      from += count;
    }
  }

  async end(): Promise<Pick<UploadedFile, 'size' | 'sha256' | 'head' | 'borrowed'>> {
    await this.#flush();
    const [size, hashed, head] = [this.#size, this.#hash, this.#head];
    const isWhole = this.#isBorrowed && this.#pieces.length > 0;
    const pieces = this.#pieces.map((piece, index) =>
      index === this.#pieces.length - 1 ? piece.subarray(0, this.#filled) : piece,
    );
    if (!isWhole) this.release();
    return { size, head, sha256: hashed.copy().digest(), borrowed: isWhole ? { pieces, hashed } : null };
  }

  release(): void {
    releasePieces(this.#pieces);
    this.#pieces = [];
  }

  /** A piece with room; null if there is no memory for one. */
  async #room(): Promise<Buffer | null> {
    const last = this.#pieces.at(-1);
    if (last && this.#filled < last.length) return last;
    await this.#flush();
    const mayBorrow = this.#isBorrowed && this.#size <= BORROWED_BYTES_MAX;
    const added = !last || mayBorrow ? holdPiece(this.#expected) : null;
    if (added) {
      this.#pieces.push(added);
      this.#filled = 0;
      return added;
    }
    this.#isBorrowed = false;
    if (!last) return null;
    // Its bytes are written: it is filled again.
    this.#filled = 0;
    return last;
  }

  async #flush(): Promise<void> {
    const last = this.#pieces.at(-1);
    if (last && this.#filled > 0) await this.#file.writeFile(last.subarray(0, this.#filled));
  }
}

function tooLarge(name: string, bytesMax: number): Refusal {
  const mib = bytesMax / 1024 / 1024;
  const what = bytesMax === LIMITS.uploadBytesMax ? 'document' : 'file';
  return new Refusal('DOCUMENT_TOO_LARGE', `A ${what} may have at most ${mib} MiB; make the file smaller.`, {
    violations: { [name]: `Must have at most ${mib} MiB.` },
  });
}

function translate(error: unknown, bytesMax: number): unknown {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge('document', bytesMax);
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) {
    return invalid({ body: 'This form has too many parts.' });
  }
  if (code === 'ENOSPC') return new Refusal('SERVICE_UNAVAILABLE', 'The storage is full; try again later.');
  // Every other error is one of busboy, caused by the body.
  return invalid({ body: 'The multipart body is damaged or ends early; send it again.' });
}

/**
 * Removes the uploads that killed processes left: those named after a lock that nobody has, as processes of other
 * machines may share the folder. What a process receives while its connection to the database breaks may go with them:
 * that request fails, as every request does that needs the database then.
 */
export async function removeDeadUploads({ blobs, database, log }: Pick<Deps, 'blobs' | 'database' | 'log'>) {
  // Listed before the locks are read: an uploader that lives has had its lock since before its first file.
  const names = await readdir(blobs.incomingDir);
  const living = await listLivingUploaders(database);
  let removed = 0;
  for (const name of names) {
    const uploader = uploaderOf(name);
    if (uploader === null || living.has(uploader)) continue;
    await unlink(join(blobs.incomingDir, name)).catch(ignoreMissing);
    removed += 1;
  }
  if (removed > 0) log.info({ uploads: removed }, 'removed uploads of killed processes');
}

async function listLivingUploaders(database: Database): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select objid::bigint::int as id from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid = ${sql.lit(REQUEST_LOCKS)}::bigint::oid
      and database = (select oid from pg_database where datname = current_database())`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
