import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { findUserById } from './account-store.ts';
import { needsSetUp } from './set-up.ts';

/** What the account pages may offer to whoever looks at them. */
export async function readAccountStatus(deps: Pick<Deps, 'database' | 'config'>, caller: Caller | null) {
  const setUpNeeded = await needsSetUp(deps);
  return {
    setUpNeeded,
    signUpAllowed: deps.config.signUp === 'open' && !setUpNeeded,
    signedIn: caller !== null,
    instanceOwner: caller !== null && (await isInstanceOwner(deps.database, caller.userId)),
    mailKept: deps.config.smtpUrl === null,
    version: deps.config.version,
  };
}

/** Whether this user looks after the instance itself. */
export async function isInstanceOwner(reads: Reads, userId: number): Promise<boolean> {
  return (await findUserById(reads, userId))?.instance_owner ?? false;
}
