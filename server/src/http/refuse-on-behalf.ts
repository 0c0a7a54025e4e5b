import { Refusal } from '@paraph/domain';
import type { Caller } from './caller.ts';

/**
 * What was sent to a person at their own address is theirs alone: no key that somebody else made to act as them gets
 * their signing links, or what they signed in other organizations.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export function refuseOnBehalf({ onBehalf }: Pick<Caller, 'onBehalf'>): void {
  if (!onBehalf) return;
  throw new Refusal(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    'An API key made by somebody else sends in this member’s name and never signs; use a key of their own.',
  );
}
