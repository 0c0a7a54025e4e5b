import type { RefusalReason } from '@paraph/domain';
import { inWords } from '../api/refusal-words.ts';

/** `changed`: another person has signed meanwhile; `conflict`: anything else that is no longer so. */
export type SigningErrorKind = 'offline' | 'unknown' | 'changed' | 'conflict' | 'refused' | 'busy' | 'server';

/** Why a call failed. The message comes from the server and is safe to show. */
export class SigningError extends Error {
  readonly kind: SigningErrorKind;
  readonly requestId: string | null;
  /** Which cause of a conflict it is, where the server says. */
  reason: RefusalReason | null = null;
  /** After how long the server asks to be called again. */
  retrySeconds: number | null = null;

  constructor(kind: SigningErrorKind, message: string, requestId: string | null) {
    super(message);
    this.name = 'SigningError';
    this.kind = kind;
    this.requestId = requestId;
  }
}

export async function errorFrom(response: Response): Promise<SigningError> {
  const body: unknown = await response.json().catch(() => null);
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const violations = isRecord(error.violations) ? Object.values(error.violations) : [];
  const [violation] = await inWords(violations.slice(0, 1).filter((text) => typeof text === 'string'));
  const message = violation ?? error.message;
  const requestId =
    typeof error.requestId === 'string' ? error.requestId : response.headers.get('x-request-id');
  const kind = kindOf(response.status, error.code);
  const failure = new SigningError(kind, typeof message === 'string' ? message : '', requestId);
  if (typeof error.reason === 'string') failure.reason = error.reason as RefusalReason;
  return failure;
}

function kindOf(status: number, code: unknown): SigningErrorKind {
  if (status === 401 || status === 403 || status === 404 || status === 410) return 'unknown';
  if (status === 409) return code === 'DOCUMENT_CHANGED' ? 'changed' : 'conflict';
  if (status === 429) return 'busy';
  return status >= 500 ? 'server' : 'refused';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Anything but a `SigningError` is a bug or a broken connection: the person may retry. */
export function toSigningError(cause: unknown): SigningError {
  return cause instanceof SigningError ? cause : new SigningError('server', '', null);
}

/** Whether the server refused because something is no longer as the page has shown it. */
export function isConflict({ kind }: SigningError): boolean {
  return kind === 'conflict' || kind === 'changed';
}
