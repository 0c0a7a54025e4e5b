import { conflict, invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import type { ServedFile } from '../files/serve-file.ts';
import { insertFile, storeUpload } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { toSeconds } from '../platform/clock.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import {
  deleteUnfinished,
  deleteUnfinishedFiles,
  findUnfinished,
  insertUnfinishedFile,
  listUnfinishedFiles,
  lockUnfinished,
  type StoredUnfinished,
  saveUnfinished,
} from './unfinished-store.ts';

type UnfinishedDeps = Pick<Deps, 'blobs' | 'clock' | 'config' | 'database' | 'log'>;

/** What the caller has not finished; version 0 where there is nothing. */
export async function readUnfinishedDocument({ database }: Pick<Deps, 'database'>, { userId }: Caller) {
  const stored = await findUnfinished(database, userId);
  if (!stored || stored.version === 0) {
    return { version: 0, workspaceId: null, content: '', files: [], savedDate: null };
  }
  const rows = await listUnfinishedFiles(database, userId);
  const facts = await readFileFacts(
    database,
    rows.map(({ fileId }) => fileId),
  );
  return {
    version: stored.version,
    workspaceId: stored.workspace_id,
    content: stored.content,
    files: rows.map(({ id, fileId, name }) => ({ id, name, size: facts.get(fileId)?.size ?? 0 })),
    savedDate: toSeconds(stored.saved_at),
  };
}

/**
 * Saves what was entered since a version. Files that are not named are deleted.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` if it was saved elsewhere since that version
 */
export async function saveUnfinishedDocument(
  deps: UnfinishedDeps,
  caller: Caller,
  { version, workspaceId, content, files }: Save,
): Promise<{ version: number; savedDate: number }> {
  requirePermission(await getWorkspaceAccess(deps.database, caller, workspaceId), 'create_workflow');
  const now = deps.clock.now();
  const { userId } = caller;
  const { saved, unnamed } = await deps.database.transaction().execute(async (tx) => {
    requireVersion(await lockUnfinished(tx, { userId, now }), version);
    const known = new Set((await listUnfinishedFiles(tx, userId)).map(({ id }) => id));
    const unknown = files.findIndex((id) => !known.has(id));
    if (unknown >= 0)
      throw invalid({ [`files[${unknown}]`]: 'Is no file of this document; upload it again.' });
    const removed = await deleteUnfinishedFiles(tx, { userId, except: files });
    const row = { user_id: userId, workspace_id: workspaceId, version: version + 1, content, saved_at: now };
    await saveUnfinished(tx, row);
    return { saved: row.version, unnamed: await deleteFiles(tx, removed) };
  });
  await removeBlobs(deps, unnamed);
  return { version: saved, savedDate: toSeconds(now) };
}

interface Save {
  version: number;
  workspaceId: number;
  content: string;
  files: readonly number[];
}

/** Twice as many as a workflow has: a file that was exchanged goes with the next save. */
const FILES_MAX = 2 * LIMITS.workflowDocumentsMax;
const BYTES_MAX = 2 * LIMITS.workflowBytesMax;

/** Stores a file, which the next save must name. It is examined when the document is sent. */
export async function addUnfinishedFile(
  deps: UnfinishedDeps,
  { userId }: Caller,
  upload: UploadedFile | null,
): Promise<{ id: number; name: string; size: number }> {
  if (!upload) throw invalid({ document: 'Attach a file.' });
  const { fileName: name, size } = upload;
  const blob = await storeUpload(deps, upload);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    await lockUnfinished(tx, { userId, now });
    const rows = await listUnfinishedFiles(tx, userId);
    const facts = await readFileFacts(
      tx,
      rows.map(({ fileId }) => fileId),
    );
    const bytes = [...facts.values()].reduce((sum, file) => sum + file.size, size);
    if (rows.length >= FILES_MAX || bytes > BYTES_MAX)
      throw invalid({ document: 'There are too many or too large files; remove some first.' });
    const fileId = await insertFile(tx, blob, { format: 'pdf', now });
    return { id: await insertUnfinishedFile(tx, { userId, fileId, name }), name, size };
  });
}

/** A file of the caller's own unfinished document. */
export async function readUnfinishedFile(
  { database }: Pick<Deps, 'database'>,
  { userId }: Caller,
  id: number,
): Promise<ServedFile> {
  const row = (await listUnfinishedFiles(database, userId)).find((each) => each.id === id);
  const file = row && (await readFileFacts(database, [row.fileId])).get(row.fileId);
  if (!row || !file) throw new Refusal('NOT_FOUND', 'There is no such file in your unfinished document.');
  return { file, fileName: row.name, disposition: 'attachment' };
}

/** Deletes it once it is sent, started anew or emptied. @throws Refusal `WORKFLOW_STATUS_CONFLICT`, as a save does */
export async function deleteUnfinishedDocument(
  deps: UnfinishedDeps,
  { userId }: Caller,
  version: number,
): Promise<void> {
  const now = deps.clock.now();
  const unnamed = await deps.database.transaction().execute(async (tx) => {
    requireVersion(await lockUnfinished(tx, { userId, now }), version);
    return deleteFiles(tx, await deleteUnfinished(tx, userId));
  });
  await removeBlobs(deps, unnamed);
}

function requireVersion(stored: StoredUnfinished, version: number): void {
  if (stored.version === version) return;
  throw conflict('This document was changed in another window or on another device; read it again.');
}
