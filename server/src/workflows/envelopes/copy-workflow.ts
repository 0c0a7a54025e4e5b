import {
  assertPresent,
  conflict,
  type Draft,
  type FieldType,
  type FilledPerson,
  isCorrectable,
  LIMITS,
  moveAnchorTag,
  type Refusal,
  type TemplateField,
} from '@paraph/domain';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { FileDeps } from '../../files/check-stored-file.ts';
import { copyAnnexes, type StorableAnnex } from '../../files/ingest-annexes.ts';
import { type DocumentSource, sourceFormatOf } from '../../files/make-pdf.ts';
import { copyStoredFile } from '../../files/store-file.ts';
import type { Caller } from '../../http/caller.ts';
import { toSeconds } from '../../platform/clock.ts';
import { requirePermission, type WorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { withNewSecret } from '../lifecycle/callback.ts';
import { recordWorkflowEvents } from '../lifecycle/record-workflow-events.ts';
import { authorizeWorkflow, unknownWorkflow, type WorkflowCall } from '../reading/read-workflow.ts';
import { slotFields } from '../store/choice-slots.ts';
import { placedFieldOf, type WorkflowRecord } from '../store/workflow-record.ts';
import { choiceOf } from '../store/workflow-store.ts';
import { authorizeNewWorkflow, type PreparedEnvelope } from './create-envelope.ts';
import { createPlannedEnvelope } from './create-planned-envelope.ts';
import type { StorableDocument } from './ingest-document.ts';
import type { PlannedEnvelope } from './plan-rows.ts';

/** The row of a document of a template or workflow. */
type CopiedRow = Pick<
  WorkflowRecord['documents'][number],
  'id' | 'name' | 'pages' | 'contents' | 'original_file_id' | 'source' | 'source_file_id'
>;

/**
 * Copies the files of documents; the sweeper removes copies without a row. `refuse` is the error if the source was
 * deleted concurrently.
 */
export async function copyDocuments(
  deps: FileDeps & Pick<Deps, 'ids'>,
  rows: readonly CopiedRow[],
  refuse: () => Refusal,
): Promise<StorableDocument[]> {
  const copies: StorableDocument[] = [];
  for (const row of rows) {
    const { name, pages, contents } = row;
    const original = await copyStoredFile(deps, row.original_file_id);
    if (!original) throw refuse();
    const source = await copySource(deps, row, refuse);
    copies.push({ name, examined: { ...contents, pages: [...pages], notes: [] }, original, source });
  }
  return copies;
}

async function copySource(
  deps: FileDeps,
  { source, source_file_id: fileId }: CopiedRow,
  refuse: () => Refusal,
): Promise<DocumentSource | null> {
  if (source === null || fileId === null) return null;
  const blob = await copyStoredFile(deps, fileId);
  const format = sourceFormatOf(source.contentType);
  if (!blob || !format) throw refuse();
  return { name: source.name, format, blob };
}

/** What a draft takes over from a workflow or a template. */
interface CopiedDraft extends Pick<Draft, 'name' | 'type' | 'preferences'>, Partial<Pick<Draft, 'metadata'>> {
  secondsToSign: number;
  sender_message: string | null;
  workspace: WorkspaceAccess;
  documents: readonly StorableDocument[];
  annexes: readonly StorableAnnex[];
  /** For the trail. */
  origin: Readonly<Record<string, unknown>>;
}

/** A copy whose people, steps and fields are inserted with its plan. */
export function prepareCopy({ clock }: Pick<Deps, 'clock'>, copied: CopiedDraft): PreparedEnvelope {
  const { name, type, preferences, metadata = {}, workspace, documents, annexes, origin } = copied;
  const { workspaceId } = workspace;
  const expiresAtSeconds = toSeconds(clock.now()) + copied.secondsToSign;
  const sender = { senderName: null, senderMessage: copied.sender_message };
  return {
    draft: { name, type, preferences, expiresAtSeconds, steps: [], metadata, workspaceId, ...sender },
    scheduledStartAt: null,
    workspace,
    documents: documents.map((ingested) => ({ ingested, fields: [] })),
    annexes,
    origin,
  };
}

/** From the ids of the rows to those of their copies. */
export function pairIds(rows: readonly CopiedRow[], copies: readonly number[]): Map<number, number> {
  return new Map(
    rows.map(({ id }, index) => [id, assertPresent(copies[index], `the copy of document ${id}`)]),
  );
}

/**
 * The fields of a workflow as sent, by the ids of its documents and roles. After the start a value may be an answer,
 * and answers are never copied; the values of a draft and of read-only fields are the sender's.
 */
export function copyFields(
  { workflow, fields, actions }: WorkflowRecord,
  isCopied: (type: FieldType) => boolean,
): TemplateField[] {
  const isDraft = workflow.status === 'not_started';
  return slotFields({ fields, actions })
    .map(placedFieldOf)
    .map((field) => {
      const { type, readOnly, value, rules } = field;
      const isOfSender = (isDraft || readOnly) && rules.formula === null;
      return { ...field, value: isOfSender && isCopied(type) ? value : null };
    });
}

/**
 * Creates a draft with the documents, annexes, recipients, steps, fields, message and preferences of a workflow in any
 * status. Answers, signatures, tags and metadata are not copied, nor is the identification that a start chose because
 * the sender named none: the duplicate's start chooses anew.
 */
export async function duplicateWorkflow(
  deps: Deps,
  caller: Caller,
  call: WorkflowCall,
): Promise<WorkflowRecord> {
  return copyWorkflow(deps, caller, {
    call,
    operation: 'view',
    about: (source) => ({
      origin: { duplicateOf: source.workflow.envelope_id },
      fields: copyFields(source, () => true),
    }),
  });
}

/**
 * The same for a workflow that ended without being signed, to be corrected and sent again: with what the sender had
 * filled in, and its metadata. Both trails name the other workflow.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` for one that has not ended, or is signed
 */
export async function correctWorkflow(
  deps: Deps,
  caller: Caller,
  call: WorkflowCall,
): Promise<WorkflowRecord> {
  return copyWorkflow(deps, caller, {
    call,
    operation: 'edit',
    about: (source) => {
      const { status, metadata } = source.workflow;
      if (!isCorrectable(status))
        throw conflict(
          `This workflow is ${status.replaceAll('_', ' ')}. One that was declined or canceled, or has expired, can be corrected and sent again; of others make a duplicate.`,
        );
      return { metadata, origin: { corrects: linkTo(source) }, fields: sentFields(source) };
    },
    alongside: async (tx, { source, record, actor }) => {
      const { workflow } = await lockWorkflow(tx, source.workflow.id);
      const events = [
        { name: 'workflow.corrected' as const, actor, detail: { correctedBy: linkTo(record) } },
      ];
      await recordWorkflowEvents(tx, deps, { workflowId: workflow.id, events });
    },
  });
}

/** As the timeline of another workflow names it. */
function linkTo({ workflow }: WorkflowRecord) {
  return { workspaceId: workflow.workspace_id, workflowId: workflow.id, envelopeId: workflow.envelope_id };
}

/** The fields with what the sender had filled in; of people they are filled anew, who may be others by then. */
function sentFields(record: WorkflowRecord): TemplateField[] {
  return slotFields(record).map((row) => {
    const isOfPerson = !row.read_only && (row.type === 'name' || row.type === 'email');
    const field = placedFieldOf(row);
    return { ...field, value: isOfPerson || field.rules.formula !== null ? null : row.sent_value };
  });
}

interface CopyCommand {
  call: WorkflowCall;
  operation: 'edit' | 'view';
  about(
    source: WorkflowRecord,
  ): Partial<Pick<CopiedDraft, 'metadata'>> & Pick<CopiedDraft, 'origin'> & Pick<PlannedEnvelope, 'fields'>;
  /** What else is done in the transaction that inserts it. */
  alongside?: (
    tx: Tx,
    copy: { source: WorkflowRecord; record: WorkflowRecord; actor: EventActor },
  ) => Promise<void>;
}

async function copyWorkflow(
  deps: Deps,
  caller: Caller,
  { call: { visitor, ...address }, operation, about, alongside }: CopyCommand,
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation, ...address });
  const workspace = await authorizeNewWorkflow(deps, caller, address);
  requirePermission(workspace, 'create_workflow_out_of_workflow');
  // Under its lock, so that its people, fields and documents belong together.
  const source = await deps.database.transaction().execute((tx) => lockWorkflow(tx, address.workflowId));
  const { fields, metadata = {}, origin } = about(source);
  const documents = await copyDocuments(deps, source.documents, unknownWorkflow);
  const annexes = await copyAnnexes(deps, source.annexes, unknownWorkflow);
  const { workflow } = source;
  // As much time as the original had, within what may be set now.
  const span = toSeconds(workflow.expires_at) - toSeconds(workflow.created_at);
  const secondsToSign = Math.min(LIMITS.expirySecondsMax, Math.max(deps.config.expirySecondsMin, span));
  const preferences = withNewSecret(deps, workflow.preferences);
  const taken = { preferences, metadata, documents, annexes, origin };
  const copied = { ...workflow, ...taken, secondsToSign, workspace };
  const prepared = prepareCopy(deps, copied);
  const planned = { ...planOf(source), fields };
  const creation = { prepared, planned, caller, visitor, sender: null };
  if (!alongside) return createPlannedEnvelope(deps, creation);
  return createPlannedEnvelope(deps, {
    ...creation,
    alongside: (tx, created) => alongside(tx, { source, ...created }),
  });
}

function planOf(source: WorkflowRecord): Omit<PlannedEnvelope, 'fields'> {
  const { recipients, roles, steps, actions, documents, followers } = source;
  const keys = new Map(recipients.map(({ id, email_key: key }) => [id, key]));
  return {
    followers: followers.map((row) => ({
      name: row.name,
      email: row.email,
      emailKey: row.email_key,
      language: row.language,
      when: row.copied_when,
      ofKey: keys.get(row.recipient_id ?? 0) ?? null,
    })),
    people: (documentIds) =>
      recipients.map(
        (recipient): FilledPerson => ({
          name: recipient.name,
          email: recipient.email,
          emailKey: recipient.email_key,
          phone: recipient.phone,
          language: recipient.language,
          identification: recipient.identification_chosen ? null : recipient.identification,
          anchorTag: moveAnchorTag(recipient.anchor_tag, documentIds),
          roles: roles
            .filter((role) => role.recipient_id === recipient.id)
            .map(({ id, type, color }) => ({ id, type, color })),
        }),
      ),
    steps: steps.map(({ id, type }) => {
      const own = actions.filter((action) => action.step_id === id);
      const witnesses = own.map(({ witness_of: signer }) =>
        signer === null ? null : own.findIndex(({ recipient_id: id }) => id === signer),
      );
      return {
        type,
        roleIds: own.map(({ role_id: roleId }) => roleId),
        choices: own.map(choiceOf),
        witnesses,
      };
    }),
    documentIds: documents.map(({ id }) => id),
  };
}
