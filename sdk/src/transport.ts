import { AuthenticationError, ConnectionError, errorOf, ParaphError } from './errors.ts';

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call and its retries; the call fails with the signal's reason. */
  signal?: AbortSignal;
  /** Timeout of one attempt in milliseconds. */
  timeoutMs?: number;
  /** Retries of a repeatable call. */
  retries?: number;
  /** For POST and PUT; default: a new key per call. Two calls with the same key act once. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface Transport {
  fetch: typeof fetch;
  timeoutMs: number;
  retries: number;
  retryDelayMs: number;
  retryDelayMaxMs: number;
  /** Headers that authenticate. `refused`: the previous token when the response was 401. */
  identify(refused?: Record<string, string>): Promise<Record<string, string>>;
  /** Where the server said that it ignored keys of a body: each is said once. */
  ignored: Set<string>;
  /** Whether a second call after a 401 may return other headers. */
  canRenew: boolean;
}

export interface Request {
  method: string;
  url: string;
  body?: string | FormData | undefined;
  contentType?: string;
  /** The body holds the app's id and secret; sends no other credential. */
  isAnonymous?: boolean;
  /** Returns the Response with its body unread. */
  wantsBytes?: boolean;
  /** Of a call on one workflow that is answered like a bulk call: the status of each error that its outcome may be. */
  outcomeStatuses?: Readonly<Record<string, number>>;
}

/** Sends a request with retries where they are safe, and returns the parsed body. */
export async function send(
  transport: Transport,
  request: Request,
  options: CallOptions = {},
): Promise<unknown> {
  const writes = request.method === 'POST' || request.method === 'PUT';
  const key = writes && !request.isAnonymous ? (options.idempotencyKey ?? newKey()) : undefined;
  // A DELETE repeated after a lost response would report its own success as "not found".
  const isRepeatable = request.method === 'GET' || key !== undefined;
  const retries = options.retries ?? transport.retries;
  let identity: Record<string, string> | undefined;
  for (let attempt = 0, renewals = 0; ; ) {
    identity ??= request.isAnonymous ? {} : await transport.identify();
    const headers = {
      accept: request.wantsBytes ? '*/*' : 'application/json',
      ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...identity,
      ...options.headers,
    };
    try {
      return await tryOnce(transport, { ...request, headers }, options);
    } catch (error) {
      if (
        error instanceof AuthenticationError &&
        transport.canRenew &&
        !request.isAnonymous &&
        renewals === 0
      ) {
        renewals += 1;
        identity = await transport.identify(identity);
        continue;
      }
      const delayMs = attempt < retries ? delayBefore(error, { transport, attempt, isRepeatable }) : null;
      if (delayMs === null) throw error;
      attempt += 1;
      await wait(delayMs, options.signal);
      identity = undefined;
    }
  }
}

async function tryOnce(
  { fetch, timeoutMs: usualMs, ignored }: Transport,
  { method, url, body, headers, wantsBytes, outcomeStatuses }: Request & { headers: Record<string, string> },
  { signal, timeoutMs = usualMs }: CallOptions,
): Promise<unknown> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => {
    const message = `${method} ${url} did not answer within ${timeoutMs} ms.`;
    ending.abort(new ConnectionError(message, { code: 'TIMEOUT', status: 0 }));
  }, timeoutMs);
  let isHandedOver = false;
  try {
    // A redirect could send the API key to another host; the interface has none.
    const init = { method, headers, body: body ?? null, signal: ending.signal, redirect: 'manual' } as const;
    const response = await fetch(url, init);
    warnOfIgnored(response, { method, url, ignored });
    isHandedOver = wantsBytes === true && response.ok;
    if (isHandedOver) return response;
    const answer = await readAnswer(response);
    if (outcomeStatuses) requireDone(response, answer, outcomeStatuses);
    return answer;
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    if (error instanceof ParaphError) throw error;
    const message = `${method} ${url} could not be sent or its answer not be read.`;
    throw new ConnectionError(message, { code: 'CONNECTION_FAILED', status: 0, cause: error });
  } finally {
    clearTimeout(timer);
    if (!isHandedOver) signal?.removeEventListener('abort', abort);
  }
}

/** In development alone: a key that the server does not know is a mistake of the program that sends it. */
function warnOfIgnored(
  { headers }: Response,
  { method, url, ignored }: { method: string; url: string; ignored: Set<string> },
): void {
  const names = headers.get('paraph-ignored')?.split(', ') ?? [];
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  if (names.length === 0 || process?.env === undefined || process.env.NODE_ENV === 'production') return;
  for (const name of names) {
    // Positions in lists say nothing new.
    const key = name.replaceAll(/\[\d+\]/g, '[]');
    if (ignored.has(key)) continue;
    ignored.add(key);
    console.warn(
      `Paraph ignored "${name}" of ${method} ${new URL(url).pathname}: it does not know this key.`,
    );
  }
}

/** Throws the error of an outcome that failed. */
function requireDone(response: Response, answer: unknown, statuses: Readonly<Record<string, number>>): void {
  const outcomes = Array.isArray(answer) ? answer : [];
  const [outcome] = outcomes as { result: boolean; error: { code: string } | null }[];
  if (outcome?.result !== false) return;
  throw errorOf(response, outcome, statuses[outcome.error?.code ?? '']);
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok && text === '') return undefined;
  const body = parse(text);
  if (response.ok && body !== undefined) return body;
  throw errorOf(response, body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Milliseconds before the next attempt; null when there is none. */
function delayBefore(
  error: unknown,
  { transport, attempt, isRepeatable }: { transport: Transport; attempt: number; isRepeatable: boolean },
): number | null {
  if (!(error instanceof ParaphError)) return null;
  // With these statuses nothing was done; with others the request may have been processed.
  const isRefused = [429, 503].includes(error.status) || error.code === 'IDEMPOTENCY_KEY_IN_USE';
  const isUnclear = [502, 504].includes(error.status) || /^(CONNECTION_FAILED|TIMEOUT)$/.test(error.code);
  if (!isRefused && !(isUnclear && isRepeatable)) return null;
  const { retryDelayMs, retryDelayMaxMs } = transport;
  if (error.retryAfterSeconds !== null) {
    const askedMs = error.retryAfterSeconds * 1000;
    return askedMs <= retryDelayMaxMs ? askedMs : null;
  }
  // Jitter, so that many clients do not retry at once after an outage.
  return Math.min(retryDelayMs * 2 ** attempt, retryDelayMaxMs) * (0.5 + Math.random() / 2);
}

function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/** 128 random bits; `randomUUID` is unavailable outside secure contexts. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
