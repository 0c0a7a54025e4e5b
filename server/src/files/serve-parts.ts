import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { RawResponse } from '../http/bind.ts';
import { sha256 } from '../platform/ids.ts';
import type { FileDeps } from './check-stored-file.ts';
import type { FileFacts } from './read-file-facts.ts';
import { CONTENT_TYPES, dispositionOf, readRange } from './serve-file.ts';
import { type ByteRange, openVerifiedRange } from './verified-range.ts';

/**
 * Serves stored files one after another as a single download: whole, or one range. What is wrong with the first part is
 * an error; at a later one the connection is closed before the announced length.
 *
 * @throws StoredFileFault
 */
export async function serveParts(
  deps: FileDeps,
  request: Pick<FastifyRequest, 'headers' | 'method'>,
  { files, fileName }: { files: readonly FileFacts[]; fileName: string },
): Promise<RawResponse> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const etag = `"${sha256(Buffer.concat(files.map((file) => file.sha256)))
    .toString('hex')
    .slice(0, 32)}"`;
  const headers = {
    'content-type': CONTENT_TYPES[files[0]?.format ?? ''] ?? 'application/octet-stream',
    'content-disposition': dispositionOf('attachment', fileName),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    etag,
  };
  const ifRange = request.headers['if-range'];
  const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readRange(asked, size);
  if (range === 'unsatisfiable')
    return new RawResponse(416, null, { ...headers, 'content-range': `bytes */${size}` });
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  const pieces = piecesWithin(files, { start, end });
  const body = request.method === 'HEAD' ? Readable.from([]) : await openPieces(deps, pieces);
  const about = { ...headers, 'content-length': end - start + 1 };
  if (range === 'whole') return new RawResponse(200, body, about);
  return new RawResponse(206, body, { ...about, 'content-range': `bytes ${start}-${end}/${size}` });
}

interface Piece {
  file: FileFacts;
  range: ByteRange;
}

/** What of each file lies within a range of all of them. */
function piecesWithin(files: readonly FileFacts[], { start, end }: ByteRange): Piece[] {
  let offset = 0;
  return files.flatMap((file) => {
    const range = { start: Math.max(start - offset, 0), end: Math.min(end - offset, file.size - 1) };
    offset += file.size;
    return range.start <= range.end ? [{ file, range }] : [];
  });
}

async function openPieces(deps: FileDeps, [first, ...others]: readonly Piece[]): Promise<Readable> {
  const begin = first ? await openVerifiedRange(deps, first.file, first.range) : Buffer.alloc(0);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* chunksOf(begin);
    for (const { file, range } of others) yield* chunksOf(await openVerifiedRange(deps, file, range));
  }
  const joined = Readable.from(bytes(), { objectMode: false });
  // A client that leaves before the first byte ends a generator that has not begun, which then ends nothing.
  return joined.once('close', () => {
    if (begin instanceof Readable) begin.destroy();
  });
}

async function* chunksOf(opened: Buffer | Readable): AsyncGenerator<Buffer> {
  if (Buffer.isBuffer(opened)) yield opened;
  else for await (const chunk of opened) yield chunk as Buffer;
}
