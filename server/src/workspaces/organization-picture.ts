import { Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import { examinePictureUpload } from '../files/examine-picture.ts';
import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import { insertFile, storeBytes } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { findStampPicture } from './api.ts';
import { lockOrganization } from './member-store.ts';
import { type OrganizationChoice, requireAdministrator, requireMembership } from './organization-access.ts';
import { updateOrganization } from './workspace-store.ts';

/** Sets the picture that the stamps of an organization show in documents that start from now on. */
export async function updateOrganizationPicture(
  deps: Pick<Deps, 'blobs' | 'clock' | 'database' | 'intake' | 'log'>,
  caller: Caller,
  { organizationId, upload }: OrganizationChoice & { upload: UploadedFile | null },
): Promise<void> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  const { format, bytes } = await examinePictureUpload(deps, upload, 'stamp');
  const blob = await storeBytes(deps, bytes);
  const insert = (tx: Tx) => insertFile(tx, blob, { format, now: deps.clock.now() });
  await replacePicture(deps, access.organizationId, insert);
}

/** Removes the picture: stamps show their text again. A no-op without one. */
export async function deleteOrganizationPicture(
  deps: Pick<Deps, 'blobs' | 'database' | 'log'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<void> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  await replacePicture(deps, access.organizationId, async () => null);
}

/** @throws Refusal `NOT_FOUND`, also where the organization has no picture */
export async function readOrganizationPicture(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<FileFacts> {
  const access = await requireMembership(database, caller, organizationId);
  const fileId = await findStampPicture(database, access.organizationId);
  const file = fileId === null ? undefined : (await readFileFacts(database, [fileId])).get(fileId);
  if (!file) throw new Refusal('NOT_FOUND', 'This organization has no picture.');
  return file;
}

async function replacePicture(
  deps: Pick<Deps, 'blobs' | 'database' | 'log'>,
  organizationId: number,
  insert: (tx: Tx) => Promise<number | null>,
): Promise<void> {
  const unnamed = await deps.database.transaction().execute(async (tx) => {
    const fileId = await insert(tx);
    await lockOrganization(tx, organizationId);
    const before = await findStampPicture(tx, organizationId);
    await updateOrganization(tx, organizationId, { picture_file_id: fileId });
    return deleteFiles(tx, before === null ? [] : [before]);
  });
  await removeBlobs(deps, unnamed);
}
