import { needsStepUp, type Operation } from '@paraph/contract';
import { LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Caller } from './caller.ts';

/** What a session may call that has to set up a second factor first: that, and to leave. */
const WITHOUT_FACTOR: readonly RegExp[] = [
  /^\/api\/v1\/account\/(second-factor|passkeys|step-up)(\/|$)/,
  /^\/api\/v1\/account\/(sessions|password|address-proof)(\/|$)/,
  /^\/api\/v1\/profile$/,
];

/**
 * What a session has to have shown: API keys and access tokens are no sessions, and are not asked.
 *
 * @throws Refusal `SECOND_FACTOR_SET_UP_REQUIRED` where its account has to set up a second factor first;
 *   `STEP_UP_REQUIRED` where the act asks for a fresh factor
 */
export function guardSession(
  deps: Pick<Deps, 'clock'>,
  operation: Pick<Operation, 'access' | 'method' | 'path'>,
  caller: Caller,
): void {
  if (caller.kind !== 'session') return;
  const { path, access } = operation;
  if (caller.lacksFactor && access !== 'open' && !WITHOUT_FACTOR.some((allowed) => allowed.test(path)))
    throw new Refusal(
      'SECOND_FACTOR_SET_UP_REQUIRED',
      'Your organization asks for a second factor. Set one up under Account → Security; then go on.',
    );
  if (needsStepUp(operation)) requireFreshFactor(deps, caller);
}

/** API keys and access tokens are as fresh as can be: nobody is there to show anything. */
export function hasFreshFactor({ clock }: Pick<Deps, 'clock'>, caller: Caller): boolean {
  const { kind, provenAt } = caller;
  if (kind !== 'session') return true;
  return provenAt !== undefined && clock.now() < addSeconds(provenAt, LIMITS.stepUpSeconds);
}

/** Also for acts that ask for it in some cases alone. */
export function requireFreshFactor(deps: Pick<Deps, 'clock'>, caller: Caller): void {
  if (hasFreshFactor(deps, caller)) return;
  throw new Refusal(
    'STEP_UP_REQUIRED',
    'Show again that it is you: by a code or passkey, or by the password where the account has no second factor.',
  );
}
