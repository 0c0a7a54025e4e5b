import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { FileFacts } from '../files/read-file-facts.ts';
import { listUsers } from './account-store.ts';
import { withPictures } from './read-profiles.ts';

/**
 * Which blob a picture's address stands for. The key in it is known only to those who were shown the profile.
 *
 * @throws Refusal `NOT_FOUND`
 */
export async function readPicture(
  deps: Pick<Deps, 'database'>,
  { userId, key }: { userId: number; key: string },
): Promise<FileFacts> {
  const [user] = await withPictures(deps.database, await listUsers(deps.database, { ids: [userId] }));
  if (user?.picture?.blobKey !== key) throw new Refusal('NOT_FOUND', 'There is no such picture.');
  return user.picture;
}
