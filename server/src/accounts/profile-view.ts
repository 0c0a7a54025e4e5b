import type { MemberProfile, Profile } from '@paraph/contract';
import type { Static } from 'typebox';
import type { FileFacts } from '../files/read-file-facts.ts';
import type { StoredUser } from './account-store.ts';

export type ProfileView = Static<typeof Profile>;
const NO_PICTURE = { file: null, thumb: null, format: ' ', size: 0 } as const;

export type UserWithPicture = StoredUser & { picture: FileFacts | null };

export function viewProfile(user: UserWithPicture, baseUrl: string): ProfileView {
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
export function viewPicture({ id, picture }: UserWithPicture, baseUrl: string): ProfileView['picture'] {
  if (picture === null) return { ...NO_PICTURE };
  const url = `${baseUrl}/api/v1/storage/picture/${id}/${picture.blobKey}`;
  return { file: url, thumb: url, format: picture.format, size: picture.size };
}
