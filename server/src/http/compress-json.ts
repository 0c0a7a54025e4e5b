import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';

/** A smaller answer fits into two packets as it is. */
const BYTES_MIN = 2_048;
/** To hand a shorter one to another thread costs several times what compressing it does. */
const BYTES_IN_PLACE_MAX = 16_384;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 4 };
/** For a short answer most of the time goes into making the tables for a long one. */
const BROTLI_SHORT = { params: { ...BROTLI.params, [constants.BROTLI_PARAM_LGWIN]: 14 } };
const GZIP_SHORT = { ...GZIP, windowBits: 14, memLevel: 7, chunkSize: 8_192 };

type Coding = 'br' | 'gzip';
const compress: Readonly<Record<Coding, (body: Buffer) => Buffer | Promise<Buffer>>> = {
  br: (body) =>
    isShort(body) ? brotliCompressSync(body, BROTLI_SHORT) : promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => (isShort(body) ? gzipSync(body, GZIP_SHORT) : promisify(gzip)(body, GZIP)),
};

function isShort({ length }: Buffer): boolean {
  return length <= BYTES_IN_PLACE_MAX;
}

/**
 * Compresses JSON for clients that accept it (RFC 9110 §12.5.3). Whether the size of an answer may depend on what is in
 * it, secrets included, depends on who can have it sent: another site could make a browser with a session ask, add its
 * own guess, and read the length (BREACH). So a request with a cookie counts only where the browser says that a page of
 * ours made it.
 */
export const compressJson: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < BYTES_MIN || !isJson(reply)) return payload;
  reply.header('vary', 'Accept-Encoding, Cookie, Sec-Fetch-Site');
  const coding = mayCompress(request) ? acceptedCoding(request.headers['accept-encoding']) : null;
  if (coding === null || reply.hasHeader('content-encoding')) return payload;
  reply.header('content-encoding', coding).removeHeader('content-length');
  return compress[coding](Buffer.from(payload));
};

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

function mayCompress({ headers }: FastifyRequest): boolean {
  return headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin';
}

/** The coding that the client likes best; brotli of two that it likes equally. */
export function acceptedCoding(header: string | string[] | undefined): Coding | null {
  const weights = new Map<string, number>();
  for (const item of String(header ?? '').split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
    weights.set(coding, Number(weight) || 0);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [brotli, gzipped] = [weightOf('br'), weightOf('gzip')];
  if (brotli <= 0 && gzipped <= 0) return null;
  return brotli >= gzipped ? 'br' : 'gzip';
}
