/**
 * The closed catalogue of refusal codes with their HTTP statuses (interface.md §6). A code is part of the interface:
 * its meaning never changes.
 */
export const REFUSALS = {
  VALIDATION_ERROR: 400,
  INVALID_GRANT: 400,
  AUTHENTICATION_REQUIRED: 401,
  INVALID_CLIENT: 401,
  SECOND_FACTOR_REQUIRED: 401,
  UNAUTHORIZED_TO_PERFORM_THIS_ACTION: 403,
  STEP_UP_REQUIRED: 403,
  SECOND_FACTOR_SET_UP_REQUIRED: 403,
  CONNECTION_REQUIRED: 403,
  STORAGE_QUOTA_REACHED: 403,
  ENVELOPE_NOT_FOUND: 404,
  WORKFLOW_NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  WORKSPACE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  WORKFLOW_STATUS_CONFLICT: 409,
  WORKFLOW_HELD: 409,
  DOCUMENT_CHANGED: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  SESSION_ENDED: 410,
  DOCUMENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  DOCUMENT_NOT_ACCEPTED: 422,
  DOCUMENT_TWO_FACED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMIT_REACHED: 429,
  API_KEY_RATE_LIMIT_REACHED: 429,
  QUOTA_REACHED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** Why a signer is refused what their page offered (interface.md §6): each has a sentence of its own there. */
export const REFUSAL_REASONS = [
  'deadline_passed',
  'answers_changed',
  'day_changed',
  'check_too_old',
  'check_used',
  'proof_missing',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Parameter in bracket notation (`steps[0][recipients][1][email]`) to a sentence with the remedy. */
export type Violations = Record<string, string>;

interface RefusalDetails {
  violations?: Violations;
  retryAfterSeconds?: number;
  missingScope?: string;
  reason?: RefusalReason;
}

/**
 * An expected error with a message that is safe to show. Thrown by rules and use cases, caught only by the error
 * handler.
 *
 * @example throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'This workflow is signed; it can no longer be canceled.');
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly violations: Violations | undefined;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The scope that the credential lacks; answered as `WWW-Authenticate: … insufficient_scope` (RFC 6750 §3.1). */
  readonly missingScope: string | undefined;
  readonly reason: RefusalReason | undefined;

  constructor(code: RefusalCode, message: string, more: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.violations = more.violations;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.missingScope = more.missingScope;
    this.reason = more.reason;
  }

  get status(): number {
    return REFUSALS[this.code];
  }
}

/** One refusal that names all problems. */
export function invalid(violations: Violations): Refusal {
  const count = Object.keys(violations).length;
  const message = count === 1 ? 'One parameter is not valid.' : `${count} parameters are not valid.`;
  return new Refusal('VALIDATION_ERROR', message, { violations });
}

/** The caller may not do it; the message says who may, or what it needs. */
export function forbidden(message: string, more: RefusalDetails = {}): Refusal {
  return new Refusal('UNAUTHORIZED_TO_PERFORM_THIS_ACTION', message, more);
}

/** The state of a workflow, mail or signing session does not permit it (any more). */
export function conflict(message: string, reason?: RefusalReason): Refusal {
  return new Refusal('WORKFLOW_STATUS_CONFLICT', message, reason ? { reason } : {});
}

/** The compiler proves that a switch on a union is complete; reaching this is a bug. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
