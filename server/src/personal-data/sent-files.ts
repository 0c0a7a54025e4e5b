import { mayWorkflow } from '@paraph/domain';
import { listActs } from '../audit/api.ts';
import { readSlices } from '../database/slices.ts';
import type { Caller } from '../http/caller.ts';
import { listMailsTo } from '../mail/api.ts';
import { listSentIds, RECORD, readWorkflows } from '../workflows/api.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { viewEnvelopes } from '../workflows/reading/view-workflows.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { viewMail } from './account-file.ts';
import { type ArchiveDeps, documentFiles, type Entries, jsonFile } from './archive-files.ts';

const SLICE = 20;

/**
 * Each workflow that the person sent, with its documents. Of those of organizations that they have left, and of
 * workspaces in which they may see nothing any more, only what they named it and when.
 */
export async function* sentFiles(deps: ArchiveDeps, caller: Caller, email: string): Entries {
  const places = await listWorkspaceAccess(deps.database, caller);
  const maySee = ({ workflow }: WorkflowRecord) =>
    places.some(
      (access) =>
        access.workspaceId === workflow.workspace_id &&
        mayWorkflow(access, 'view', { creatorId: workflow.creator_id }),
    );
  const listSent = readSlices(
    SLICE,
    (slice) => listSentIds(deps.database, { creatorId: caller.userId, ...slice }),
    (id) => id,
  );
  for await (const ids of listSent) {
    const records = await readWorkflows(deps.database, ids, RECORD);
    const seen = records.filter(maySee).map(({ workflow }) => workflow.id);
    const views = await viewEnvelopes(deps.database, deps, seen);
    const mails = Map.groupBy(
      await listMailsTo(deps.database, email, ids),
      ({ workflow_id: workflowId }) => workflowId,
    );
    const acts = Map.groupBy(
      await listActs(deps.database, ids, { userId: caller.userId }),
      ({ workflowId }) => workflowId,
    );
    for (const record of records) {
      const { id, envelope_id: envelopeId } = record.workflow;
      const folder = `sent/${id}`;
      const envelope = views.find((view) => view.id === envelopeId) ?? outlineOf(record);
      const about = { envelope, acts: acts.get(id) ?? [], mails: (mails.get(id) ?? []).map(viewMail) };
      yield jsonFile(deps, `${folder}/envelope.json`, about);
      if (maySee(record)) yield* documentFiles(deps, folder, record);
    }
  }
}

function outlineOf({ workflow }: WorkflowRecord) {
  return {
    id: workflow.envelope_id,
    name: workflow.name,
    status: workflow.status,
    senderName: workflow.sender_name,
    createdAt: workflow.created_at,
    startedAt: workflow.started_at,
    endedAt: workflow.ended_at,
  };
}
