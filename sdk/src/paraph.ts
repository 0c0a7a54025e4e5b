import { toPairs } from './brackets.ts';
import { CALLS, type Operations } from './operations.ts';
import { walk } from './pages.ts';
import { type CallOptions, type Request, send, type Transport } from './transport.ts';
import { isUpload, toFile, type Upload } from './upload.ts';

/** How to reach an instance, and as whom. */
export interface ParaphOptions {
  /** Of the instance: `https://sign.example.com`. */
  baseUrl: string;
  /** An OAuth access token that the caller renews. */
  token?: string;
  /**
   * Gives the access token for each call. After a 401 it is called once more, with the token that was refused.
   * `renewingToken` makes one that renews what it has.
   */
  getToken?: (refused?: string) => string | Promise<string>;
  /** Made under Developers → API keys. */
  apiKey?: string;
  fetch?: typeof fetch;
  /** For one attempt; 60,000 by default. */
  timeoutMs?: number;
  /** After a network failure, 429, 502, 503 or 504; 2 by default, 0 for none. */
  retries?: number;
  /** Before the first retry, doubled for each further one; 500 by default. */
  retryDelayMs?: number;
  /** The longest wait; where `Retry-After` asks for more the call fails at once. 30,000 by default. */
  retryDelayMaxMs?: number;
}

/** Every operation of the interface under its own name, and the download of files. */
export interface Paraph extends Operations {
  /**
   * Downloads what a link of an answer names (`documents[0].file.file`). The credential goes to `baseUrl` alone,
   * under whichever name the instance gives its links.
   *
   * @example
   * const pdf = await paraph.download(envelope.documents[0].file.file);
   * await writeFile('lease.pdf', new Uint8Array(await pdf.arrayBuffer()));
   */
  download(url: string, options?: CallOptions): Promise<Response>;
}

type Call = (input?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;

// The methods come from the list of calls; their types are generated.
class Client {
  constructor(options: ParaphOptions) {
    const transport = toTransport(options);
    const baseUrl = options.baseUrl.replace(/\/+$/, '');
    const methods: Record<string, unknown> = {};
    for (const [name, line] of Object.entries(CALLS)) methods[name] = toMethod(line, { transport, baseUrl });
    methods.download = (url: string, callOptions?: CallOptions) =>
      send(transport, { method: 'GET', url: baseUrl + storagePath(url), wantsBytes: true }, callOptions);
    Object.assign(this, methods);
  }
}

/**
 * The client of one instance.
 *
 * @example
 * const paraph = new Paraph({ baseUrl: 'https://sign.example.com', token });
 * const { id } = await paraph.createQuickEnvelope({
 *   name: 'Lease of the mill',
 *   document: file,
 *   steps: [{ type: 'sign', recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] }],
 * });
 */
export const Paraph = Client as unknown as new (options: ParaphOptions) => Paraph;

function toTransport({ token, getToken, apiKey, ...options }: ParaphOptions): Transport {
  if (!/^https?:\/\//.test(options.baseUrl)) {
    throw new TypeError(`baseUrl must begin with https:// or http://, not "${options.baseUrl}".`);
  }
  if ([token, getToken, apiKey].filter((each) => each !== undefined).length > 1) {
    throw new TypeError('Give one of token, getToken and apiKey.');
  }
  // Called by the name of another object, the browsers' own fetch refuses.
  const sendBy = options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));
  return {
    fetch: sendBy,
    timeoutMs: options.timeoutMs ?? 60_000,
    retries: options.retries ?? 2,
    retryDelayMs: options.retryDelayMs ?? 500,
    retryDelayMaxMs: options.retryDelayMaxMs ?? 30_000,
    canRenew: getToken !== undefined,
    identify: async (refused) => {
      if (apiKey !== undefined) return { 'x-api-key': apiKey };
      const current = getToken ? await getToken(refused?.authorization?.slice('Bearer '.length)) : token;
      return current === undefined ? {} : { authorization: `Bearer ${current}` };
    },
  };
}

/** A line of the list: method, path, then words on what goes in and comes out. */
function toMethod(line: string, { transport, baseUrl }: { transport: Transport; baseUrl: string }): Call {
  const [method = '', path = '', ...words] = line.split(' ');
  const call = async (input: Record<string, unknown> = {}, options?: CallOptions) => {
    const { url, rest } = toUrl(baseUrl + path, { input, isQuery: !words.some(isBody), words });
    const request: Request = {
      method,
      url,
      isAnonymous: words.includes('client'),
      wantsBytes: words.includes('bytes'),
      ...(await toBody(words.find(isBody), rest)),
    };
    return send(transport, request, options);
  };
  if (words.includes('nothing')) return (options) => call({}, options as CallOptions);
  return words.includes('pages')
    ? Object.assign(call, {
        all: (input?: object, options?: CallOptions) => walk(call as never, input, options),
      })
    : call;
}

function isBody(word: string): boolean {
  return ['json', 'form', 'multipart', 'either'].includes(word);
}

interface UrlParts {
  input: Record<string, unknown>;
  isQuery: boolean;
  words: readonly string[];
}

/** Fills in the path; of the rest, what belongs into the query is written there. */
function toUrl(path: string, { input, isQuery, words }: UrlParts) {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? '');
    delete rest[name];
    // Two dots would lead to another call, even escaped (WHATWG URL §4.1).
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} is missing or no id.`);
    return encodeURIComponent(value);
  });
  const queryNames =
    words
      .find((word) => word.startsWith('query:'))
      ?.slice('query:'.length)
      .split(',') ?? [];
  const query: Record<string, unknown> = {};
  for (const name of isQuery ? Object.keys(rest) : queryNames) {
    query[name] = rest[name];
    delete rest[name];
  }
  const text = new URLSearchParams(toPairs(query)).toString();
  return { url: text === '' ? filled : `${filled}?${text}`, rest };
}

async function toBody(kind: string | undefined, values: Record<string, unknown>): Promise<Partial<Request>> {
  if (kind === undefined) return {};
  const isJson = kind === 'either' && !Object.values(values).some((each) => isFile(each));
  if (kind === 'json' || isJson) return { body: JSON.stringify(values), contentType: 'application/json' };
  if (kind === 'form') {
    const body = new URLSearchParams(toPairs(values)).toString();
    return { body, contentType: 'application/x-www-form-urlencoded' };
  }
  const form = new FormData();
  for (const [name, value] of toPairs<Upload>(values, isUpload)) {
    if (typeof value === 'string') form.append(name, value);
    else {
      const { blob, name: fileName } = await toFile(value);
      form.append(name, blob, fileName);
    }
  }
  // Its content type names the boundary, which fetch alone knows.
  return { body: form };
}

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isUpload(value);
}

/** The credential must not follow a link to another host: only the path is taken from it. */
function storagePath(url: string): string {
  const { pathname, search } = new URL(url, 'http://any.invalid');
  const path = /\/api\/v1\/storage\/.+$/.exec(pathname)?.[0];
  if (path === undefined) throw new TypeError(`"${url}" is no link to a file of Paraph (/api/v1/storage/…).`);
  return path + search;
}
