import type { Profile } from '@paraph/contract';
import type { Static } from 'typebox';
import type { FileFacts } from '../files/read-file-facts.ts';
import type { StoredUser } from './account-store.ts';

export type ProfileView = Static<typeof Profile>;
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

/** An account without a picture still has the object: clients in use read `picture.format` (interface.md §3). */
export function viewPicture({ id, picture }: UserWithPicture, baseUrl: string): ProfileView['picture'] {
  if (picture === null) return { file: null, thumb: null, format: ' ', size: 0 };
  const url = `${baseUrl}/api/v1/storage/picture/${id}/${picture.blobKey}`;
  return { file: url, thumb: url, format: picture.format, size: picture.size };
}
