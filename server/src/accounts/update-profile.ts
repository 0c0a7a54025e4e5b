import { findNameProblem, invalid, LIMITS, type SigningLanguage, type Violations } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readName } from './account-rules.ts';
import { updateUser } from './account-store.ts';
import { type ProfileView, readProfile } from './read-profiles.ts';

export interface ProfileChange {
  name: string;
  firstName?: string | null;
  lastName?: string | null;
  country?: string | null;
  /** Of mails to this person, and of the certificates of what they send. */
  language?: SigningLanguage | null;
}

/** Changes the caller's profile; absent properties stay. */
export async function updateProfile(
  deps: Pick<Deps, 'database' | 'config'>,
  caller: Caller,
  change: ProfileChange,
): Promise<ProfileView> {
  const violations: Violations = {};
  const name = readName(change.name, 'name', violations);
  const readPart = (part: 'firstName' | 'lastName') => {
    const text = change[part]?.trim() ?? '';
    const problem = findNameProblem(text);
    if (problem !== null) violations[part] = problem;
    else if ([...text].length > LIMITS.nameCharactersMax) {
      violations[part] = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
    }
    return text === '' ? null : text;
  };
  if (change.country && !/^[A-Z]{2}$/.test(change.country)) {
    violations.country = 'Must be a country of ISO 3166-1 in two letters, such as FR.';
  }
  const set = {
    name,
    ...(change.firstName === undefined ? {} : { first_name: readPart('firstName') }),
    ...(change.lastName === undefined ? {} : { last_name: readPart('lastName') }),
    ...(change.country === undefined ? {} : { country: change.country || null }),
    ...(change.language === undefined ? {} : { language: change.language }),
  };
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return deps.database.transaction().execute(async (tx) => {
    await updateUser(tx, caller.userId, set);
    return readProfile(tx, deps, caller.userId);
  });
}
