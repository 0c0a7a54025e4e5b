import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault } from '@paraph/domain';
import {
  checkUrl,
  isLoopbackAddress,
  isLoopbackHost,
  isPublicAddress,
  isReachableAddress,
  type UrlPolicy,
  withoutBrackets,
} from './http-client-url.ts';
import { isAllowedPrivate } from './networks.ts';
import { agentFor, freshAgent, wasClosed } from './persistent-connections.ts';

export { checkUrl, OPERATORS_POLICY, policyForUsers, type UrlPolicy } from './http-client-url.ts';

export interface GuardedCall extends UrlPolicy {
  url: string;
  /** Without one: POST with a body, else GET. */
  method?: 'DELETE' | 'HEAD' | 'MKCOL' | 'PUT';
  body: string | Uint8Array | StreamedBody | null;
  headers: Readonly<Record<string, string>>;
  /** False: a self-signed certificate is accepted too. */
  verifyCertificate?: boolean;
  /** For the whole exchange, name lookup included. */
  timeoutMs?: number;
  /** How much of the response body is read; the rest is discarded. */
  responseBytesMax?: number;
  /** Takes the body of a good answer as it arrives, however long it is, and nothing of it is kept. */
  onBytes?: (chunk: Buffer) => void;
  /**
   * Uses the connection of the call before, and keeps it for the next. Only for what may arrive twice: where the other
   * side has closed it meanwhile, the call is made again over a new one.
   */
  keepsConnection?: boolean;
  resolve?: Resolve;
}

/** Bytes of a known number, which are opened when they are sent. */
export interface StreamedBody {
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface CallAnswer {
  status: number;
  bytes: Buffer;
  /** The raw headers; null without one. */
  retryAfter: string | null;
  contentType: string | null;
  cacheControl: string | null;
  etag: string | null;
  /** False where the body is longer than was wanted, or was broken off. */
  isWhole: boolean;
  durationMs: number;
}

export type Resolve = (hostname: string) => Promise<readonly Address[]>;

interface Address {
  address: string;
  family: number;
}

const HEADER_BYTES_MAX = 16 * 1024;

/** Posts to a URL that a stranger chose, for the text that it answers; see {@link callGuarded}. */
export async function postGuarded(post: GuardedCall) {
  const { status, bytes, retryAfter, durationMs } = await callGuarded(post);
  return { status, body: bytes.toString('utf8'), retryAfter, durationMs };
}

/**
 * Calls a URL of which the whole answer matters; see {@link callGuarded}.
 *
 * @throws Fault also where the answer is longer than `responseBytesMax` or breaks off
 */
export async function callWhole(call: GuardedCall): Promise<CallAnswer> {
  const answer = await callGuarded(call);
  if (!answer.isWhole) throw new Fault('The answer was too long or broke off.', { retryable: true });
  return answer;
}

/**
 * Calls a URL that a user chose. Checks every address that its name resolves to and connects to a checked one, which
 * prevents DNS rebinding. Does not follow redirects, decompress responses, or use proxies of the environment.
 *
 * @throws Fault if the URL is refused (not retryable) or the exchange fails (retryable)
 */
export async function callGuarded(post: GuardedCall): Promise<CallAnswer> {
  const problem = checkUrl(post.url, post);
  if (problem) throw new Fault(problem);
  const begunAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - begunAt);
  const deadline = new AbortController();
  const timeoutMs = post.timeoutMs ?? 15_000;
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const url = new URL(post.url);
    const addresses = await withDeadline(findAddresses(url, post), deadline.signal);
    const answer = await exchange(url, addresses, { post, signal: deadline.signal });
    return { ...answer, durationMs: elapsedMs() };
  } catch (error) {
    const words = deadline.signal.aborted
      ? `No response arrived within ${timeoutMs / 1000} seconds.`
      : error instanceof Fault
        ? error.message
        : describe(error);
    throw new Fault(words, { retryable: true, cause: error, durationMs: elapsedMs() });
  } finally {
    clearTimeout(timer);
  }
}

async function findAddresses(url: URL, post: GuardedCall): Promise<readonly Address[]> {
  const host = withoutBrackets(url.hostname);
  const family = isIP(host);
  const resolve = post.resolve ?? resolveBySystem;
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new Fault(`The name ${host} has no address.`, { retryable: true });
  const isLocal = post.allowLoopback && isLoopbackHost(url.hostname);
  const isFit = post.isOperators ? isReachableAddress : isLocal ? isLoopbackAddress : isPublicAddress;
  const { privateNetworks = [] } = post;
  const unfit = addresses.find(
    ({ address }) => !isFit(address) && !isAllowedPrivate(address, privateNetworks),
  );
  if (unfit) {
    const kind = post.isOperators ? 'an address that may be called' : 'a public address';
    const words = `The name ${host} leads to ${unfit.address}, which is not ${kind}.`;
    throw new Fault(words, { retryable: true });
  }
  return addresses;
}

/**
 * For a client of its own protocol: hands its connections the checked addresses of a URL alone. A URL that names an
 * address is looked up by nobody: check it by `checkUrl`.
 */
export function guardedLookup(url: string, policy: UrlPolicy): LookupFunction {
  return (hostname, options, callback) => {
    findAddresses(new URL(url), { ...policy, url, body: null, headers: {} }).then(
      (addresses) => answering(addresses)(hostname, options, callback),
      (error: Error) => callback(error, '', 4),
    );
  };
}

function resolveBySystem(hostname: string): Promise<Address[]> {
  return lookup(hostname, { all: true, order: 'verbatim' });
}

/** A system lookup cannot be cancelled, but its result can be ignored. */
function withDeadline<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('deadline')), { once: true });
    promise.then(resolve, reject);
  });
}

type Exchange = Omit<CallAnswer, 'durationMs'>;

interface Exchanging {
  post: GuardedCall;
  signal: AbortSignal;
}

/** What the other side has not answered, having closed a persistent connection. */
class ClosedConnection extends Error {}

async function exchange(url: URL, addresses: readonly Address[], { post, signal }: Exchanging) {
  const isSecure = url.protocol === 'https:';
  const exchangeAlone = () => exchangeOnce(url, addresses, { post, signal, agent: freshAgent({ isSecure }) });
  if (!post.keepsConnection) return exchangeAlone();
  const { verifyCertificate = true } = post;
  const agent = agentFor({ isSecure, host: url.host, verifyCertificate, addresses });
  return exchangeOnce(url, addresses, { post, signal, agent }).catch((error: unknown) => {
    if (!(error instanceof ClosedConnection)) throw error;
    return exchangeAlone();
  });
}

function exchangeOnce(
  url: URL,
  addresses: readonly Address[],
  { post, signal, agent }: Exchanging & { agent: http.Agent },
): Promise<Exchange> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const isSecure = url.protocol === 'https:';
  const host = withoutBrackets(url.hostname);
  const options: RequestOptions & https.RequestOptions = {
    method: post.method ?? (post.body === null ? 'GET' : 'POST'),
    host,
    port: url.port || (isSecure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...post.headers,
      host: url.host,
      ...(post.body === null ? {} : { 'content-length': sizeOf(post.body) }),
      'accept-encoding': 'identity',
    },
    lookup: answering(addresses),
    // A separate agent: the environment may configure a proxy for the global one.
    agent,
    maxHeaderSize: HEADER_BYTES_MAX,
    rejectUnauthorized: post.verifyCertificate ?? true,
    ...(isSecure && isIP(host) === 0 ? { servername: host } : {}),
  };
  const request = (isSecure ? https : http).request(options);
  const giveUp = () => request.destroy(new Error('deadline'));
  signal.addEventListener('abort', giveUp, { once: true });
  request.on('error', (error) => {
    reject(wasClosed(request, error) && !signal.aborted ? new ClosedConnection() : error);
  });
  request.on('response', (response) => {
    signal.removeEventListener('abort', giveUp);
    readAnswer(response, { post, signal })
      .then(resolve, reject)
      .finally(() => {
        // Otherwise the connection waits for the next call, or was closed with the answer.
        if (!response.complete || !request.writableFinished) request.destroy();
      });
  });
  sendBody(request, post.body).catch(reject);
  return promise.finally(() => signal.removeEventListener('abort', giveUp));
}

async function sendBody(request: http.ClientRequest, body: GuardedCall['body']): Promise<void> {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array)
    return void request.end(body ?? undefined);
  let failure: unknown;
  const bytes = Readable.from(body.open(), { objectMode: false }).once('error', (error) => {
    failure = error;
  });
  // Where the other side has answered or gone before the end, that is what counts.
  await pipeline(bytes, request).catch(() => {});
  if (failure !== undefined) throw failure;
}

function sizeOf(body: string | Uint8Array | StreamedBody): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : body.size;
}

/** Hands the connection the checked addresses instead of asking again. */
function answering(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
}

/**
 * Only the status matters; the body is stored for debugging. So a body that is too long or never ends does not affect
 * the result.
 */
function readAnswer(response: IncomingMessage, { post, signal }: Exchanging): Promise<Exchange> {
  const { responseBytesMax: bytesMax = 65_536, onBytes } = post;
  const isTaken = onBytes !== undefined && response.statusCode === 200;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      const bytes = Buffer.concat(chunks).subarray(0, bytesMax);
      const retryAfter = response.headers['retry-after'] ?? null;
      const isWhole = response.complete && size <= bytesMax;
      const contentType = response.headers['content-type'] ?? null;
      const cacheControl = response.headers['cache-control'] ?? null;
      const etag = response.headers.etag ?? null;
      const headers = { retryAfter, contentType, cacheControl, etag };
      resolve({ status: response.statusCode ?? 0, bytes, isWhole, ...headers });
      if (!response.complete) response.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      if (isTaken) return onBytes(chunk);
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytesMax) finish();
    });
    response.on('end', finish);
    response.on('error', finish);
    response.on('close', finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}

function describe(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const words: Record<string, string> = {
    ECONNREFUSED: 'The receiver refused the connection.',
    ECONNRESET: 'The receiver broke off the connection.',
    ENOTFOUND: 'The name of the receiver has no address.',
    EAI_AGAIN: 'The name of the receiver could not be looked up.',
    EHOSTUNREACH: 'The receiver cannot be reached.',
    ENETUNREACH: 'The receiver cannot be reached.',
    ETIMEDOUT: 'The receiver did not accept the connection in time.',
    HPE_HEADER_OVERFLOW: 'The headers of the answer are too long.',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is self-signed.',
    SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain of the receiver is self-signed.',
    CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
    ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver names another host.',
  };
  return words[code] ?? `The exchange failed: ${code || message || 'unknown cause'}.`;
}
