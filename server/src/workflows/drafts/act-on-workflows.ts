import type { ActOnWorkflows } from '@paraph/contract';
import { conflict, invalid, isFinal, LIMITS, Refusal, type Violations } from '@paraph/domain';
import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { deleteWorkflow, type ReleaseBeside, requireFreshToDelete } from '../lifecycle/delete-workflow.ts';
import { recordChange } from '../lifecycle/record-workflow-events.ts';
import { remindRecipients } from '../lifecycle/remind-recipients.ts';
import { recordExport, viewForExport } from '../reading/export-workflows.ts';
import { findMatchingIds, type WorkflowQuery } from '../reading/list-workflows.ts';
import { authorizeWorkflow, type WorkflowCall } from '../reading/read-workflow.ts';
import { listTagIds, saveFiled } from '../store/workflow-store.ts';
import { tagWorkflow, updateWorkflow } from './update-workflow.ts';

export type ActRequest = Static<typeof ActOnWorkflows>;

/** Executes one item of a bulk call (interface.md §5.3): a refusal becomes an item of the response. */
export async function asBulkItem(identifier: string | number, act: () => Promise<unknown>) {
  try {
    return { identifier, result: true, response: (await act()) ?? null, error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message } = error;
    return { identifier, result: false, response: null, error: { code, message } };
  }
}

type ActDeps = Deps & { releaseBeside: ReleaseBeside };

/**
 * Does the same with each of these workflows, named or found by the filters of the list, one after the other, as its
 * own call does it: with its rights, events and mails. One that is refused stops no other; what was done stays done
 * where the process is killed, and the same call again does what is left.
 *
 * @throws Refusal `VALIDATION_ERROR` where the act lacks what it needs, or the filter finds too many
 */
export async function actOnWorkflows(
  deps: ActDeps,
  caller: Caller,
  { ids, filter, visitor, workspaceId, ...request }: ActRequest & Omit<WorkflowCall, 'workflowId'>,
) {
  const violations: Violations = {};
  if ((ids === undefined) === (filter === undefined))
    violations.ids = 'Name the workflows by ids, or by filter.';
  if (request.act === 'extend' && request.expiryDate === undefined)
    violations.expiryDate = 'The act extend needs it: the new deadline, in seconds since 1970.';
  if ((request.act === 'tag' || request.act === 'untag') && !request.tags?.length)
    violations.tags = `The act ${request.act} needs at least one id of a tag.`;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const named = ids ?? (await findMatching(deps, caller, { ...filter, workspaceId }));
  const calls = [...new Set(named)].map((workflowId) => ({ workspaceId, workflowId, visitor }));
  if (request.act === 'delete') await requireFreshToDelete(deps, caller, calls);
  if (request.act === 'export') await recordExport(deps, caller, { workspaceId, format: 'jsonl' });
  const items = [];
  for (const call of calls)
    items.push(await asBulkItem(call.workflowId, () => actOnOne(deps, caller, { call, request })));
  return items;
}

async function findMatching(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  query: WorkflowQuery,
): Promise<number[]> {
  const ids = await findMatchingIds(deps, caller, { ...query, ids: null, most: LIMITS.actsMax + 1 });
  if (ids.length > LIMITS.actsMax)
    throw invalid({
      filter: `Finds more than ${LIMITS.actsMax} workflows; narrow it, or act on them in parts.`,
    });
  return ids;
}

async function actOnOne(
  deps: ActDeps,
  caller: Caller,
  { call, request }: { call: WorkflowCall; request: Omit<ActRequest, 'filter' | 'ids'> },
): Promise<unknown> {
  const { act, reason, expiryDate, tags = [] } = request;
  switch (act) {
    case 'remind':
      await remindRecipients(deps, caller, { ...call, recipients: null });
      return;
    case 'cancel':
      await changeStatus(deps, caller, { ...call, verb: 'cancel', reason });
      return;
    case 'extend':
      await updateWorkflow(deps, caller, { ...call, request: { expiryDate }, document: null });
      return;
    case 'file':
    case 'unfile':
      return fileAway(deps, caller, { ...call, isFiled: act === 'file' });
    case 'delete':
      return deleteWorkflow(deps, caller, call);
    case 'export':
      return viewForExport(deps, caller, call);
    case 'tag':
    case 'untag': {
      await authorizeWorkflow(deps, { caller, operation: 'view', ...call });
      const before = await listTagIds(deps.database, call.workflowId);
      const others = before.filter((id) => !tags.includes(id));
      await tagWorkflow(deps, caller, { ...call, tags: act === 'tag' ? [...others, ...tags] : others });
      return;
    }
  }
}

/** Files a workflow that has ended away, so that lists need not show it, or puts it back. Nothing else changes. */
async function fileAway(
  deps: Deps,
  caller: Caller,
  { isFiled, visitor, ...address }: WorkflowCall & { isFiled: boolean },
): Promise<void> {
  const { workflowId } = address;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  await deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    if (isFiled === (workflow.filed_at !== null)) return;
    if (isFiled && !isFinal(workflow.status))
      throw conflict(
        `This workflow is ${workflow.status.replaceAll('_', ' ')}: what has not ended cannot be filed away.`,
      );
    await saveFiled(tx, workflowId, isFiled ? deps.clock.now() : null);
    await recordChange(tx, deps, { workflowId, caller, visitor, changed: ['filed'] });
  });
}
