import { conflict } from '@paraph/domain';
import { countSending, type Sender } from '../../accounts/sender.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { countStart } from '../../http/organization-quotas.ts';
import { insertRevisions } from '../../revisions/api.ts';
import { formRow } from '../../revisions/prepare-form.ts';
import { requireStartRight } from '../../workspaces/levels.ts';
import type { Who } from '../../workspaces/workspace-access.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { loadWorkflow } from '../store/workflow-reading-store.ts';
import { advanceWorkflow, lockWorkflow, mailedOf } from './advance-workflow.ts';
import { saveMissingSignatures } from './place-fields.ts';
import { withOriginals } from './prepare-forms.ts';
import { type PreparedStart, prepareStart } from './prepare-start.ts';
import { copySlotFields } from './save-slots.ts';

const ATTEMPTS = 3;

export interface DraftStart {
  /** Whose role decides which levels may be asked for. */
  who: Who;
  /** Only `requireSender` makes one, so that no start can do without it. */
  sender: Sender;
  actorIn(tx: Tx): Promise<EventActor>;
  /** Looks at the draft under its lock, before anything is saved; where it throws, nothing is sent. */
  inspect?: ((tx: Tx, record: WorkflowRecord) => Promise<void>) | undefined;
}

/**
 * Starts a draft; the caller has authorized it. Signers without a signature field get one first, so that every signer
 * has one, and every document gets its form. A draft that changed meanwhile is prepared again.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT`, `VALIDATION_ERROR` where options would not be legible,
 *   `DOCUMENT_NOT_ACCEPTED` if a signature has no room or a document cannot have its form
 */
export async function startDraft(
  deps: Deps,
  workflowId: number,
  { who, sender, actorIn, inspect }: DraftStart,
): Promise<WorkflowRecord> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await loadWorkflow(deps.database, workflowId);
    const isDraft = before?.workflow.status === 'not_started';
    const prepared = isDraft ? await prepareUnchanged(deps, before) : null;
    if (prepared === 'changed') continue;
    const started = await deps.database.transaction().execute(async (tx) => {
      const actor = await actorIn(tx);
      if (before && prepared) {
        const record = await lockWorkflow(tx, workflowId);
        if (preparedFrom(record) !== preparedFrom(before)) return null;
        await inspect?.(tx, record);
        await savePrepared(tx, deps, { record, prepared, actor });
      }
      const record = await advanceWorkflow(tx, deps, { workflowId, command: { verb: 'start' }, actor });
      await requireStartRight(tx, who, record.workflow);
      const mails = mailedOf(record);
      await countSending(tx, deps, { sender, envelopes: 1, mails });
      await countStart(tx, deps, { organizationId: record.workflow.organization_id, mails });
      return record;
    });
    if (started) return started;
  }
  throw conflict('This draft was changed in this very moment; start it again.');
}

/** A draft whose documents are deleted or exchanged while they are read fails in many ways; none of them is a fault. */
async function prepareUnchanged(deps: Deps, before: WorkflowRecord): Promise<PreparedStart | 'changed'> {
  try {
    const documents = await withOriginals(deps.database, before.documents);
    return await prepareStart(deps, { ...before, documents });
  } catch (error) {
    const now = await loadWorkflow(deps.database, before.workflow.id);
    if (now && preparedFrom(now) === preparedFrom(before)) throw error;
    return 'changed';
  }
}

async function savePrepared(
  tx: Tx,
  deps: Deps,
  { record, prepared, actor }: { record: WorkflowRecord; prepared: PreparedStart; actor: EventActor },
): Promise<void> {
  const { missing, forms } = prepared;
  if (missing) await saveMissingSignatures(tx, deps, { record, missing, actor });
  const now = deps.clock.now();
  const rows = forms.map(({ documentId, form }) => ({ ...formRow(form, now), document_id: documentId }));
  await insertRevisions(tx, rows);
  await copySlotFields(tx, missing ? await lockWorkflow(tx, record.workflow.id) : record);
}

/** What the missing signatures and the forms were made for. */
function preparedFrom({ workflow, documents, roles, steps, actions, fields }: WorkflowRecord): string {
  return JSON.stringify([
    workflow.status,
    documents.map(({ id, original_file_id: fileId, pages }) => [id, fileId, pages]),
    roles.map(({ id, type }) => [id, type]),
    steps.map(({ id, step_order: order }) => [id, order]),
    actions.map(({ id, role_id: roleId, step_id: stepId, type, choice_group: group, choice_slot: slot }) => {
      return [id, roleId, stepId, type, group, slot];
    }),
    fields.map(({ value, ...field }) => ({ ...field, value: field.read_only ? value : null })),
  ]);
}
