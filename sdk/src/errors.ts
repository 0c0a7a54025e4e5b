import type { ErrorCode } from './shapes.ts';

/** What the SDK itself has to say, where no answer of the interface came. */
export type LocalCode = 'CONNECTION_FAILED' | 'TIMEOUT' | 'UNEXPECTED_ANSWER';

export interface ErrorDetails {
  /** One of the catalogue, or one of ours. A newer server may have more. */
  code: ErrorCode | LocalCode | (string & {});
  /** The HTTP status; 0 where there was no answer. */
  status: number;
  /** Parameter in bracket notation (`steps[0][recipients][1][email]`) to what is wrong with it. */
  violations?: Record<string, string>;
  /** Names the call in the server's log. */
  requestId?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * Whatever a call can fail with, except the reason that its own `AbortSignal` gives.
 *
 * @example
 * try {
 *   await paraph.readEnvelope({ envelopeId });
 * } catch (error) {
 *   if (error instanceof NotFoundError) return null;
 *   throw error;
 * }
 */
export class ParaphError extends Error {
  override name = 'ParaphError';
  readonly code: ErrorDetails['code'];
  readonly status: number;
  readonly violations: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(message: string, details: ErrorDetails) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.violations = details.violations ?? {};
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** 400: `violations` names every parameter that is wrong, all at once. */
export class ValidationError extends ParaphError {
  override name = 'ValidationError';
}

/** 401: the token or key is missing, expired or unknown. */
export class AuthenticationError extends ParaphError {
  override name = 'AuthenticationError';
}

/** 403: the caller may not do this; the message names a missing scope. */
export class PermissionError extends ParaphError {
  override name = 'PermissionError';
}

/** 404: it does not exist, or not for this caller. */
export class NotFoundError extends ParaphError {
  override name = 'NotFoundError';
}

/** 409: its status does not allow this. */
export class ConflictError extends ParaphError {
  override name = 'ConflictError';
}

/** 413, 415, 422: the document is too large, of another kind, or cannot be used. */
export class DocumentError extends ParaphError {
  override name = 'DocumentError';
}

/** 429, after the retries: `retryAfterSeconds` says when there is room again. */
export class RateLimitError extends ParaphError {
  override name = 'RateLimitError';
}

/** 5xx, after the retries. */
export class ServerError extends ParaphError {
  override name = 'ServerError';
}

/** No answer came, or none of this interface: `CONNECTION_FAILED`, `TIMEOUT` or `UNEXPECTED_ANSWER`. */
export class ConnectionError extends ParaphError {
  override name = 'ConnectionError';
}

const CLASSES: Readonly<Record<number, typeof ParaphError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: DocumentError,
  415: DocumentError,
  422: DocumentError,
  429: RateLimitError,
};

/** The error for an answer; `body` as parsed, undefined if it is not JSON. */
export function errorOf(response: Response, body: unknown): ParaphError {
  const { status, headers } = response;
  const given = (body as { error?: { code?: string; message?: string; violations?: object } } | undefined)
    ?.error;
  const requestId = headers.get('x-request-id');
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
  const details = {
    status,
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  };
  const ofStatus = status >= 500 ? ServerError : (CLASSES[status] ?? ParaphError);
  if (typeof given?.code !== 'string') {
    const Kind = status >= 500 || status === 429 ? ofStatus : ConnectionError;
    const message = `${response.url || 'The server'} answered ${status}, and not in the words of Paraph; check baseUrl.`;
    return new Kind(message, { ...details, code: 'UNEXPECTED_ANSWER' });
  }
  const Kind = given.code.startsWith('IDEMPOTENCY_') ? ConflictError : ofStatus;
  return new Kind(given.message ?? given.code, {
    ...details,
    code: given.code,
    violations: { ...given.violations } as Record<string, string>,
  });
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}
