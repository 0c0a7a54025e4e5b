import { Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import { examinePictureUpload } from '../files/examine-picture.ts';
import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import { insertFile, storeBytes } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
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
  await replacePicture(deps, { access, caller, name: 'organization.picture_changed' }, insert);
}

/** Removes the picture: stamps show their text again. A no-op without one. */
export async function deleteOrganizationPicture(
  deps: Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<void> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  await replacePicture(deps, { access, caller, name: 'organization.picture_removed' }, async () => null);
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
  deps: Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>,
  act: {
    access: { organizationId: number };
    caller: Caller;
    name: 'organization.picture_changed' | 'organization.picture_removed';
  },
  insert: (tx: Tx) => Promise<number | null>,
): Promise<void> {
  const { access, caller, name } = act;
  const { organizationId } = access;
  const unnamed = await deps.database.transaction().execute(async (tx) => {
    const fileId = await insert(tx);
    await lockOrganization(tx, organizationId);
    const before = await findStampPicture(tx, organizationId);
    await updateOrganization(tx, organizationId, { picture_file_id: fileId });
    const now = deps.clock.now();
    if (fileId !== before)
      await recordOrganizationEvent(tx, { organizationId, actorId: caller.userId, name, now });
    return deleteFiles(tx, before === null ? [] : [before]);
  });
  await removeBlobs(deps, unnamed);
}
