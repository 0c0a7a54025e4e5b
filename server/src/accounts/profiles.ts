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
import { type FileFacts, factsOfJson, readFileFacts } from '../files/read-file-facts.ts';
import type { Caller } from '../http/caller.ts';
import { readName } from './account-rules.ts';
import { listUsers, type PictureRow, type ProfileRow, type StoredUser, updateUser } from './account-store.ts';

export async function readProfiles(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  userIds: readonly number[],
): Promise<Map<number, ProfileView>> {
  if (userIds.length === 0) return new Map();
  const users = await withPictures(reads, await listUsers(reads, userIds));
  return new Map(users.map((user) => [user.id, viewProfile(user, deps.config.baseUrl)]));
}

/** One profile that must exist: the caller's own. */
export async function readProfile(reads: Reads, deps: Pick<Deps, 'config'>, userId: number) {
  return assertPresent((await readProfiles(reads, deps, [userId])).get(userId), `user ${userId}`);
}

/** The same users, each with what is known of the file that is their picture. */
export async function withPictures(
  reads: Reads,
  users: readonly StoredUser[],
): Promise<(StoredUser & UserWithPicture)[]> {
  const ids = users.map((user) => user.picture_file_id).filter((id) => id !== null);
  const files = await readFileFacts(reads, ids);
  return users.map((user) => ({
    ...user,
    picture: user.picture_file_id === null ? null : (files.get(user.picture_file_id) ?? null),
  }));
}

export type ProfileView = Static<typeof Profile>;
const NO_PICTURE = { file: null, thumb: null, format: ' ', size: 0 } as const;

type UserWithPicture = Omit<ProfileRow, 'picture'> & { picture: FileFacts | null };

/** A profile that a statement with `profilesAmong` returned. */
export function viewProfileRow(row: ProfileRow, baseUrl: string): ProfileView {
  return viewProfile({ ...row, picture: row.picture && factsOfJson(row.picture) }, baseUrl);
}

/** The picture of a user whom a statement with `pictureOfAddress` returned. */
export function viewPictureRow({ id, picture }: PictureRow, baseUrl: string): ProfileView['picture'] {
  return viewPicture({ id, picture: picture && factsOfJson(picture) }, baseUrl);
}

function viewProfile(user: UserWithPicture, baseUrl: string): ProfileView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    firstName: user.first_name,
    lastName: user.last_name,
    country: user.country,
    picture: viewPicture(user, baseUrl),
  };
}

/** Of a member who was invited and has no account yet (interface.md §3). */
export function emptyProfile(email: string): Static<typeof MemberProfile> {
  const unknown = { id: null, name: null, firstName: null, lastName: null, country: null };
  return { ...unknown, email, picture: { ...NO_PICTURE } };
}

/** An account without a picture still has the object: clients in use read `picture.format` (interface.md §3). */
function viewPicture(
  { id, picture }: Pick<UserWithPicture, 'id' | 'picture'>,
  baseUrl: string,
): ProfileView['picture'] {
  if (picture === null) return { ...NO_PICTURE };
  const url = `${baseUrl}/api/v1/storage/picture/${id}/${picture.blobKey}`;
  return { file: url, thumb: url, format: picture.format, size: picture.size };
}

interface ProfileChange {
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
  const set = {
    name,
    ...(change.firstName === undefined ? {} : { first_name: readNameField('firstName') }),
    ...(change.lastName === undefined ? {} : { last_name: readNameField('lastName') }),
    ...(change.country === undefined ? {} : { country: change.country || null }),
    ...(change.language === undefined ? {} : { language: change.language }),
  };
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return deps.database.transaction().execute(async (tx) => {
    await updateUser(tx, caller.userId, set);
    return readProfile(tx, deps, caller.userId);
  });
}
