import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { getWorkspaceAccess, type WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { endExport } from './end-exports.ts';
import { findExport, listExportRows, type StoredExport } from './export-store.ts';

export interface ExportAddress {
  workspaceId: number;
  exportId: number;
}

/** An export is for who asked for it alone. @throws Refusal `NOT_FOUND`, `WORKSPACE_NOT_FOUND` */
export async function getExport(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, exportId }: ExportAddress,
): Promise<{ job: StoredExport; access: WorkspaceAccess }> {
  const access = await getWorkspaceAccess(database, caller, workspaceId);
  const job = await findExport(database, exportId);
  if (job?.workspace_id !== workspaceId || job.creator_id !== caller.userId)
    throw new Refusal('NOT_FOUND', 'There is no such export of yours in this workspace.');
  return { job, access };
}

/** The caller's exports of a workspace, newest first. */
export async function listExports(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, ...page }: PageRequest & { workspaceId: number },
): Promise<PageOf<StoredExport>> {
  await getWorkspaceAccess(database, caller, workspaceId);
  return listExportRows(database, { ...page, workspaceId, creatorId: caller.userId });
}

/** Ends an export; of one that is done its archive goes. One that has ended otherwise stays as it is. */
export async function cancelExport(
  deps: Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>,
  caller: Caller,
  address: ExportAddress,
): Promise<StoredExport> {
  const { job } = await getExport(deps, caller, address);
  await endExport(deps, job.id, { state: 'canceled', problem: null });
  return (await getExport(deps, caller, address)).job;
}
