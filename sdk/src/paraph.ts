import { toPairs } from './brackets.ts';
import { CALLS, type Operations, STATUSES } from './operations.ts';
import { walk } from './pages.ts';
import { type CallOptions, type Request, send, type Transport } from './transport.ts';
import { isUpload, toFile, type Upload } from './upload.ts';

/** URL, credential and retry policy of a client. */
export interface ParaphOptions {
  /** URL of the instance: `https://sign.example.com`. */
  baseUrl: string;
  /** An OAuth access token; the SDK does not renew it. */
  token?: string;
  /**
   * Returns the access token for each call. Called again after a 401, with the refused token.
   * `renewingToken` creates one that renews its token.
   */
  getToken?: (refused?: string) => string | Promise<string>;
  /** Created under Developers → API keys. */
  apiKey?: string;
  fetch?: typeof fetch;
  /** Timeout of one attempt; default 60,000. */
  timeoutMs?: number;
  /** Retries after a network failure, 429, 502, 503 or 504; default 2, 0 for none. */
  retries?: number;
  /** Delay before the first retry, doubled for each further one; default 500. */
  retryDelayMs?: number;
  /** Longest delay; a longer `Retry-After` fails the call at once. Default 30,000. */
  retryDelayMaxMs?: number;
}

/** A method for every operation of the interface, and the download of files. */
export interface Paraph extends Operations {
  /**
   * Downloads a file by a link of a response (`documents[0].file.file`). Sends the credential only to `baseUrl`,
   * regardless of the host in the link.
   *
   * @example
   * const pdf = await paraph.download(envelope.documents[0].file.file);
   * await writeFile('lease.pdf', new Uint8Array(await pdf.arrayBuffer()));
   */
  download(url: string, options?: CallOptions): Promise<Response>;
}

type Call = (input?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;

// Methods are created from the list of calls; their generated types describe them.
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
  // The fetch of browsers throws when it is called as a method of another object.
  const sendBy = options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));
  return {
    fetch: sendBy,
    timeoutMs: options.timeoutMs ?? 60_000,
    retries: options.retries ?? 2,
    retryDelayMs: options.retryDelayMs ?? 500,
    retryDelayMaxMs: options.retryDelayMaxMs ?? 30_000,
    ignored: new Set(),
    canRenew: getToken !== undefined,
    identify: async (refused) => {
      if (apiKey !== undefined) return { 'x-api-key': apiKey };
      const current = getToken ? await getToken(refused?.authorization?.slice('Bearer '.length)) : token;
      return current === undefined ? {} : { authorization: `Bearer ${current}` };
    },
  };
}

/** A line of the list: method, path, then keywords for input and output. */
function toMethod(line: string, { transport, baseUrl }: { transport: Transport; baseUrl: string }): Call {
  const [method = '', path = '', ...words] = line.split(' ');
  const call = async (input: Record<string, unknown> = {}, options?: CallOptions) => {
    const { url, rest } = toUrl(baseUrl + path, { input, isQuery: !words.some(isBody), words });
    const request: Request = {
      method,
      url,
      isAnonymous: words.includes('client'),
      wantsBytes: words.includes('bytes'),
      ...(words.includes('one') ? { outcomeStatuses: STATUSES } : {}),
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

/** Fills in path parameters and writes query parameters. */
function toUrl(path: string, { input, isQuery, words }: UrlParts) {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? '');
    delete rest[name];
    // Two dots would address another operation, even escaped (WHATWG URL §4.1).
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
  // fetch sets the content type, since it chooses the boundary.
  return { body: form };
}

function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isUpload(value);
}

/** Uses only the path of the link, so that the credential is not sent to another host. */
function storagePath(url: string): string {
  const { pathname, search } = new URL(url, 'http://any.invalid');
  const path = /\/api\/v1\/storage\/.+$/.exec(pathname)?.[0];
  if (path === undefined) throw new TypeError(`"${url}" is no link to a file of Paraph (/api/v1/storage/…).`);
  return path + search;
}
