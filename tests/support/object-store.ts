import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { listenLocally } from './free-port.ts';
import { type HttpCall, openHttpServer } from './http-server.ts';
import { chooseScratchParent } from './scratch.ts';

const REGION = 'eu-test-1';
const ACCESS_KEY = 'paraph-tests';
const PAGE = 3;

/** How a call fails: by a status, or because the connection breaks before or after the call had its effect. */
export type StoreFault = number | 'breaks' | 'answer-lost';

interface Call {
  method: string;
  key: string;
}

interface StoredObject {
  bytes: Buffer;
  changedAt: Date;
  /** Where it was stored in several. */
  parts?: readonly Buffer[];
}

/**
 * A bucket as strict as the interface of Amazon S3 allows: every call is signed (Signature Version 4, checked here by
 * itself), bodies match their hash, what exists is not overwritten, and a list has a few entries a page.
 */
export interface TestStore {
  objects: Map<string, StoredObject>;
  /** Parts of objects that are not there yet, by the id of the upload. */
  uploads: Map<string, Buffer[]>;
  calls: Call[];
  env: Record<string, string>;
  /** Null: the call succeeds. */
  fault: (call: Call) => StoreFault | null;
  /** True: as stores that do not know conditional writes. */
  overwrites: boolean;
  /** False: the store computes no checksums. */
  hasChecksums: boolean;
  /** Its clock; it may go by the caller's, whose tests move theirs. */
  now: (callers: Date) => Date;
  /** As when its process is killed: what it was doing may have had its effect. */
  kill(): Promise<void>;
  /** After `kill`, with what it had stored. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openTestStore(secret = randomBytes(20).toString('hex')): Promise<TestStore> {
  const folder = mkdtempSync(join(await chooseScratchParent(), 'paraph-store-'));
  writeFileSync(join(folder, 'secret'), secret);
  const { server, port, close } = await openHttpServer((call, response) =>
    answer(store, secret, call, response),
  );
  const store: TestStore = {
    objects: new Map(),
    uploads: new Map(),
    calls: [],
    env: {
      PARAPH_S3_URL: `http://127.0.0.1:${port}/contracts`,
      PARAPH_S3_REGION: REGION,
      PARAPH_S3_ACCESS_KEY: ACCESS_KEY,
      PARAPH_S3_SECRET_FILE: join(folder, 'secret'),
      PARAPH_S3_PREFIX: 'paraph/',
    },
    fault: () => null,
    overwrites: false,
    hasChecksums: true,
    now: () => new Date(),
    kill: close,
    start: async () => void (await listenLocally(server, port)),
    close: async () => {
      if (server.listening) await store.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return store;
}

function answer(store: TestStore, secret: string, request: HttpCall, response: ServerResponse) {
  const { method, headers: sent, body } = request;
  const url = new URL(request.url, 'http://store');
  const key = url.pathname.replace(/^\/contracts\/?/, '');
  const call = { method, key };
  store.calls.push(call);
  const fault = store.fault(call);
  if (fault === 'breaks') return response.destroy();
  if (typeof fault === 'number')
    return refuse(response, fault, 'SlowDown', 'Please reduce your request rate.');
  const calledAt = timeOf(sent);
  const problem = signatureProblem(request, url, {
    body,
    secret,
    skewMs: store.now(calledAt).getTime() - calledAt.getTime(),
  });
  if (problem !== null) return refuse(response, 403, 'SignatureDoesNotMatch', problem);
  if (fault === 'answer-lost') {
    act(store, { ...call, url, body, headers: sent });
    return response.destroy();
  }
  const { status, headers = {}, text } = act(store, { ...call, url, body, headers: sent });
  if (status >= 400) return refuse(response, status, 'Refused', String(text));
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
  response.writeHead(status, { 'content-length': bytes.length, ...headers });
  return response.end(method === 'HEAD' ? undefined : bytes);
}

interface Asked extends Call {
  url: URL;
  body: Buffer;
  headers: IncomingHttpHeaders;
}

interface Answered {
  status: number;
  headers?: Record<string, string | number>;
  text: Buffer | string;
}

function act(store: TestStore, { method, key, url, body, headers }: Asked): Answered {
  const object = store.objects.get(key);
  if (method === 'GET' && key === '') return { status: 200, text: list(store, url.searchParams) };
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
    return actOnUpload(store, { method, key, url, body, headers });
  if (method === 'PUT') {
    if (headers['if-none-match'] !== '*') return { status: 501, text: 'It must be conditional.' };
    if (object && !store.overwrites) return { status: 412, text: 'It exists.' };
    if (headers['x-amz-checksum-sha256'] !== createHash('sha256').update(body).digest('base64'))
      return { status: 400, text: 'The checksum differs.' };
    store.objects.set(key, { bytes: body, changedAt: store.now(timeOf(headers)) });
    return { status: 200, text: '' };
  }
  if (method === 'DELETE') {
    store.objects.delete(key);
    return { status: 204, text: '' };
  }
  if (!object) return { status: 404, text: 'There is none.' };
  const { parts } = object;
  const checksum = parts ? `${checksumOf(Buffer.concat(parts))}-${parts.length}` : checksumOf(object.bytes);
  const isWanted = store.hasChecksums && headers['x-amz-checksum-mode'] === 'ENABLED';
  const found = {
    'content-length': object.bytes.length,
    ...(isWanted ? { 'x-amz-checksum-sha256': checksum } : {}),
  };
  return { status: 200, headers: found, text: object.bytes };
}

const checksumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/** An object of several parts, which is there once the upload is completed. */
function actOnUpload(store: TestStore, { method, key, url, body, headers }: Asked): Answered {
  const id = url.searchParams.get('uploadId') ?? `upload-${store.calls.length}&more`;
  if (url.searchParams.has('uploads')) {
    if (headers['x-amz-checksum-algorithm'] !== 'SHA256') return { status: 400, text: 'Which checksum?' };
    store.uploads.set(id, []);
    return { status: 200, text: `<UploadId>${id.replace('&', '&amp;')}</UploadId>` };
  }
  const parts = store.uploads.get(id);
  if (!parts) return { status: 404, text: 'There is no such upload.' };
  if (method === 'PUT') {
    if (headers['x-amz-checksum-sha256'] !== checksumOf(body)) return { status: 400, text: 'It differs.' };
    parts[Number(url.searchParams.get('partNumber')) - 1] = body;
    return { status: 200, headers: { etag: `"${checksumOf(body)}"` }, text: '' };
  }
  if (method === 'DELETE') {
    store.uploads.delete(id);
    return { status: 204, text: '' };
  }
  if (headers['if-none-match'] !== '*') return { status: 501, text: 'It must be conditional.' };
  if (store.objects.has(key)) return { status: 412, text: 'It exists.' };
  const listed = parts.map((part, index) => {
    const facts = `<PartNumber>${index + 1}</PartNumber><ETag>"${checksumOf(part)}"</ETag>`;
    return `<Part>${facts}<ChecksumSHA256>${checksumOf(part)}</ChecksumSHA256></Part>`;
  });
  if (String(body) !== `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
    return { status: 200, text: '<Error><Code>InvalidPart</Code><Message>A part differs.</Message></Error>' };
  store.uploads.delete(id);
  store.objects.set(key, { bytes: Buffer.concat(parts), changedAt: store.now(timeOf(headers)), parts });
  return { status: 200, text: '<CompleteMultipartUploadResult/>' };
}

function list({ objects }: TestStore, asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? '';
  const after = asked.get('continuation-token') ?? '';
  const delimiter = asked.get('delimiter');
  const nameOf = (key: string) => {
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    return end < 0 ? key : key.slice(0, end + 1);
  };
  const names = [...objects.keys()].filter((key) => key.startsWith(prefix)).map(nameOf);
  const keys = [...new Set(names)].filter((key) => key > after).sort();
  const page = keys.slice(0, PAGE);
  const entries = page.map((key) => {
    if (!objects.has(key)) return `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`;
    const { bytes, changedAt } = objects.get(key) as StoredObject;
    const facts = `<LastModified>${changedAt.toISOString()}</LastModified><Size>${bytes.length}</Size>`;
    return `<Contents><Key>${key}</Key>${facts}</Contents>`;
  });
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
}

function refuse(response: ServerResponse, status: number, code: string, message: string) {
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

/** Why the signature of a call is refused (AWS Signature Version 4); null if it is right. */
function signatureProblem(
  { method, headers }: HttpCall,
  url: URL,
  { body, secret, skewMs }: { body: Buffer; secret: string; skewMs: number },
): string | null {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = '', signed = '', signature = ''] = form.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date'] ?? '');
  const day = time.slice(0, 8);
  const scope = `${day}/${REGION}/s3/aws4_request`;
  if (credential !== `${ACCESS_KEY}/${scope}`) return 'The credential is unknown.';
  if (!(Math.abs(skewMs) <= 15 * 60_000)) return 'The time is too far from ours.';
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash) return 'The body is another one.';
  const names = signed.split(';');
  const isConditional = method === 'PUT' ? !url.searchParams.has('uploadId') : 'if-none-match' in headers;
  if (!names.includes('host') || names.includes('if-none-match') !== isConditional)
    return 'A header is not signed.';
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed,
    hash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')];
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return hmac(key, toSign.join('\n')).toString('hex') === signature ? null : 'The signature is wrong.';
}

/** When a call was made by its caller's clock; invalid if it does not say. */
function timeOf(headers: IncomingHttpHeaders): Date {
  const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
  return new Date(String(headers['x-amz-date'] ?? '').replace(form, '$1-$2-$3T$4:$5:$6Z'));
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
