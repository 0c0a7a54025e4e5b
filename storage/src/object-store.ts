import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Clock, Ids } from './blob-names.ts';
import { StorageFault } from './faults.ts';

/** A bucket of a store that speaks the interface of Amazon S3. */
export interface ObjectStoreSettings {
  /** The address of the bucket, without a slash at its end: an object has the path of its name below it. */
  url: string;
  region: string;
  accessKey: string;
  secret: string;
  /** Before the names of all objects; empty, or ends with a slash. */
  prefix: string;
}

export interface ObjectFacts {
  size: number;
  /** As the store computed it while it received the bytes; null where it computes none. */
  sha256: Buffer | null;
}

export interface ListedObject {
  name: string;
  size: number;
  changedAt: Date;
}

/** Objects are written once, under a new name, and never changed. */
export interface ObjectStore {
  /** Fails if there is an object of that name with other bytes; repeating it is harmless. */
  put(name: string, path: string, sha256: Uint8Array): Promise<void>;
  /** Null if there is no such object. */
  head(name: string): Promise<ObjectFacts | null>;
  /** Writes an object to a new file. False if there is no such object. */
  fetchTo(name: string, path: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** In the order of the bytes of their names. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** The parts of names before their first slash. */
  listFolders(): Promise<string[]>;
  /** Makes what was put durable, where a put alone does not. Before that, a power cut may leave other bytes. */
  flush?(): Promise<void>;
  /** Where an object is a file of this machine. */
  pathOf?(name: string): string;
}

/** What a store says that is not ready; anything else is final. */
const RETRIED = [429, 500, 502, 503, 504];
const TRIES = 3;
const FIRST_PAUSE_MS = 200;
/** Without progress, connecting included. */
const IDLE_MS = 60_000;
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const EMPTY_SHA256 = createHash('sha256').digest('hex');

export interface Exchange {
  method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  name: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** The file to send; the whole of it without a part. */
  path?: string;
  chunk?: FileChunk;
  /** The text to send. */
  text?: string;
  /** The bytes to send, where they are neither a file nor a text. */
  source?: ByteSource;
  /** Of the body, hexadecimal. */
  bodySha256?: string;
  /** Where the body of a successful answer goes; without it, it is read as text. */
  target?: string | Writable;
}

/** Bytes of a known number and hash, which are opened when they are sent. */
export interface ByteSource {
  size: number;
  sha256: Buffer;
  open(): AsyncIterable<Uint8Array>;
}

/** Of a file that is sent in several calls. */
interface FileChunk {
  offset: number;
  length: number;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** One call takes 5 GiB at most (Amazon S3), and is begun anew as a whole where the connection breaks. */
const CHUNK_BYTES = 1024 * 1024 * 1024;

export function openObjectStore(
  settings: ObjectStoreSettings,
  { clock, ids, chunkBytes = CHUNK_BYTES }: { clock: Clock; ids: Ids; chunkBytes?: number },
): ObjectStore {
  const client = { settings, clock, ids };
  const head = async (name: string): Promise<ObjectFacts | null> => {
    const headers = { 'x-amz-checksum-mode': 'ENABLED' };
    const answer = await call(client, { method: 'HEAD', name, headers });
    if (answer.status === 404) return null;
    requireStatus(settings, answer, [200]);
    const checksum = answer.headers['x-amz-checksum-sha256'];
    // That of an object of several parts is a hash of their hashes, and ends with their number.
    const isOfWhole = typeof checksum === 'string' && !checksum.includes('-');
    const sha256 = isOfWhole ? Buffer.from(checksum, 'base64') : null;
    return { size: Number(answer.headers['content-length']), sha256: sha256?.length === 32 ? sha256 : null };
  };
  return {
    head,
    put: async (name, path, sha256) => {
      const { size } = await stat(path);
      const answer =
        size > chunkBytes
          ? await putInChunks(client, { name, path, size, chunkBytes })
          : await call(client, putOf(name, { path, sha256: Buffer.from(sha256) }));
      // There is one already: that of an earlier try whose answer was lost, which the caller compares.
      if (answer.status === 412) return;
      // An upload that has ended already, in the same way.
      if (answer.status === 404 && (await head(name))?.size === size) return;
      requireStatus(settings, answer, [200]);
    },
    fetchTo: async (name, target) => {
      const answer = await call(client, { method: 'GET', name, target });
      if (answer.status === 404) return false;
      requireStatus(settings, answer, [200]);
      return true;
    },
    remove: async (name) => {
      requireStatus(settings, await call(client, { method: 'DELETE', name }), [200, 204, 404]);
    },
    list: (prefix) => listObjects(client, prefix),
    listFolders: () => listFolders(client),
  };
}

function putOf(name: string, { path, sha256 }: { path: string; sha256: Buffer }): Exchange {
  const headers = {
    'content-type': 'application/octet-stream',
    'if-none-match': '*',
    'x-amz-checksum-sha256': sha256.toString('base64'),
  };
  return { method: 'PUT', name, path, bodySha256: sha256.toString('hex'), headers };
}

interface LargeFile {
  name: string;
  path: string;
  size: number;
  chunkBytes: number;
}

/** Each part with its hash; the object is there once the last call ends, or not at all. */
async function putInChunks(client: Client, { name, path, size, chunkBytes }: LargeFile): Promise<Answer> {
  const { settings } = client;
  const headers = { 'content-type': 'application/octet-stream', 'x-amz-checksum-algorithm': 'SHA256' };
  const begun = await call(client, { method: 'POST', name, query: { uploads: '' }, headers });
  requireStatus(settings, begun, [200]);
  const uploadId = elementOf(begun.text, 'UploadId') ?? '';
  try {
    let list = '';
    for (let number = 1, offset = 0; offset < size; number += 1, offset += chunkBytes) {
      const chunk = { offset, length: Math.min(chunkBytes, size - offset) };
      const sha256 = await hashChunk(path, chunk);
      const checksum = sha256.toString('base64');
      const query = { partNumber: String(number), uploadId };
      const bodySha256 = sha256.toString('hex');
      const checksumHeader = { 'x-amz-checksum-sha256': checksum };
      const stored = await call(client, {
        method: 'PUT',
        name,
        query,
        path,
        chunk,
        bodySha256,
        headers: checksumHeader,
      });
      requireStatus(settings, stored, [200]);
      const facts = `<PartNumber>${number}</PartNumber><ETag>${stored.headers.etag ?? ''}</ETag>`;
      list += `<Part>${facts}<ChecksumSHA256>${checksum}</ChecksumSHA256></Part>`;
    }
    const answer = await call(client, completionOf({ name, uploadId, list }));
    // Completing may take so long that the store says first that all is well.
    if (answer.status === 200 && !answer.text.includes('<Error>')) return answer;
    await abort(client, name, uploadId);
    return answer.status === 200 ? { ...answer, status: 500 } : answer;
  } catch (error) {
    await abort(client, name, uploadId).catch(() => {});
    throw error;
  }
}

function completionOf({ name, uploadId, list }: Record<'name' | 'uploadId' | 'list', string>): Exchange {
  const text = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`;
  const bodySha256 = createHash('sha256').update(text).digest('hex');
  const headers = { 'content-type': 'application/xml', 'if-none-match': '*' };
  return { method: 'POST', name, query: { uploadId }, text, bodySha256, headers };
}

/** What was sent takes room, and is paid for, until this. */
async function abort(client: Client, name: string, uploadId: string): Promise<void> {
  requireStatus(
    client.settings,
    await call(client, { method: 'DELETE', name, query: { uploadId } }),
    [200, 204, 404],
  );
}

async function hashChunk(path: string, chunk: FileChunk): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(readChunk(path, chunk), hash);
  return hash.digest();
}

function readChunk(path: string, { offset, length }: FileChunk): ReadStream {
  return createReadStream(path, { start: offset, end: offset + length - 1 });
}

export interface Client {
  settings: ObjectStoreSettings;
  clock: Clock;
  ids: Ids;
  /** How names become addresses; without it, as the system says. */
  lookup?: LookupFunction;
}

async function* listObjects(client: Client, prefix: string): AsyncIterable<ListedObject> {
  const all = client.settings.prefix;
  for await (const text of listPages(client, { prefix: `${all}${prefix}` })) {
    for (const [, entry = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const changedAt = new Date(elementOf(entry, 'LastModified') ?? '');
      const size = Number(elementOf(entry, 'Size') ?? Number.NaN);
      yield { name: (elementOf(entry, 'Key') ?? '').slice(all.length), size, changedAt };
    }
  }
}

async function listFolders(client: Client): Promise<string[]> {
  const all = client.settings.prefix;
  const names: string[] = [];
  for await (const text of listPages(client, { prefix: all, delimiter: '/' })) {
    for (const [, entry = ''] of text.matchAll(/<CommonPrefixes>([\s\S]*?)<\/CommonPrefixes>/g))
      names.push((elementOf(entry, 'Prefix') ?? '').slice(all.length, -1));
  }
  return names;
}

/** In order of the names, a thousand an answer. */
async function* listPages(client: Client, asked: Readonly<Record<string, string>>): AsyncIterable<string> {
  let token: string | null = null;
  do {
    const query: Record<string, string> = { 'list-type': '2', ...asked };
    if (token !== null) query['continuation-token'] = token;
    const answer = await call(client, { method: 'GET', name: '', query });
    requireStatus(client.settings, answer, [200]);
    yield answer.text;
    token = elementOf(answer.text, 'NextContinuationToken');
  } while (token !== null);
}

/** The text of the first element of that name; what stands in our names and tokens needs at most the five entities. */
export function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  if (text === undefined) return null;
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, entity: string) => entities[entity] ?? '');
}

function requireStatus({ url }: ObjectStoreSettings, { status, text }: Answer, allowed: readonly number[]) {
  if (allowed.includes(status)) return;
  const words = elementOf(text, 'Message') ?? elementOf(text, 'Code');
  throw new StorageFault(`${hostOf(url)} answered ${status}${words === null ? '' : `: ${words}`}.`);
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** Repeats what may succeed the next time, after a pause that grows and varies. */
async function call(client: Client, exchange: Exchange): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await callOnce(client, exchange).catch((error: unknown) => error as Error);
    const isLast = tries === TRIES;
    if (outcome instanceof Error) {
      if (!isLast) await pauseAfter(client, tries);
      else throw unreachable(client.settings, outcome);
    } else if (isLast || !isRetried(outcome)) {
      return outcome;
    } else {
      await pauseAfter(client, tries);
    }
  }
}

/** Two conditional writes met, or the store is not ready. */
function isRetried({ status, text }: Answer): boolean {
  return RETRIED.includes(status) || (status === 409 && text.includes('ConditionalRequestConflict'));
}

async function pauseAfter({ ids }: Client, tries: number): Promise<void> {
  const chance = (ids.bytes(1)[0] ?? 0) / 256;
  await pause(FIRST_PAUSE_MS * 4 ** (tries - 1) * (0.5 + chance));
}

function unreachable({ url }: ObjectStoreSettings, cause: Error): StorageFault {
  const words = `The object store at ${hostOf(url)} could not be reached: ${cause.message}.`;
  return new StorageFault(words, cause);
}

export async function callOnce(client: Client, exchange: Exchange): Promise<Answer> {
  const { method, target } = exchange;
  const { url, headers } = await sign(client, exchange);
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { lookup } = client;
  const length = { 'content-length': String(await sizeOf(exchange)) };
  const request = open(url, { method, headers: { ...headers, ...length }, ...(lookup ? { lookup } : {}) });
  request.setTimeout(IDLE_MS, () => request.destroy(new Error('it did not answer in time')));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  answered.catch(() => {});
  await send(exchange, request);
  const response = await answered;
  const status = response.statusCode ?? 0;
  if (target === undefined || status !== 200)
    return { status, headers: response.headers, text: await readText(response) };
  await pipeline(response, typeof target === 'string' ? createWriteStream(target, { mode: 0o600 }) : target);
  return { status, headers: response.headers, text: '' };
}

async function sizeOf({ path, chunk, text = '', source }: Exchange): Promise<number> {
  if (source) return source.size;
  return path === undefined ? Buffer.byteLength(text) : (chunk?.length ?? (await stat(path)).size);
}

async function send({ path, chunk, text = '', source }: Exchange, request: ClientRequest): Promise<void> {
  if (source) await pipeline(source.open(), request);
  else if (path === undefined) request.end(text);
  else await pipeline(chunk ? readChunk(path, chunk) : createReadStream(path), request);
}

async function readText(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('its answer was too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** AWS Signature Version 4, over the hash of the body: what is changed on the way is refused by the store. */
async function sign({ settings, clock }: Client, { method, name, query = {}, ...rest }: Exchange) {
  const { accessKey, secret, region, prefix } = settings;
  const address = new URL(name === '' ? settings.url : `${settings.url}/${prefix}${name}`);
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
  const signer = new AwsV4Signer({
    method,
    url: address.href,
    headers: { ...rest.headers, 'x-amz-content-sha256': rest.bodySha256 ?? EMPTY_SHA256 },
    accessKeyId: accessKey,
    secretAccessKey: secret,
    service: 's3',
    region,
    datetime: clock
      .now()
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, ''),
    allHeaders: true,
  });
  const { url, headers } = await signer.sign();
  return { url, headers: Object.fromEntries(headers) };
}
