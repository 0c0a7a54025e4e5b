import { conflict, forbidden, isExportOpen } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { serveParts } from '../files/serve-parts.ts';
import type { RawResponse } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { visibleIn } from '../workflows/reading/list-workflows.ts';
import { countUnseen, listPartFiles, type StoredExport } from './export-store.ts';
import { stateOf } from './export-view.ts';
import { type ExportAddress, getExport } from './read-exports.ts';

/**
 * The archive, whole or a range of it, to who asked for it, as long as they may see every workflow in it.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` while there is none or after its day, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 *   where the caller may not see all of it any more; StoredFileFault
 */
export async function downloadExport(
  deps: FileDeps & Pick<Deps, 'clock'>,
  caller: Caller,
  { request, ...address }: ExportAddress & { request: FastifyRequest },
): Promise<RawResponse> {
  const { job, access } = await getExport(deps, caller, address);
  requireDone(deps, job);
  const unseen = await countUnseen(deps.database, job.id, visibleIn(access));
  if (unseen > 0)
    throw forbidden(
      `${unseen} of its workflows are not for you to see any more: your role has changed, or they were moved. Export again.`,
    );
  const parts = await listPartFiles(deps.database, job.id);
  const facts = await readFileFacts(
    deps.database,
    parts.map(({ fileId }) => fileId),
  );
  const files = parts.flatMap(({ fileId }) => facts.get(fileId) ?? []);
  // It was taken away in between.
  if (files.length < parts.length || files.length === 0) throw gone();
  const range = request.headers.range;
  const { organizationId } = access;
  // A download that is continued is the same one.
  if (request.method === 'GET' && (range === undefined || /^bytes=0-/.test(range)))
    await deps.database.transaction().execute((tx) =>
      recordOrganizationEvent(tx, {
        ...{ organizationId, actorId: caller.userId, now: deps.clock.now() },
        name: 'workspace.export_downloaded',
        detail: { workspaceId: job.workspace_id, exportId: job.id },
      }),
    );
  const day = job.created_at.toISOString().slice(0, 10);
  return serveParts(deps, request, { files, fileName: `paraph-export-${day}-${job.id}.zip` });
}

function requireDone({ clock }: Pick<Deps, 'clock'>, job: StoredExport): void {
  const state = stateOf(job, clock.now());
  if (state === 'done') return;
  if (isExportOpen(state))
    throw conflict('The archive is still being written; wait until the export is done.');
  throw state === 'expired'
    ? gone()
    : conflict(`This export has ${state === 'failed' ? 'failed' : 'been canceled'}; there is no archive.`);
}

function gone() {
  return conflict('The archive is gone: it stays for a day. Export again.');
}
