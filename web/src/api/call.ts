import { accessHeaders } from './bearer.ts';
import { randomKey } from './random-key.ts';
import { inWords } from './refusal-words.ts';
import { requestStepUp } from './step-up.ts';

export type ErrorBody = {
  statusCode: number;
  code: string;
  message: string;
  violations?: Record<string, string>;
  requestId?: string;
};

/** An error response of the server, or no response at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  violations: Record<string, string>;
  /** Which of its sentences the page has no words for. */
  english: ReadonlySet<string>;
  readonly requestId: string | null;

  constructor(body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = body.statusCode;
    this.code = body.code;
    this.violations = body.violations ?? {};
    this.english = new Set([this.message, ...Object.values(this.violations)]);
    this.requestId = body.requestId ?? null;
  }

  /** Puts what the server said into the language of the page. */
  async translate(): Promise<this> {
    const paths = Object.keys(this.violations);
    const sent = [this.message, ...Object.values(this.violations)];
    const said = await inWords(sent);
    this.message = said[0] ?? this.message;
    this.violations = Object.fromEntries(paths.map((path, at) => [path, said[at + 1] ?? '']));
    this.english = new Set(said.filter((sentence, at) => sentence === sent[at]));
    return this;
  }
}

/** The message of an API error; empty for any other error. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  form?: FormData;
  signal?: AbortSignal;
  /** A repeated call with the same key returns the first response instead of acting twice. */
  idempotencyKey?: string;
};

/**
 * Calls the API with the session cookie. The caller names the type of the response. An act for which the person has to
 * show a factor again is repeated once they have.
 */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  try {
    return await callOnce<Answer>(path, options);
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'STEP_UP_REQUIRED';
    if (!isAsked || !(await requestStepUp())) throw error;
    return callOnce<Answer>(path, options);
  }
}

async function callOnce<Answer>(path: string, options: CallOptions): Promise<Answer> {
  const response = await fetch(path, requestOf(options)).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  });
  const text = await response.text().catch(() => {
    throw unreachable();
  });
  return answerOf<Answer>(response.status, text, response.headers.get('x-request-id'));
}

/** For an answer that is a file. */
export async function callForFile(path: string, options: Pick<CallOptions, 'signal'>): Promise<Blob> {
  const response = await fetch(path, requestOf(options)).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  });
  if (response.ok) return response.blob();
  return answerOf(response.status, await response.text(), response.headers.get('x-request-id'));
}

export type UploadOptions = {
  form: FormData;
  onProgress: (sentBytes: number, totalBytes: number) => void;
  signal: AbortSignal;
  idempotencyKey?: string;
};

/** Like `call`, with upload progress, which `fetch` cannot report. */
export function upload<Answer>(path: string, options: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Idempotency-Key', options.idempotencyKey ?? randomKey());
    request.upload.onprogress = (event) => options.onProgress(event.loaded, event.total);
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onload = () => {
      const id = request.getResponseHeader('x-request-id');
      answerOf<Answer>(request.status, request.responseText, id).then(resolve, reject);
    };
    options.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(options.form);
  });
}

async function answerOf<Answer>(status: number, text: string, requestId: string | null): Promise<Answer> {
  try {
    return readAnswer<Answer>(status, text, requestId);
  } catch (error) {
    throw error instanceof ApiError ? await error.translate() : error;
  }
}

/** Parses a response. Exported for tests. */
export function readAnswer<Answer>(status: number, text: string, requestId: string | null): Answer {
  const body = parseJson(text);
  if (status >= 200 && status < 300) return body as Answer;
  if (isErrorBody(body))
    throw new ApiError({ requestId: requestId ?? '', ...body.error, statusCode: status });
  throw new ApiError({
    statusCode: status,
    code: 'UNREADABLE_ANSWER',
    message: `The server answered ${status} without saying why.`,
    ...(requestId ? { requestId } : {}),
  });
}

function requestOf(options: CallOptions): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json', ...accessHeaders() };
  if (options.json !== undefined) headers['Content-Type'] = 'application/json';
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const body = options.form ?? (options.json === undefined ? null : JSON.stringify(options.json));
  return {
    method: options.method ?? 'GET',
    credentials: 'same-origin',
    headers,
    body,
    ...(options.signal ? { signal: options.signal } : {}),
  };
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is { error: ErrorBody } {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

function unreachable(): ApiError {
  return new ApiError({
    statusCode: 0,
    code: 'SERVER_UNREACHABLE',
    message:
      'The server cannot be reached. Check your connection, and whether the change was made, before you try again.',
  });
}
