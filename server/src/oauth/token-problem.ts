import { Refusal, type RefusalCode } from '@paraph/domain';

/** RFC 6749 §5.2 word → this interface's code for the same error (interface.md §2.1). */
const CODES = {
  invalid_request: 'VALIDATION_ERROR',
  invalid_client: 'INVALID_CLIENT',
  invalid_grant: 'INVALID_GRANT',
  invalid_scope: 'VALIDATION_ERROR',
  unsupported_grant_type: 'VALIDATION_ERROR',
} as const satisfies Record<string, RefusalCode>;
export type TokenError = keyof typeof CODES;

/** What is wrong at a token endpoint, in the words of the standard and in ours. */
export class TokenProblem extends Refusal {
  readonly error: TokenError;

  constructor(error: TokenError, message: string) {
    super(CODES[error], message);
    this.name = 'TokenProblem';
    this.error = error;
  }
}
