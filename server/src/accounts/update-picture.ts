import { readFile } from 'node:fs/promises';
import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { forgetFile } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { Tx } from '../platform/database.ts';
import type { AccountPorts } from './account-ports.ts';
import { findUserById, updateUser } from './account-store.ts';
import { cleanPicture } from './picture-bytes.ts';
import { type ProfileView, readProfile } from './read-profiles.ts';

/**
 * Sets the caller's picture, judged by its content.
 *
 * @throws Refusal `VALIDATION_ERROR`, `DOCUMENT_TOO_LARGE`
 */
export async function updatePicture(
  deps: Pick<Deps, 'database' | 'config' | 'clock' | 'blobs'>,
  ports: Pick<AccountPorts, 'insertFile'>,
  { caller, upload }: { caller: Caller; upload: UploadedFile | null },
): Promise<ProfileView> {
  if (upload === null) throw invalid({ picture: 'Send the picture as the file part "picture".' });
  if (upload.size > LIMITS.pictureBytesMax) {
    const mib = LIMITS.pictureBytesMax / 1024 / 1024;
    throw new Refusal('DOCUMENT_TOO_LARGE', `A picture may have at most ${mib} MiB; take a smaller one.`, {
      violations: { picture: `Must have at most ${mib} MiB.` },
    });
  }
  const picture = cleanPicture(await readFile(upload.path));
  if (picture === null) {
    throw invalid({ picture: 'Must be a whole PNG or JPEG of at most 4,096 × 4,096 pixels.' });
  }
  const blob = await deps.blobs.put(picture.bytes);
  return deps.database.transaction().execute(async (tx) => {
    const about = { format: picture.format, now: deps.clock.now() };
    await replacePicture(tx, caller.userId, await ports.insertFile(tx, blob, about));
    return readProfile(tx, deps, caller.userId);
  });
}

/** Takes the caller's picture away. */
export async function deletePicture(
  deps: Pick<Deps, 'database' | 'config'>,
  caller: Caller,
): Promise<ProfileView> {
  return deps.database.transaction().execute(async (tx) => {
    await replacePicture(tx, caller.userId, null);
    return readProfile(tx, deps, caller.userId);
  });
}

async function replacePicture(tx: Tx, userId: number, fileId: number | null): Promise<void> {
  const before = await findUserById(tx, userId);
  await updateUser(tx, userId, { picture_file_id: fileId });
  if (before?.picture_file_id) await forgetFile(tx, before.picture_file_id);
}
