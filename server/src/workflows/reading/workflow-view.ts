import {
  type AnnexFormat,
  isAnswered,
  isFilledByService,
  isUnnamed,
  listShownFields,
  moveCondition,
  notifiesValues,
  type TemplateField,
} from '@paraph/domain';
import { viewPictureRow, viewProfileRow } from '../../accounts/profiles.ts';
import type { SourceFacts } from '../../database/column-types.ts';
import type { Deps } from '../../deps.ts';
import { toSeconds } from '../../platform/clock.ts';
import { viewWorkspaceUser } from '../../workspaces/api.ts';
import { isSlotless, membersOf } from '../store/choice-slots.ts';
import {
  placedFieldOf,
  type SummarizedWorkflow,
  type ViewedWorkflow,
  type WorkflowRows,
} from '../store/workflow-record.ts';

/** What a view needs besides: where this instance is, and how a storage path becomes a URL, where it is signed. */
export type ViewDeps = Pick<Deps, 'config'> & { linkOf?: (path: string) => string };

const SIGNING_SECURITY = { simple: 'none', advanced: 'otp', qualified: 'qualified' } as const;

/** The workflow family's shape: `id` is the integer. */
export function viewWorkflow(viewed: ViewedWorkflow, deps: ViewDeps) {
  return { id: viewed.workflow.id, ...viewMembers(viewed, deps) };
}

/**
 * An item of the workflow family's list (interface.md §3). Cancel and expiry leave actions started; none waits then.
 */
export function viewListedWorkflow(viewed: ViewedWorkflow, deps: ViewDeps) {
  const workflow = viewWorkflow(viewed, deps);
  const open = workflow.status === 'started' ? workflow.steps.flatMap(({ actions }) => actions) : [];
  return {
    ...workflow,
    filedDate: filedDateOf(viewed),
    changeDate: changeDateOf(viewed),
    pendingActions: open
      .filter(({ status }) => status === 'started')
      .map(({ id, recipientId, recipientEmail, type, status, stepNumber }) => {
        const startDate = waitsSince(viewed, stepNumber);
        return { id, recipientId, recipientEmail, type, status, startDate };
      }),
  };
}

/** As `changed` orders a list. */
function changeDateOf({ workflow }: ViewedWorkflow): number {
  const { changed_at: changedAt, ended_at: endedAt, started_at: startedAt, created_at: createdAt } = workflow;
  return toSeconds(changedAt ?? endedAt ?? startedAt ?? createdAt);
}

/** A step begins with the last act of those before it, the first one with the start. */
function waitsSince({ workflow, steps, actions }: ViewedWorkflow, stepNumber: number): number | null {
  const before = new Set(steps.filter((step) => step.step_order < stepNumber).map(({ id }) => id));
  const acts = actions.flatMap((action) => (before.has(action.step_id) ? (action.acted_at ?? []) : []));
  const began = acts.length > 0 ? new Date(Math.max(...acts.map(Number))) : workflow.started_at;
  return began && toSeconds(began);
}

export function filedDateOf({ workflow: { filed_at: filedAt } }: Pick<ViewedWorkflow, 'workflow'>) {
  return filedAt && toSeconds(filedAt);
}

/** Beside the members of a workflow that is read by itself: notifications and lists stay as they are. */
export function viewBeside(viewed: ViewedWorkflow) {
  const groups = { choices: viewChoices(viewed), witnesses: viewWitnesses(viewed) };
  return { followers: viewFollowers(viewed), ...groups };
}

export function viewFollowers({ followers }: Pick<WorkflowRows, 'followers'>) {
  return followers.map((follower) => ({
    id: follower.id,
    name: follower.name,
    email: follower.email,
    language: follower.language,
    when: follower.copied_when,
    ofRecipientId: follower.recipient_id,
    openedDate: secondsOf(follower.opened_at),
    stoppedDate: secondsOf(follower.stopped_at),
    mailProblem: follower.mail_problem,
  }));
}

/** The envelope family's shape, and what notifications carry: `id` is the 40-character text. */
export function viewEnvelope(viewed: ViewedWorkflow, deps: ViewDeps) {
  return { id: viewed.workflow.envelope_id, ...viewMembers(viewed, deps) };
}

/** What the quick family reads back (interface.md §5.1). */
export function viewQuickEnvelope(viewed: SummarizedWorkflow, deps: ViewDeps) {
  const { workflow } = viewed;
  return {
    id: workflow.envelope_id,
    name: workflow.name,
    type: workflow.type,
    status: workflow.status,
    createDate: toSeconds(workflow.created_at),
    expiryDate: toSeconds(workflow.expires_at),
    startDate: workflow.started_at && toSeconds(workflow.started_at),
    envelopeId: workflow.envelope_id,
    documents: viewDocuments(viewed, deps),
    recipients: viewRecipients(viewed, deps),
    steps: viewSteps(viewed),
    metadata: viewMetadata(workflow.metadata),
  };
}

/** What signers are asked for beyond their mailbox; nothing where all people only review. */
function signingSecurityOf({ workflow, actions }: WorkflowRows) {
  const isReviewed = actions.length > 0 && actions.every(({ type }) => type === 'review');
  return isReviewed ? SIGNING_SECURITY.simple : SIGNING_SECURITY[workflow.type];
}

function viewMembers(viewed: ViewedWorkflow, deps: ViewDeps) {
  const { workflow, people, workspace } = viewed;
  const creator = people.find(({ id }) => id === workflow.creator_id);
  if (!creator) throw new Error(`workflow ${workflow.id} has no creator`);
  return {
    envelopeId: workflow.envelope_id,
    workspaceId: workflow.workspace_id,
    name: workflow.name,
    type: workflow.type,
    status: workflow.status,
    oldStatus: workflow.old_status,
    createDate: toSeconds(workflow.created_at),
    expiryDate: toSeconds(workflow.expires_at),
    startDate: workflow.started_at && toSeconds(workflow.started_at),
    scheduledStartDate: workflow.scheduled_start_at && toSeconds(workflow.scheduled_start_at),
    documents: viewDocuments(viewed, deps),
    recipients: viewRecipients(viewed, deps),
    steps: viewSteps(viewed),
    fields: viewPlacedFields(viewed),
    senderMessage: workflow.sender_message,
    senderName: workflow.sender_name,
    signingSecurity: signingSecurityOf(viewed),
    organization: { id: workflow.organization_id, name: workspace.organization },
    creator: viewProfileRow(creator, deps.config.baseUrl),
    users: workspace.users.map(viewWorkspaceUser),
    tags: workspace.tags,
    metadata: viewMetadata(workflow.metadata),
  };
}

/** An empty map is `[]` on the wire (interface.md §3). */
function viewMetadata(metadata: Record<string, string>): Record<string, string> | never[] {
  return Object.keys(metadata).length === 0 ? [] : metadata;
}

function viewDocuments({ workflow, documents, sizes }: SummarizedWorkflow, deps: ViewDeps) {
  const { linkOf = (path: string) => deps.config.baseUrl + path } = deps;
  return documents.map((document) => {
    const archived = workflow.status === 'signed' && document.sealed_file_id !== null;
    const fileKind = archived ? 'archive' : 'temp';
    const link = linkOf(`/api/v1/storage/${fileKind}/${workflow.id}/doc/${document.storage_key}`);
    const thumb = linkOf(`/api/v1/storage/thumb/${workflow.id}/doc/${document.storage_key}`);
    const stored = linkOf(`/api/v1/storage/temp/${workflow.id}/doc/${document.storage_key}`);
    return viewFile(document, sizes.get(document.id) ?? 0, { link, thumb, source: withVersion(stored) });
  });
}

/** The address of what a document was made of. */
export function withVersion(link: string): string {
  return `${link}${link.includes('?') ? '&' : '?'}version=source`;
}

/** A document of a workflow or of a template. */
export function viewFile(
  { id, position, name, source }: { id: number; position: number; name: string; source: SourceFacts | null },
  size: number,
  { link, thumb, source: file }: { link: string; thumb: string; source: string },
) {
  const made = { name, format: 'pdf', size, file: link, thumb, uri: link };
  return { id, position, file: made, source: source && { ...source, file } };
}

export function viewRecipients(
  { recipients, roles, people }: Pick<SummarizedWorkflow, 'recipients' | 'roles' | 'people'>,
  { config: { baseUrl } }: ViewDeps,
) {
  const accounts = new Map(people.map((person) => [person.email_key, person]));
  const pictureOf = (emailKey: string) => {
    const account = accounts.get(emailKey);
    return account ? viewPictureRow(account, baseUrl) : null;
  };
  return recipients.map((recipient) => ({
    id: recipient.id,
    name: recipient.name,
    email: recipient.email,
    phone: recipient.phone,
    language: recipient.language,
    identification: recipient.identification,
    picture: pictureOf(recipient.email_key),
    roles: roles
      .filter((role) => role.recipient_id === recipient.id)
      .map(({ id, type, color }) => ({ id, type, color })),
  }));
}

export function viewSteps({
  steps,
  actions,
  recipients,
}: Pick<WorkflowRows, 'steps' | 'actions' | 'recipients'>) {
  const emails = new Map(recipients.map((recipient) => [recipient.id, recipient.email]));
  return steps.map((step) => ({
    id: step.id,
    order: step.step_order,
    type: step.type,
    status: step.status,
    expiryDate: step.expires_at && toSeconds(step.expires_at),
    actions: actions
      .filter((action) => action.step_id === step.id)
      .map((action) => ({
        id: action.id,
        stepNumber: step.step_order,
        role: action.role_id,
        type: action.type,
        status: statusOf(action),
        recipientId: action.recipient_id,
        recipientEmail: emails.get(action.recipient_id) ?? '',
        comment: action.comment,
        transaction: action.transaction && { notice: null, ...action.transaction },
      })),
  }));
}

/** Clients in use know no one who is not needed any more: nothing is asked of them, as before their turn. */
function statusOf({ status }: WorkflowRows['actions'][number]) {
  return status === 'released' ? 'not_started' : status;
}

/** Beside steps and actions, whose shapes stay: the groups of which some are enough. */
export function viewChoices({ steps, actions }: Pick<WorkflowRows, 'steps' | 'actions'>) {
  const firsts = actions.filter(
    (action) => action.choice_group !== null && membersOf(actions, action)[0]?.id === action.id,
  );
  return firsts.map((first) => ({
    step: steps.find(({ id }) => id === first.step_id)?.step_order ?? 1,
    group: first.choice_group ?? '',
    required: first.choice_required ?? 1,
    members: membersOf(actions, first).map(({ id: actionId, recipient_id: recipientId, status }) => {
      return { actionId, recipientId, status };
    }),
  }));
}

/** Beside steps and actions as well: who of a step signs after whom, as their witness. */
function viewWitnesses({
  steps,
  actions,
  recipients,
}: Pick<WorkflowRows, 'steps' | 'actions' | 'recipients'>) {
  return actions.flatMap(
    ({ id: actionId, recipient_id: recipientId, witness_of: ofRecipientId, ...action }) => {
      const witness = recipients.find(({ id }) => id === recipientId);
      if (ofRecipientId === null || !witness) return [];
      const step = steps.find(({ id }) => id === action.step_id)?.step_order ?? 1;
      const { status } = action;
      return { step, actionId, recipientId, ofRecipientId, named: !isUnnamed(witness), status };
    },
  );
}

export function viewPlacedFields({ fields }: Pick<WorkflowRows, 'fields'>) {
  return viewFields(fields.map(placedFieldOf));
}

/** The fields of a workflow or of a template. */
export function viewFields(fields: readonly TemplateField[]) {
  const ids = new Map(fields.map(({ id }) => [id, id]));
  return fields.map((field) => ({
    id: field.id,
    type: field.type,
    label: field.label,
    documentId: field.documentId,
    page: field.page,
    value: field.value,
    formField: field.pdfFieldName,
    posX: field.posX,
    posY: field.posY,
    role: field.roleId,
    style: { ...field.style, width: field.width, height: field.height },
    required: field.required,
    readOnly: field.readOnly,
    ...moveCondition(field.rules, ids),
  }));
}

/** What the fields with a key say. */
export function viewValues(answered: AnsweredWorkflow) {
  const keyed = viewAnswers(answered).flatMap(({ answer, rules: { key } }) =>
    key === null ? [] : [[key, answer] as const],
  );
  return Object.fromEntries(keyed);
}

export type AnsweredWorkflow = WorkflowRows & Pick<SummarizedWorkflow, 'people'>;

/**
 * What each field says, of those that have a place. What a signer fills in is theirs, and final, once they have
 * finished; what no signer may change is the sender's, and final from the start on.
 */
export function viewAnswers({ workflow, fields, actions, recipients, people }: AnsweredWorkflow) {
  const creator = people.find(({ id }) => id === workflow.creator_id)?.email ?? null;
  const placed = fields.filter((field) => !isSlotless({ actions }, field.role_id)).map(placedFieldOf);
  const answers = placed.map(({ id, value, rules }) => ({ id, value, showIf: rules.showIf }));
  const shown = new Set(listShownFields(answers).map(({ id }) => id));
  return placed.map((field) => {
    const action = actions.find(({ role_id: roleId }) => roleId === field.roleId);
    const finished = action?.status === 'signed' ? action : undefined;
    const signer = recipients.find(({ id }) => id === finished?.recipient_id)?.email ?? null;
    const { formula } = field.rules;
    const isOfSender = !formula && !isAnswered(field) && !isFilledByService(field);
    const by = isOfSender ? workflow.started_at && creator : signer;
    const at = isOfSender ? workflow.started_at : finished?.acted_at;
    return {
      ...field,
      answer: { value: shown.has(field.id) ? field.value : null, by, atDate: secondsOf(at) },
    };
  });
}

/** What a notification is about. */
interface NotifiedEvent {
  name: string;
  detail?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * What notifications carry (interface.md §9): the envelope, and after its members, in the object that is signed, what
 * happened and when people acted. Receivers compare the members of the envelope, so none of them differs.
 */
export function viewNotifications(
  viewed: ViewedWorkflow,
  deps: ViewDeps,
  { events, now }: { events: readonly NotifiedEvent[]; now: Date },
) {
  const envelope = viewEnvelope(viewed, deps);
  const actedAt = new Map(viewed.actions.map(({ id, acted_at: acted }) => [id, acted]));
  const steps = envelope.steps.map((step) => ({
    ...step,
    actions: step.actions.map((action) => ({ ...action, endDate: secondsOf(actedAt.get(action.id)) })),
  }));
  const choices = viewChoices(viewed);
  const witnesses = viewWitnesses(viewed);
  const grouped = {
    ...(choices.length > 0 ? { choices } : {}),
    ...(witnesses.length > 0 ? { witnesses } : {}),
  };
  const values = notifiesValues(viewed.workflow.preferences) ? { values: viewValues(viewed) } : {};
  const body = { ...envelope, steps, endDate: secondsOf(viewed.workflow.ended_at), ...values, ...grouped };
  return events.map(({ name, detail }) => {
    const { actionId, automatic } = detail ?? {};
    const acted = typeof actionId === 'number' ? { actionId } : {};
    const reminded = name === 'action.reminded' ? { automatic: automatic === true } : {};
    return { ...body, event: { name, ...acted, ...reminded, time: toSeconds(now) } };
  });
}

function secondsOf(time: Date | null | undefined): number | null {
  return time ? toSeconds(time) : null;
}

/** An annex on the wire; `path` is the address of the list that it is in. */
export function viewAnnex(annex: Omit<WorkflowRows['annexes'][number], 'workflow_id'>, path: string) {
  const { id, position, name, size, sha256, added_at: addedAt } = annex;
  const format = annex.format as AnnexFormat;
  return { id, position, name, format, size, sha256, addDate: toSeconds(addedAt), file: `${path}/${id}` };
}
