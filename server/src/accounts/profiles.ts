import type { MemberProfile, Profile } from '@paraph/contract';
import {
  assertPresent,
  findNameProblem,
  invalid,
  LIMITS,
  type SigningLanguage,
  type Violations,
} from '@paraph/domain';
import type { Static } from 'typebox';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { isTimeZone } from '../platform/clock.ts';
import { readName } from './account-rules.ts';
import { listProfileRows, type ProfileRow, updateUser } from './account-store.ts';

export type ProfileView = Static<typeof Profile>;
const NO_PICTURE = { file: null, thumb: null, format: ' ', size: 0 } as const;

export async function readProfiles(
  reads: Reads,
  { config }: Pick<Deps, 'config'>,
  userIds: readonly number[],
): Promise<Map<number, ProfileView>> {
  if (userIds.length === 0) return new Map();
  const rows = await listProfileRows(reads, userIds);
  return new Map(rows.map((row) => [row.id, viewProfileRow(row, config.baseUrl)]));
}

export async function readProfile(reads: Reads, deps: Pick<Deps, 'config'>, userId: number) {
  return assertPresent((await readProfiles(reads, deps, [userId])).get(userId), `user ${userId}`);
}

export function viewProfileRow(row: ProfileRow, baseUrl: string): ProfileView {
  const { id, email, name, first_name: firstName, last_name: lastName, country } = row;
  return { id, email, name, firstName, lastName, country, picture: viewPictureRow(row, baseUrl) };
}

/** An account without a picture still has the object: clients in use read `picture.format` (interface.md §3). */
export function viewPictureRow(
  { id, picture }: Pick<ProfileRow, 'id' | 'picture'>,
  baseUrl: string,
): ProfileView['picture'] {
  if (picture === null) return { ...NO_PICTURE };
  const url = `${baseUrl}/api/v1/storage/picture/${id}/${picture.blob_key}`;
  return { file: url, thumb: url, format: picture.format, size: picture.size };
}

/** Of a member who was invited and has no account yet (interface.md §3). */
export function emptyProfile(email: string): Static<typeof MemberProfile> {
  const unknown = { id: null, name: null, firstName: null, lastName: null, country: null };
  return { ...unknown, email, picture: { ...NO_PICTURE } };
}

interface ProfileChange {
  name: string;
  firstName?: string | null;
  lastName?: string | null;
  country?: string | null;
  /** Of the app and of mails to this person, and of the certificates of what they send. */
  language?: SigningLanguage | null;
  timeZone?: string | null;
  colorScheme?: 'light' | 'dark' | null;
}

export async function updateProfile(
  deps: Pick<Deps, 'database' | 'config'>,
  caller: Caller,
  change: ProfileChange,
): Promise<ProfileView> {
  const violations: Violations = {};
  const name = readName(change.name, 'name', violations);
  const readNameField = (field: 'firstName' | 'lastName') => {
    const text = change[field]?.trim() ?? '';
    const problem = findNameProblem(text);
    if (problem !== null) violations[field] = problem;
    else if ([...text].length > LIMITS.nameCharactersMax) {
      violations[field] = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
    }
    return text === '' ? null : text;
  };
  if (change.country && !/^[A-Z]{2}$/.test(change.country)) {
    violations.country = 'Must be a country of ISO 3166-1 in two letters, such as FR.';
  }
  if (change.timeZone && !isTimeZone(change.timeZone)) {
    violations.timeZone = 'Must be a time zone, such as Europe/Paris.';
  }
  const set = {
    name,
    ...(change.firstName === undefined ? {} : { first_name: readNameField('firstName') }),
    ...(change.lastName === undefined ? {} : { last_name: readNameField('lastName') }),
    ...(change.country === undefined ? {} : { country: change.country || null }),
    ...(change.language === undefined ? {} : { language: change.language }),
    ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone || null }),
    ...(change.colorScheme === undefined ? {} : { color_scheme: change.colorScheme }),
  };
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return deps.database.transaction().execute(async (tx) => {
    await updateUser(tx, caller.userId, set);
    return readProfile(tx, deps, caller.userId);
  });
}
