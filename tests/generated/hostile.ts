import type { Part } from '../support/instance.ts';
import type { Chance } from './chance.ts';
import type { Described } from './described.ts';
import { type Request, textOf, type Wire, writeRequest } from './requests.ts';

const LONE = '\ud800';
const deep = (times: number) => '['.repeat(times) + ']'.repeat(times);

/** Texts that have broken something somewhere. */
const NAUGHTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  LONE,
  `a${LONE}b`,
  '\udc00\ud800',
  '\u202e\u202d\u2066',
  '\u200b\u200d\ufeff',
  '\r\nSet-Cookie: a=b',
  '\u001b[31m',
  'z\u0351\u036b\u0343'.repeat(50),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40),
  '\u0661\u0662\u0663',
  '\uff11\uff12',
  "' or 1=1 --",
  '"; drop table users; --',
  '\\',
  '%',
  '%00',
  '%ff%fe',
  '%s%n%x',
  '{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..\\..\\x',
  'CON',
  'true',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '-0',
  '0x10',
  '1_000',
  '+1',
  '01',
  '1.0',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999',
  '-1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  'a@b',
  '"a b"@example.com',
  'x'.repeat(251),
  'x'.repeat(1_001),
  'ß'.repeat(10_000),
  'http://169.254.169.254/latest',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '2026-11-21T00:00:00Z',
];

/** Values of every type, wherever another one is meant. */
const NAUGHTY_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  2 ** 63,
  2 ** 64,
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { length: 1e9 },
  { toString: 'x', valueOf: 'y' },
  JSON.parse(deep(200)) as unknown,
  Array.from({ length: 1_001 }, (_each, index) => index),
];

export function naughty(chance: Chance): unknown {
  return chance.once(2) ? chance.pick(NAUGHTY_TEXTS) : chance.pick(NAUGHTY_VALUES);
}

/** The request with one thing wrong: a value that is naughty, gone, wrapped or beside. */
export function nearlyValid(request: Request, chance: Chance): Request {
  const places = (['path', 'query', 'body'] as const).filter(
    (place) => typeof request[place] === 'object' && Object.keys(request[place] ?? {}).length > 0,
  );
  if (request.files.length > 0 && chance.once(3))
    return { ...request, files: spoiltFiles(request.files, chance) };
  if (places.length === 0) return { ...request, query: { [textOf(naughty(chance))]: naughty(chance) } };
  const place = chance.pick(places);
  if (place === 'body') return { ...request, body: spoilt(request.body, chance) };
  const key = chance.pick(Object.keys(request[place]));
  return { ...request, [place]: { ...request[place], [key]: replaced(request[place][key], chance) } };
}

function spoilt(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null) return naughty(chance);
  const keys = Object.keys(value);
  if (keys.length === 0 || chance.once(12)) return naughty(chance);
  const key = chance.pick(keys);
  const inner = (value as Record<string, unknown>)[key];
  const isDeeper = typeof inner === 'object' && inner !== null && !chance.once(4);
  const changed = isDeeper ? spoilt(inner, chance) : replaced(inner, chance);
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? changed : each));
  const { [key]: _gone, ...rest } = value as Record<string, unknown>;
  if (changed === undefined) return rest;
  return chance.once(10) ? { ...value, [textOf(naughty(chance))]: changed } : { ...rest, [key]: changed };
}

function replaced(value: unknown, chance: Chance): unknown {
  switch (chance.below(6)) {
    case 0:
      return undefined;
    case 1:
      return [value];
    case 2:
      return { [textOf(value)]: value };
    case 3:
      return textOf(value).repeat(3);
    default:
      return naughty(chance);
  }
}

function spoiltFiles(files: readonly Part[], chance: Chance): Part[] {
  const [file] = files;
  if (!file || chance.once(6)) return [];
  const bytes = Buffer.from(file.value);
  const spoiltFile = chance.pick<Part>([
    { ...file, value: '' },
    { ...file, value: 'No file of any kind.' },
    { ...file, value: bytes.subarray(0, chance.below(bytes.length)) },
    { ...file, value: Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), bytes]) },
    { ...file, name: 'other' },
    { ...file, fileName: '' },
    { ...file, fileName: '../../../x\u202efdp.exe' },
    { ...file, fileName: `${'x'.repeat(5_000)}.pdf` },
    { ...file, type: 'text/html; charset=utf-7' },
  ]);
  return chance.once(4) ? [spoiltFile, file] : [spoiltFile];
}

const CONTENT_TYPES: readonly string[] = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(200)}`,
  'multipart/mixed; boundary=x',
  'application/json, text/plain',
  '/',
  'x',
];

const JSON_TEXTS: readonly string[] = [
  '',
  '{',
  '[',
  '{}',
  '[]',
  'null',
  'true',
  '"text"',
  '1e400',
  '{"name":1e400}',
  '{"name":-1e400,"id":1e400}',
  '{"name":"a","name":"b","name":{"x":1}}',
  '{"__proto__":{"admin":true},"name":"a"}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"name":"\\ud800","email":"\\udfff@example.com"}',
  '{"name":"\\u0000"}',
  '{"name":"\0"}',
  `{"name":${deep(10_000)}}`,
  deep(10_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{"id":${'9'.repeat(400)}}`,
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '\ufeff{"name":"a"}',
  '{"name":"a"}{"name":"b"}',
  `[${'1,'.repeat(5_000)}1]`,
  `{${Array.from({ length: 2_000 }, (_each, index) => `"k${index}":${index}`).join(',')}}`,
];

const QUERIES: readonly string[] = [
  'a'.repeat(8_000),
  'page=1e400&limit=99999999999999999999',
  'page=-1&limit=0',
  'page[]=1&page[]=2',
  `page${'[a]'.repeat(200)}=1`,
  Array.from({ length: 3_000 }, (_each, index) => `a[${index}]=${index}`).join('&'),
  'ids[999999999]=1',
  'ids[]=&ids[]=%00',
  'filters[status]=%00&filters[status][x]=1',
  'metadata[__proto__][x]=1&__proto__[y]=2&constructor[prototype][z]=3',
  'query=%ff%fe%fd',
  'query=%',
  'query=%25%00',
  '?&&&=&=',
  'session=1&session=2&session[a]=3',
  'organizationId=9223372036854775808',
  'organizationId=1&organizationId=2',
  `query=${'%F0%9F%98%80'.repeat(60)}`,
  'hasOwnProperty=1&toString=2',
  'expires=-1&signature=x',
  'expires=99999999999999999999&signature=',
];

const HEADERS: readonly Record<string, string>[] = [
  { 'idempotency-key': 'k' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': '' },
  { 'idempotency-key': '\u00ff\u00fe' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(5_000)}` },
  { authorization: 'Basic bm9uZTpub25l' },
  { authorization: 'Basic ====' },
  { 'x-api-key': 'paraph_key_' },
  { 'x-yumisign-api-key': 'x'.repeat(2_000) },
  { cookie: 'paraph=; paraph=%00; =;' },
  { cookie: 'paraph="%ff"' },
  { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { range: 'bytes=0-0,1-2' },
  { range: 'bytes=999999999999999-' },
  { range: 'bytes=-0' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"' },
  { 'if-range': 'x', range: 'bytes=1-2' },
  { 'x-forwarded-for': '1.2.3.4, ::1', forwarded: 'for=x', host: 'evil.example' },
  { 'user-agent': '' },
  { 'user-agent': 'u'.repeat(5_000) },
  { 'user-agent': '\u00e9\u00ff' },
  { accept: 'application/xml' },
  { 'content-encoding': 'gzip' },
  { 'x-http-method-override': 'DELETE' },
  { expect: 'x' },
];

const BROKEN_PARTS: readonly ((payload: Buffer) => Buffer)[] = [
  (payload) => payload.subarray(0, Math.floor(payload.length / 2)),
  (payload) => payload.subarray(0, payload.length - 6),
  (payload) => Buffer.from(payload.toString('latin1').replaceAll('form-data', 'attachment'), 'latin1'),
  (payload) => Buffer.from(payload.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  (payload) =>
    Buffer.from(payload.toString('latin1').replace(/name="[^"]*"/, 'name="__proto__[x]"'), 'latin1'),
  (payload) => Buffer.from(payload.toString('latin1').replace(/name="[^"]*"/, 'name=""'), 'latin1'),
  (payload) =>
    Buffer.from(payload.toString('latin1').replace(/name="[^"]*"/, `name="a${'[b]'.repeat(300)}"`), 'latin1'),
  (payload) =>
    Buffer.from(
      payload.toString('latin1').replace('Content-', `X-Y: ${'z'.repeat(90_000)}\r\nContent-`),
      'latin1',
    ),
  (payload) => Buffer.concat([payload, payload]),
  () => Buffer.alloc(0),
  () => Buffer.from('--paraph-test-boundary--\r\n'),
];

export interface HostileWire extends Wire {
  /** Whether it may lead past the operation: to no route at all, or away from its method. */
  mayMiss: boolean;
}

/** A request that no honest client would send. */
export function hostile(operation: Described, request: Request, chance: Chance): HostileWire {
  const wire = writeRequest(operation, chance.once(3) ? nearlyValid(request, chance) : request);
  const hasParts = wire.headers['content-type']?.startsWith('multipart/') ?? false;
  switch (chance.below(hasParts ? 7 : 6)) {
    case 0:
      return { ...wire, headers: { ...wire.headers, ...chance.pick(HEADERS) }, mayMiss: false };
    case 1:
      return { ...wire, url: `${wire.url.split('?')[0]}?${chance.pick(QUERIES)}`, mayMiss: false };
    case 2:
      return { ...wire, url: strangePath(operation, request, chance), mayMiss: true };
    case 3:
      return withType(wire, chance);
    case 4: {
      const headers = chance.once(2) ? { 'content-type': 'application/json' } : {};
      return withBody({ ...wire, headers }, chance.pick(JSON_TEXTS));
    }
    case 5: {
      const payload = chance.once(2) ? chance.pick(QUERIES) : JSON.stringify(naughty(chance));
      return withBody({ ...wire, headers: { 'content-type': 'application/x-www-form-urlencoded' } }, payload);
    }
    default:
      return withBody(wire, chance.pick(BROKEN_PARTS)(Buffer.from(wire.payload ?? '')));
  }
}

/** A body is for the verbs that have one; with GET the server reads none. */
function withBody(wire: Wire, payload: string | Buffer): HostileWire {
  return { ...wire, ...(wire.method === 'GET' ? {} : { payload }), mayMiss: false };
}

function withType(wire: Wire, chance: Chance): HostileWire {
  const headers = { ...wire.headers, 'content-type': chance.pick(CONTENT_TYPES) };
  return withBody({ ...wire, headers }, wire.payload ?? '{"name":"a"}');
}

function strangePath({ path }: Described, request: Request, chance: Chance): string {
  const real = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => textOf(request.path[name] ?? 'x'));
  const id = chance.pick([
    '%00',
    '%ff',
    '%',
    '%2e%2e%2f',
    '..',
    '%2F',
    '1%20',
    '1e400',
    '0x1',
    '-1',
    '9'.repeat(30),
    '9223372036854775807',
    '2147483648',
    'x'.repeat(501),
    'x'.repeat(7_000),
    '__proto__',
    '%ED%A0%80',
    '%F0%9F%98%80',
    ';',
    '*',
    ':id',
  ]);
  switch (chance.below(5)) {
    case 0:
      return `${real}/${id}`;
    case 1:
      return `${real}//`;
    case 2:
      return real.toUpperCase();
    default: {
      const parts = path.split('/');
      const holes = parts.flatMap((part, index) => (part.startsWith('{') ? [index] : []));
      if (holes.length === 0) return `${real}%2F${id}`;
      const hole = chance.pick(holes);
      const named = real.split('/');
      return named.map((part, index) => (index === hole ? id : part)).join('/');
    }
  }
}
