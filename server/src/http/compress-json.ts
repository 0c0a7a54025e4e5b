import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';

/** A smaller answer fits into two packets as it is. */
const BYTES_MIN = 2_048;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 4 };

type Coding = 'br' | 'gzip';
const compress: Readonly<Record<Coding, (body: string) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body, GZIP),
};

/**
 * Compresses JSON for clients that accept it (RFC 9110 §12.5.3). Whether the size of an answer may depend on what is in
 * it, secrets included, depends on who can have it sent: another site could make a browser with a session ask, add its
 * own guess, and read the length (BREACH). So a request with a cookie counts only where the browser says that a page of
 * ours made it.
 */
export const compressJson: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (typeof payload !== 'string' || !isJson(reply) || Buffer.byteLength(payload) < BYTES_MIN) return payload;
  reply.header('vary', 'Accept-Encoding, Cookie, Sec-Fetch-Site');
  const coding = mayCompress(request) ? acceptedCoding(request.headers['accept-encoding']) : null;
  if (coding === null || reply.hasHeader('content-encoding')) return payload;
  reply.header('content-encoding', coding).removeHeader('content-length');
  return compress[coding](payload);
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
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
    weights.set(coding, Number(weight) || 0);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [brotli, gzipped] = [weightOf('br'), weightOf('gzip')];
  if (brotli <= 0 && gzipped <= 0) return null;
  return brotli >= gzipped ? 'br' : 'gzip';
}
