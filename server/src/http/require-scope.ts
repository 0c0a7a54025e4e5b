import { includesScope, Refusal, type Scope } from '@paraph/domain';
import type { Caller } from './caller.ts';

/**
 * Requires a scope of a program: that of the call itself, and where a use case reads of one kind to write of another,
 * the second one (interface.md §2.2).
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` naming the scope
 */
export function requireScope(caller: Pick<Caller, 'kind' | 'scopes'>, scope: Scope): void {
  if (caller.scopes === 'all' || includesScope(caller.scopes, scope)) return;
  throw new Refusal(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    caller.kind === 'key'
      ? `The API key lacks the scope ${scope}; make a key that has it.`
      : `The access token lacks the scope ${scope}; ask the user to allow it.`,
  );
}
