import {
  assertPresent,
  EMPTY_PLAN,
  expiryDaysLike,
  findLevelProblem,
  findLevelRightProblem,
  invalid,
  moveAnchorTag,
  movePlan,
  NEW_TEMPLATE,
  namePlaceholders,
  type PeopleRequest,
  readTemplate,
  type TemplateHead,
  type TemplatePlan,
  type TemplateRequest,
  type Violations,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { copyAnnexes, ingestAnnexes, type StorableAnnex } from '../files/ingest-annexes.ts';
import { type Caller, requireScope } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { toSeconds } from '../platform/clock.ts';
import { choiceOf } from '../workflows/api.ts';
import { copyDocuments, copyFields, pairIds } from '../workflows/envelopes/copy-workflow.ts';
import {
  checkUploads,
  type IngestedDocument,
  ingestDocument,
  NO_RECIPIENTS,
  nameDocument,
  requireRoom,
  type StorableDocument,
  sizeOf,
} from '../workflows/envelopes/ingest-document.ts';
import { sealPreferences, withNewSecret } from '../workflows/lifecycle/callback.ts';
import {
  getWorkflowAddress,
  readVisibleWorkflow,
  unknownWorkflow,
  type WorkflowRecord,
} from '../workflows/reading/read-workflow.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import {
  getWorkspaceAccess,
  requirePermission,
  type WorkspaceAccess,
} from '../workspaces/workspace-access.ts';
import { headOf, lockTemplate } from './change-template.ts';
import { authorizeTemplate, unknownTemplate } from './read-template.ts';
import { addAnnexTo } from './template-annexes.ts';
import {
  completeTemplate,
  insertTemplateDocument,
  insertTemplateRow,
  type TemplateRecord,
} from './template-store.ts';

export interface TemplateForm {
  workspaceId: number;
  request: TemplateRequest &
    PeopleRequest & { fromWorkflowId?: number | undefined; fromTemplateId?: number | undefined };
  /** What of the form does not fit its schema. */
  violations: Violations;
  documents: readonly UploadedFile[];
  annexes: readonly UploadedFile[];
}

const COPIES = { fromWorkflowId: copyWorkflow, fromTemplateId: copyTemplate } as const;

/** Makes a template: of PDFs, out of a workflow, or out of another template. */
export async function createTemplate(
  deps: Deps,
  caller: Caller,
  { workspaceId, request, violations, documents, annexes }: TemplateForm,
): Promise<TemplateRecord> {
  const access = await getWorkspaceAccess(deps.database, caller, workspaceId);
  requirePermission(access, 'create_template');
  const names = (Object.keys(COPIES) as (keyof typeof COPIES)[]).filter(
    (name) => request[name] !== undefined || violations[name] !== undefined,
  );
  const [name] = names;
  requirePeopleOf(name, request);
  if (name === undefined)
    return createFromDocuments(deps, { access, request, violations, documents, annexes });
  const sourceId = request[name] ?? 0;
  if (sourceId < 1) throw invalid({ [name]: 'Must be an integer id.' });
  if (names.length > 1 || documents.length + annexes.length > 0) {
    throw invalid({ [name]: 'Give one of document, fromWorkflowId and fromTemplateId.' });
  }
  return COPIES[name](deps, caller, { access, sourceId, request, violations });
}

/** Only a workflow has people to be named. */
function requirePeopleOf(source: keyof typeof COPIES | undefined, request: PeopleRequest): void {
  if (source === 'fromWorkflowId') return;
  const stray = (['placeholders', 'askFollowers'] as const).find((name) => request[name] !== undefined);
  if (stray) throw invalid({ [stray]: 'Only goes with fromWorkflowId.' });
}

/** Reports all problems of the form together. */
async function createFromDocuments(
  deps: Deps,
  form: Omit<TemplateForm, 'workspaceId'> & { access: WorkspaceAccess },
): Promise<TemplateRecord> {
  const { access, request, documents } = form;
  const violations: Violations = { ...form.violations };
  const [problem] = Object.values(checkUploads(deps, documents));
  if (problem !== undefined) violations.document = problem;
  const head = await readHead(deps, NEW_TEMPLATE, { access, request, violations });
  const ingested: IngestedDocument[] = [];
  for (const upload of documents) {
    ingested.push(await ingestDocument(deps, upload, { plan: NO_RECIPIENTS, workflowName: head.name }));
  }
  requireRoom(ingested.map(sizeOf));
  return insertTemplate(deps, {
    access,
    head,
    preferences: {},
    documents: ingested,
    annexes: await ingestAnnexes(deps, form.annexes),
    planFor: () => EMPTY_PLAN,
  });
}

interface CopyCommand {
  /** The target workspace; the caller has authorized the creation there. */
  access: WorkspaceAccess;
  sourceId: number;
  request: TemplateRequest & PeopleRequest;
  /** What of the form does not fit its schema. */
  violations: Violations;
}

/** Makes a template out of a template; what the request names is different from the start. */
async function copyTemplate(
  deps: Deps,
  caller: Caller,
  { access, sourceId, ...form }: CopyCommand,
): Promise<TemplateRecord> {
  const from = { workspaceId: null, templateId: sourceId };
  const sourceAccess = await authorizeTemplate(deps, { caller, operation: 'view', ...from });
  requirePermission(sourceAccess, 'create_template_out_of_template');
  const source = await deps.database.transaction().execute((tx) => lockTemplate(tx, sourceId));
  requireSameOrganization(access, source.template.organization_id);
  const { plan, preferences } = source.template;
  const head = await readHead(deps, headOf(source), { access, ...form });
  const documents = await copyDocuments(deps, source.documents, unknownTemplate);
  const annexes = await copyAnnexes(deps, source.annexes, unknownTemplate);
  return insertTemplate(deps, {
    access,
    head,
    preferences: withNewSecret(deps, preferences),
    documents,
    annexes,
    planFor: (ids) => movePlan(plan, pairIds(source.documents, ids)),
  });
}

/** @throws Refusal `VALIDATION_ERROR` naming every problem */
async function readHead(
  deps: Pick<Deps, 'config' | 'database'>,
  source: TemplateHead,
  { access, request, violations: misfits }: Omit<CopyCommand, 'sourceId'>,
): Promise<TemplateHead> {
  const violations: Violations = { ...misfits };
  const { expirySecondsMin } = deps.config;
  const { type = source.type } = request;
  const levels = await readLevelFactsFor(deps, deps.database, { type, ...access });
  const head = readTemplate(source, request, { expirySecondsMin, levels, violations });
  // One that is taken over was chosen by a member who might.
  const right = head.type === source.type ? null : findLevelRightProblem(head.type, access.levels);
  const problem = findLevelProblem(head.type, levels) ?? right;
  if (problem !== null) violations.type = problem;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return head;
}

/** Documents stay with the organization that they belong to. */
function requireSameOrganization(access: WorkspaceAccess, organizationId: number): void {
  if (access.organizationId === organizationId) return;
  throw invalid({ workspaceId: 'Must be a workspace of the same organization.' });
}

/**
 * Creates a template from a workflow in any status: its placeholders are named after the people, who have as many days
 * as in the workflow. Addresses and answers are left out.
 */
async function copyWorkflow(
  deps: Deps,
  caller: Caller,
  { access, sourceId, ...form }: CopyCommand,
): Promise<TemplateRecord> {
  requireScope(caller, 'workflows:read');
  const address = await getWorkflowAddress(deps, caller, sourceId);
  const record = await readVisibleWorkflow(deps, caller, address);
  const sourceAccess = await getWorkspaceAccess(deps.database, caller, address.workspaceId);
  requirePermission(sourceAccess, 'create_template_out_of_workflow');
  const { workflow, recipients } = record;
  requireSameOrganization(access, workflow.organization_id);
  const { name, type, sender_message: senderMessage } = workflow;
  const times = {
    startSeconds: toSeconds(workflow.started_at ?? workflow.created_at),
    expirySeconds: toSeconds(workflow.expires_at),
  };
  const expiryDays = expiryDaysLike(times, deps.config.expirySecondsMin);
  const violations = { ...form.violations };
  const { placeholders, askFollowers = false } = form.request;
  const names = namePlaceholders(recipients, placeholders, violations);
  const source = { name, type, senderMessage, expiryDays, language: null };
  const head = await readHead(deps, source, { access, ...form, violations });
  const documents = await copyDocuments(deps, record.documents, unknownWorkflow);
  const annexes = await copyAnnexes(deps, record.annexes, unknownWorkflow);
  return insertTemplate(deps, {
    access,
    head,
    preferences: withNewSecret(deps, workflow.preferences),
    documents,
    annexes,
    planFor: (ids) =>
      planFromWorkflow(record, { documentIds: pairIds(record.documents, ids), names, askFollowers }),
  });
}

/** Fields whose value belongs to a recipient. */
const PERSONAL: readonly string[] = ['name', 'email'];

/** Without addresses of recipients and answers; followers stay, and what the sender entered into a draft's fields. */
function planFromWorkflow(
  record: WorkflowRecord,
  {
    documentIds,
    names,
    askFollowers,
  }: { documentIds: ReadonlyMap<number, number>; names: readonly string[]; askFollowers: boolean },
): TemplatePlan {
  const { recipients, roles, steps, actions, fields } = record;
  const rows = [recipients, roles, steps, actions, fields].flat();
  return {
    nextId: Math.max(0, ...rows.map(({ id }) => id)) + 1,
    recipients: recipients.map((recipient, index) => ({
      id: recipient.id,
      name: assertPresent(names[index], 'a name'),
      anchorTag: moveAnchorTag(recipient.anchor_tag, documentIds),
      roles: roles
        .filter((role) => role.recipient_id === recipient.id)
        .map(({ id, type, color }) => ({ id, type, color })),
    })),
    steps: steps.map((step) => ({
      id: step.id,
      type: step.type,
      actions: actions
        .filter((action) => action.step_id === step.id)
        .map((action, _index, own) => {
          const signer = own.find(({ recipient_id: id }) => id === action.witness_of);
          const witness = signer ? { witnessOf: signer.role_id } : {};
          return { id: action.id, roleId: action.role_id, choice: choiceOf(action), ...witness };
        }),
    })),
    fields: copyFields(record, (type) => !PERSONAL.includes(type)).map((field) => {
      const { documentId } = field;
      const copy = assertPresent(documentIds.get(documentId), `the copy of document ${documentId}`);
      return { ...field, documentId: copy };
    }),
    followers: record.followers.map(({ name, email, language, copied_when: when, recipient_id: of }) => {
      return { name, email: askFollowers ? null : email, language, when, of };
    }),
  };
}

interface PreparedTemplate {
  access: WorkspaceAccess;
  head: TemplateHead;
  preferences: Readonly<Record<string, string>>;
  documents: readonly StorableDocument[];
  annexes: readonly StorableAnnex[];
  /** The plan, once the documents have ids: in their order. */
  planFor(documentIds: readonly number[]): TemplatePlan;
}

/** Inserts a template whose documents are already stored. */
async function insertTemplate(
  deps: Pick<Deps, 'clock' | 'database' | 'ids' | 'vault'>,
  { access, head, preferences, documents, annexes, planFor }: PreparedTemplate,
): Promise<TemplateRecord> {
  const state = { ...access, creatorId: access.userId, head, preferences: {}, plan: EMPTY_PLAN };
  return deps.database.transaction().execute(async (tx) => {
    const id = await insertTemplateRow(tx, { ...state, now: deps.clock.now() });
    const documentIds = [];
    for (const [position, document] of documents.entries()) {
      const row = { ...(await nameDocument(tx, deps, document)), position };
      documentIds.push(await insertTemplateDocument(tx, id, row));
    }
    for (const [position, annex] of annexes.entries()) await addAnnexTo(tx, deps, { id, position, annex });
    // A secret is bound to the id of its template.
    const sealed = sealPreferences(deps, { templateId: id }, { preferences });
    await completeTemplate(tx, id, { preferences: sealed, plan: planFor(documentIds) });
    return lockTemplate(tx, id);
  });
}
