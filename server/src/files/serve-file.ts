import { Readable } from 'node:stream';
import { LIMITS, Refusal } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { RawResponse } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { equalSecrets } from '../platform/ids.ts';
import { type FileDeps, inspectStoredFile, recordInspection, StoredFileFault } from './check-stored-file.ts';
import { type FileFacts, readFileFacts } from './read-file-facts.ts';
import { type ByteRange, openVerifiedRange } from './verified-range.ts';

/** Bytes that follow those of a stored file, and the hash of the whole. */
export interface Appended {
  updates: readonly Buffer[];
  sha256: Buffer;
}

export interface ServedFile {
  file: FileFacts;
  appended?: Appended | null | undefined;
  /** Shown to people; any Unicode. */
  fileName: string;
  disposition: 'attachment' | 'inline';
}

export interface NamedFile extends Pick<ServedFile, 'appended'> {
  fileId: number;
  name: string;
}

/** By the formats of files. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  zip: 'application/zip',
  csv: 'text/csv',
  text: 'text/plain',
  rtf: 'application/rtf',
  heic: 'image/heic',
};

/**
 * Responds with a stored file (interface.md §10): whole, one range (RFC 9110 §14), or 304. Streams chunks, each
 * verified before it is sent. If the first chunk is wrong, the response is an error; at a later one the connection is
 * closed before the announced length.
 *
 * @throws StoredFileFault
 */
export async function serveFile(
  deps: FileDeps,
  { request }: { request: Pick<FastifyRequest, 'headers' | 'method'> },
  { file, appended = null, fileName, disposition }: ServedFile,
): Promise<RawResponse> {
  const updates = Buffer.concat(appended?.updates ?? []);
  const size = file.size + updates.length;
  const etag = `"${(appended ?? file).sha256.toString('hex').slice(0, 32)}"`;
  const headers = {
    'content-type': CONTENT_TYPES[file.format] ?? 'application/octet-stream',
    'content-disposition': dispositionOf(disposition, fileName),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    etag,
  };
  if (isCached(request.headers['if-none-match'], etag)) return new RawResponse(304, null, headers);
  const ifRange = request.headers['if-range'];
  const rangeHeader = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readRange(rangeHeader, size);
  if (range === 'unsatisfiable') {
    return new RawResponse(416, null, { ...headers, 'content-range': `bytes */${size}` });
  }
  const isHead = request.method === 'HEAD';
  const open = (bytes: ByteRange) =>
    isHead ? checkForHead(deps, file) : openJoinedRange(deps, { file, updates, range: bytes });
  if (range === 'whole') {
    const body = await open({ start: 0, end: size - 1 });
    return new RawResponse(200, body, { ...headers, 'content-length': size });
  }
  return new RawResponse(206, await open(range), {
    ...headers,
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': range.end - range.start + 1,
  });
}

/** All bytes of a stored file and of what follows it, as they are served. @throws StoredFileFault */
export function openWhole(
  deps: FileDeps,
  { file, appended = null }: Pick<ServedFile, 'file' | 'appended'>,
): Promise<Buffer | Readable> {
  const updates = Buffer.concat(appended?.updates ?? []);
  return openJoinedRange(deps, { file, updates, range: { start: 0, end: file.size + updates.length - 1 } });
}

/** A range that may begin in the stored bytes and end in what follows them. */
async function openJoinedRange(
  deps: FileDeps,
  { file, updates, range }: { file: FileFacts; updates: Buffer; range: ByteRange },
): Promise<Buffer | Readable> {
  const { start, end } = range;
  const rest = updates.subarray(Math.max(0, start - file.size), Math.max(0, end + 1 - file.size));
  if (start >= file.size) return rest;
  const stored = await openVerifiedRange(deps, file, { start, end: Math.min(end, file.size - 1) });
  if (rest.length === 0) return stored;
  if (Buffer.isBuffer(stored)) return Buffer.concat([stored, rest]);
  const joined = Readable.from(followedBy(stored, rest), { objectMode: false });
  // A client that leaves before the first byte ends a generator that has not begun, which then ends nothing.
  return joined.once('close', () => stored.destroy());
}

async function* followedBy(stored: Readable, rest: Buffer): AsyncGenerator<Buffer> {
  for await (const chunk of stored) yield chunk as Buffer;
  yield rest;
}

/** The headers speak of the whole file, so all of it is read; there is no body that could break off. */
async function checkForHead(deps: FileDeps, file: FileFacts): Promise<Readable> {
  const inspection = await inspectStoredFile(deps, file);
  if (inspection.finding !== file.finding) await recordInspection(deps, file, inspection);
  if (inspection.finding !== null) throw new StoredFileFault(file.id, inspection.finding);
  return Readable.from([]);
}

/**
 * One range of the two forms; several ranges, other units and invalid values are ignored (RFC 9110 §14.2).
 * `end` is the last byte.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec((header ?? '').replaceAll(/[ \t]/g, ''));
  const [first = '', last = ''] = match?.slice(1) ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** What is made while it is read: a download, which is never cached and no browser shows as a page. */
export function serveMade(
  type: string,
  { fileName, content }: { fileName: string; content: Readable },
): RawResponse {
  return new RawResponse(200, content, {
    'content-type': type,
    'content-disposition': dispositionOf('attachment', fileName),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
}

/** RFC 6266: an ASCII form for old clients, and the real name as RFC 8187 writes it. */
export function dispositionOf(disposition: ServedFile['disposition'], fileName: string): string {
  const name = fileName.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '').toWellFormed() || 'document';
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["%]/g, '_')
    .trim();
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii || 'document'}"; filename*=UTF-8''${encoded}`;
}

function isCached(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Serves a file by its id; the caller has checked the right to see it. */
export async function serveStoredFile(
  deps: FileDeps,
  request: FastifyRequest,
  { fileId, ...about }: { fileId: number } & Omit<ServedFile, 'file'>,
): Promise<RawResponse> {
  const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!file) throw new Refusal('NOT_FOUND', 'There is no such file.');
  return serveFile(deps, { request }, { file, ...about });
}

/** A file whose content others chose: a download, which no browser shows in a page of this origin. */
export async function serveDownload(
  deps: FileDeps,
  request: FastifyRequest,
  { fileId, name }: NamedFile,
): Promise<RawResponse> {
  const about = { fileId, fileName: name, disposition: 'attachment' } as const;
  return inSandbox(await serveStoredFile(deps, request, about));
}

/** Opened by itself it may do nothing in this origin. */
export function inSandbox({ status, body, headers }: RawResponse): RawResponse {
  return new RawResponse(status, body, {
    ...headers,
    'content-security-policy': "default-src 'none'; sandbox",
  });
}

/** What a signed link carries besides its path. */
interface FileLinkProof {
  expires?: number | undefined;
  signature?: string | undefined;
}

type Slice = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** An absolute URL for a storage path that needs no credential for 15 minutes (interface.md §10). */
export function signFileLink(deps: Slice, path: string): string {
  const expires = toSeconds(addSeconds(deps.clock.now(), LIMITS.signedFileLinkSeconds));
  const query = new URLSearchParams({ expires: String(expires), signature: sign(deps, path, expires) });
  return `${deps.config.baseUrl}${path}?${query}`;
}

/** Whether the link was signed by this instance for exactly this path and is still good. */
export function isFileLinkValid(deps: Slice, path: string, proof: FileLinkProof): boolean {
  const { expires, signature } = proof;
  if (expires === undefined || signature === undefined || !Number.isSafeInteger(expires)) return false;
  return equalSecrets(signature, sign(deps, path, expires)) && toSeconds(deps.clock.now()) < expires;
}

function sign({ vault }: Pick<Deps, 'vault'>, path: string, expires: number): string {
  return vault.derive('file link', `${expires} ${path}`).toString('base64url');
}

/** Who asks for the file of a storage link: a signed one is authorized by its signature. */
export interface LinkProof {
  caller: Caller | null;
  linkIsSigned: boolean;
}

/** @throws Refusal `AUTHENTICATION_REQUIRED` without a signature and a caller */
export function requireLinkProof({ caller, linkIsSigned }: LinkProof): void {
  if (caller !== null || linkIsSigned) return;
  throw new Refusal('AUTHENTICATION_REQUIRED', 'Send an access token, or ask for the file with session=1.');
}

/** A call for a file by a link that may carry a signature of its own. */
export interface LinkCall {
  query: FileLinkProof;
  caller: Caller | null;
  request: FastifyRequest;
}

/**
 * Serves the file of a storage link (interface.md §10). `find` authorizes the request; a signed link is authorized by
 * its signature.
 */
export async function serveLinkedFile(
  deps: Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'log' | 'vault'>,
  { query, caller, request }: LinkCall,
  find: (proof: LinkProof) => Promise<NamedFile>,
): Promise<RawResponse> {
  const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '');
  const { name, ...file } = await find({ caller, linkIsSigned: isFileLinkValid(deps, path, query) });
  return serveStoredFile(deps, request, { ...file, fileName: name, disposition: 'inline' });
}

/** What the picture of a document's first page is called. */
export function nameOfThumb(documentName: string): string {
  return documentName.replace(/\.pdf$/i, '.png');
}
