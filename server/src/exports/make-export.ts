import { conflict, type ExportContent, invalid, LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { countHit } from '../http/rate-limit.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { findMatchingIds, type WorkflowQuery } from '../workflows/reading/list-workflows.ts';
import { unknownWorkflow } from '../workflows/reading/read-workflow.ts';
import { getWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { countOpenExports, insertExport } from './export-store.ts';

interface NewExport {
  workspaceId: number;
  ids?: readonly number[] | undefined;
  filter?: Omit<WorkflowQuery, 'isOfSeals' | 'workspaceId'> | undefined;
  contents?: readonly ExportContent[] | undefined;
}

type ExportDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

export const writeKey = (id: number) => `write-export ${id}`;

/**
 * Asks for an archive of workflows, named or found by the filters of the list, as they are now. A job writes it.
 *
 * @throws Refusal `VALIDATION_ERROR` where they are none or too many, `WORKFLOW_NOT_FOUND` for one that the caller may
 *   not see, `WORKFLOW_STATUS_CONFLICT` where too many exports of the workspace have not ended
 */
export async function makeExport(
  deps: ExportDeps,
  caller: Caller,
  { workspaceId, ids, filter, contents = ['documents', 'certificates'] }: NewExport,
): Promise<number> {
  const { organizationId } = await getWorkspaceAccess(deps.database, caller, workspaceId);
  if ((ids === undefined) === (filter === undefined))
    throw invalid({ ids: 'Name the workflows by ids, or by filter.' });
  const chosen = await findMatchingIds(deps, caller, {
    ...{ ...filter, workspaceId },
    ids: ids ? [...new Set(ids)] : null,
    most: LIMITS.exportWorkflowsMax + 1,
  });
  if (ids && chosen.length < new Set(ids).size) throw unknownWorkflow();
  if (chosen.length === 0) throw invalid({ filter: 'Finds no workflow; widen it.' });
  if (chosen.length > LIMITS.exportWorkflowsMax)
    throw invalid({
      filter: `Finds more than ${LIMITS.exportWorkflowsMax} workflows; narrow it, or export them in parts.`,
    });
  await countHit(deps, 'listExport', String(caller.userId));
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    if ((await countOpenExports(tx, workspaceId)) >= LIMITS.exportsMax)
      throw conflict(
        `This workspace has ${LIMITS.exportsMax} exports that have not ended; wait for one, or cancel it.`,
      );
    const distinct = [...new Set(contents)];
    const row = {
      ...{ organization_id: organizationId, workspace_id: workspaceId, creator_id: caller.userId },
      ...{ reach_organization_id: caller.organizationId, state: 'waiting' as const, contents: distinct },
      ...{ workflows: chosen.length, created_at: now },
    };
    const id = await insertExport(tx, row, chosen);
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, now, name: 'workspace.files_exported' },
      detail: { workspaceId, exportId: id, workflows: chosen.length, contents: distinct.join(', ') },
    });
    await enqueue(tx, { name: 'write-export', id, key: writeKey(id) });
    return id;
  });
}
