import type { ErrorCode } from './shapes.ts';

/** Error codes of the SDK itself, without a response of the interface. */
export type LocalCode = 'CONNECTION_FAILED' | 'TIMEOUT' | 'UNEXPECTED_ANSWER';

export interface ErrorDetails {
  /** Error code of the interface or of the SDK; a newer server may have more. */
  code: ErrorCode | LocalCode | (string & {});
  /** HTTP status; 0 without a response. */
  status: number;
  /** Problems by parameter in bracket notation (`steps[0][recipients][1][email]`). */
  violations?: Record<string, string>;
  /** Identifies the request in the server's log. */
  requestId?: string;
  retryAfterSeconds?: number;
  /** Scope that the token or key lacks (RFC 6750 §3.1). */
  missingScope?: string;
  cause?: unknown;
}

/**
 * Every error of a call, except the reason of its own `AbortSignal`.
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
  readonly missingScope: string | null;

  constructor(message: string, details: ErrorDetails) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.violations = details.violations ?? {};
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.missingScope = details.missingScope ?? null;
  }
}

/** 400: `violations` lists every invalid parameter. */
export class ValidationError extends ParaphError {
  override name = 'ValidationError';
}

/** 401: the token or key is missing, expired or unknown. */
export class AuthenticationError extends ParaphError {
  override name = 'AuthenticationError';
}

/** 403: not permitted; `missingScope` names a scope that the token or key lacks. */
export class PermissionError extends ParaphError {
  override name = 'PermissionError';
}

/** 404: does not exist or is not visible to the caller. */
export class NotFoundError extends ParaphError {
  override name = 'NotFoundError';
}

/** 409: the present status does not permit this. */
export class ConflictError extends ParaphError {
  override name = 'ConflictError';
}

/** 413, 415, 422: the document is too large, of an unsupported type, or unusable. */
export class DocumentError extends ParaphError {
  override name = 'DocumentError';
}

/** 429 after all retries: try again after `retryAfterSeconds`. */
export class RateLimitError extends ParaphError {
  override name = 'RateLimitError';
}

/** 5xx after all retries. */
export class ServerError extends ParaphError {
  override name = 'ServerError';
}

/** No response, or not of this interface: `CONNECTION_FAILED`, `TIMEOUT` or `UNEXPECTED_ANSWER`. */
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

/**
 * Creates the error for a response; `body`: parsed JSON, or undefined. `status`: of an error that a successful response
 * carries.
 */
export function errorOf(response: Response, body: unknown, status = response.status): ParaphError {
  const { headers } = response;
  const given = (body as { error?: { code?: string; message?: string; violations?: object } } | undefined)
    ?.error;
  const requestId = headers.get('x-request-id');
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
  const missingScope = readMissingScope(headers.get('www-authenticate'));
  const details = {
    status,
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(missingScope === null ? {} : { missingScope }),
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

/** Parses the scope of WWW-Authenticate (RFC 6750 §3.1). */
function readMissingScope(value: string | null): string | null {
  if (!value?.includes('error="insufficient_scope"')) return null;
  return /\bscope="([^"]+)"/.exec(value)?.[1] ?? null;
}

/** Parses Retry-After: seconds or a date (RFC 9110 §10.2.3). */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}
