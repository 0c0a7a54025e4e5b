import { Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import { examinePictureUpload } from '../files/examine-picture.ts';
import { type FileFacts, factsOfJson } from '../files/read-file-facts.ts';
import { insertFile, storeBytes } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { findUserById, listProfileRows, updateUser } from './account-store.ts';
import { type ProfileView, readProfile } from './profiles.ts';

export async function updatePicture(
  deps: Pick<Deps, 'database' | 'config' | 'clock' | 'blobs' | 'intake' | 'log'>,
  { caller, upload }: { caller: Caller; upload: UploadedFile | null },
): Promise<ProfileView> {
  const { format, bytes } = await examinePictureUpload(deps, upload, 'avatar');
  const blob = await storeBytes(deps, bytes);
  return replacePicture(deps, caller, (tx) => insertFile(tx, blob, { format, now: deps.clock.now() }));
}

export async function deletePicture(
  deps: Pick<Deps, 'blobs' | 'database' | 'config' | 'log'>,
  caller: Caller,
): Promise<ProfileView> {
  return replacePicture(deps, caller, async () => null);
}

async function replacePicture(
  deps: Pick<Deps, 'blobs' | 'database' | 'config' | 'log'>,
  { userId }: Caller,
  insert: (tx: Tx) => Promise<number | null>,
): Promise<ProfileView> {
  const { profile, unnamed } = await deps.database.transaction().execute(async (tx) => {
    const fileId = await insert(tx);
    const before = await findUserById(tx, userId);
    await updateUser(tx, userId, { picture_file_id: fileId });
    const unnamed = await deleteFiles(tx, before?.picture_file_id ? [before.picture_file_id] : []);
    return { profile: await readProfile(tx, deps, userId), unnamed };
  });
  await removeBlobs(deps, unnamed);
  return profile;
}

/** The blob of a picture's URL. Only users who were shown the profile know the key in it. */
export async function readPicture(
  deps: Pick<Deps, 'database'>,
  { userId, key }: { userId: number; key: string },
): Promise<FileFacts> {
  const [user] = await listProfileRows(deps.database, [userId]);
  if (user?.picture?.blob_key !== key) throw new Refusal('NOT_FOUND', 'There is no such picture.');
  return factsOfJson(user.picture);
}
