import {
  type Draft,
  type DraftRequest,
  type FieldValues,
  fillFields,
  invalid,
  type LevelFacts,
  NO_RULES,
  type Permission,
  planSteps,
  readBareDraft,
  readDraft,
  readFieldValues,
  readScheduledStart,
  requireLevel,
  requireLevelRight,
  type Violations,
  withoutSharedKeys,
} from '@paraph/domain';
import { requireSender } from '../../accounts/sender.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { annexColumns, annexFacts, ingestAnnexes, type StorableAnnex } from '../../files/ingest-annexes.ts';
import { newFileRow } from '../../files/store-file.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import { fromSeconds, toSeconds } from '../../platform/clock.ts';
import { createMissingCharacterFinder } from '../../platform/fonts.ts';
import { newDatedKey } from '../../platform/ids.ts';
import { formRow, type PreparedForm } from '../../revisions/prepare-form.ts';
import { instanceLevelFacts, readLevelFacts, readLevelFactsFor } from '../../workspaces/levels.ts';
import {
  findFirstWorkspace,
  findWorkspaceAccess,
  requirePermission,
  unknownWorkspace,
  type WorkspaceAccess,
} from '../../workspaces/workspace-access.ts';
import { lockWorkflow, startNewWorkflow } from '../lifecycle/advance-workflow.ts';
import {
  type CheckCallbackUrl,
  checkCallbackPreference,
  sealPreferences,
  withSecret,
} from '../lifecycle/callback.ts';
import {
  actorOf,
  recordWorkflowEvents,
  type WorkflowEventRecord,
} from '../lifecycle/record-workflow-events.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { insertPlanned } from '../store/new-workflow-store.ts';
import { type NewWorkflow, type PlannedWorkflow, planWorkflow } from '../store/plan-workflow.ts';
import {
  checkUploads,
  describeDocument,
  documentFacts,
  ingestBareDocuments,
  ingestPlannedDocuments,
  type NewWorkflowDocument,
  prepareNewForms,
  sourceFacts,
} from './ingest-document.ts';

/**
 * Sends a PDF to be signed: creates the workflow with its document, recipients, steps and fields, starts it and has
 * the first step's people invited, all or nothing (interface.md §5.1).
 *
 * @returns the 40-character envelope id
 */
export async function createQuickEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { visitor, ...form }: FormCommand,
): Promise<{ id: string }> {
  const sender = await requireSender(deps, caller);
  const examined = await prepareEnvelope(deps, caller, { ...form, mayWait: false });
  const prepared = { ...examined, envelopeId: newDatedKey(deps.ids, deps.clock.now()) };
  const forms = await prepareNewForms(deps, prepared);
  return deps.database.transaction().execute(async (tx) => {
    const envelope = await planEnvelope(tx, deps, { prepared, forms, caller, visitor });
    await startNewWorkflow(tx, deps, { ...envelope, sender, planned: planWorkflow(envelope.workflow) });
    return { id: prepared.envelopeId };
  });
}

/**
 * The quick form, but nothing is sent: the workflow waits to be started, by a call or by its date (interface.md §5.4).
 */
export async function createEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { visitor, ...form }: FormCommand,
): Promise<WorkflowRecord> {
  const prepared = await prepareEnvelope(deps, caller, { ...form, mayWait: true });
  return insertDraft(deps, { prepared, caller, visitor });
}

// The source of a workflow, by the credential that created it (interface.md §7).
const SOURCE_TYPES = { session: 'web', token: 'integration', key: 'api' } as const;

export interface FormCommand {
  request: DraftRequest;
  /** What of the form does not fit its schema. */
  violations: Violations;
  documents: readonly UploadedFile[];
  annexes: readonly UploadedFile[];
  visitor: Visitor;
}

/** All that a new workflow is made of, read and stored, but for its rows. */
export interface PreparedEnvelope {
  /** For which its forms were made; an envelope that is not started yet gets one when it is inserted. */
  envelopeId?: string;
  draft: Draft;
  scheduledStartAt: Date | null;
  workspace: WorkspaceAccess;
  documents: readonly NewWorkflowDocument[];
  /** Files for information. */
  annexes?: readonly StorableAnnex[];
  /** A seal of the organization, which nobody is asked to sign. */
  isSeal?: boolean;
  /** The origin, for the trail. */
  origin?: Readonly<Record<string, unknown>>;
}

/**
 * Parses the quick form, examines its PDF and plans a field for every signer. Slow; writes no rows.
 *
 * @throws Refusal `VALIDATION_ERROR` naming all problems, `DOCUMENT_NOT_ACCEPTED`, `WORKSPACE_NOT_FOUND`,
 *   `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function prepareEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  {
    request,
    violations: misfits,
    documents,
    annexes,
    mayWait,
    findsFields = true,
  }: Omit<FormCommand, 'visitor'> & {
    mayWait: boolean;
    /** Whether fields are looked for in the documents. */
    findsFields?: boolean;
  },
): Promise<PreparedEnvelope> {
  const nowSeconds = toSeconds(deps.clock.now());
  const { expirySecondsMin } = deps.config;
  const levels = await findLevels(deps, caller, request);
  const rules = { nowSeconds, expirySecondsMin, levels, violations: misfits };
  const { draft, violations } = readDraft(request, rules);
  const startAt = mayWait
    ? readScheduledStart(request.scheduledStartDate ?? null, { nowSeconds, ...draft }, violations)
    : null;
  if (startAt !== null) await requireSender(deps, caller);
  Object.assign(violations, checkUploads(deps, documents));
  const callback = await checkCallbackPreference(deps, caller, {
    preferences: draft.preferences,
    requested: request.preferences,
  });
  if (callback !== null) violations[callback.parameter] = callback.problem;
  const values = request.values === undefined ? null : readFieldValues(request.values, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const workspace = await authorizeNewWorkflow(deps, caller, draft);
  const workflowName = draft.name;
  const ingested = findsFields
    ? await ingestPlannedDocuments(deps, documents, { plan: planSteps(draft.steps), workflowName })
    : await ingestBareDocuments(deps, documents, { workflowName });
  return {
    draft: { ...draft, preferences: withSecret(deps, draft.preferences) },
    scheduledStartAt: startAt === null ? null : fromSeconds(startAt),
    workspace,
    annexes: annexes.length > 0 ? await ingestAnnexes(deps, annexes) : [],
    documents: findsFields && (values || hasKeys(ingested)) ? fillAnchors(deps, ingested, values) : ingested,
  };
}

function hasKeys(documents: readonly NewWorkflowDocument[]): boolean {
  return documents.some(({ fields }) => fields.some(({ key }) => key != null));
}

/** Where an anchor occurs once, its field has a key, and takes the value for it. */
function fillAnchors(
  deps: Pick<Deps, 'config'>,
  documents: readonly NewWorkflowDocument[],
  values: FieldValues | null,
): NewWorkflowDocument[] {
  const found = documents.flatMap(({ fields }, document) => fields.map((field) => ({ ...field, document })));
  const fillable = withoutSharedKeys(found).map(({ key = null, ...field }) => {
    return { ...field, value: null, readOnly: false, rules: { ...NO_RULES, key } };
  });
  const violations: Violations = {};
  const filling = {
    values: values ?? new Map(),
    owner: 'form' as const,
    findMissing: createMissingCharacterFinder(deps.config),
  };
  const filled = fillFields(fillable, filling, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return documents.map(({ ingested }, index) => ({
    ingested,
    fields: filled
      .filter(({ document }) => document === index)
      .map(({ document: _index, readOnly: _unlocked, rules: { key }, ...field }) => ({ ...field, key })),
  }));
}

/** What the level of a request is checked against; a level beyond `simple` needs to know the organization first. */
async function findLevels(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  { type, workspaceId = 0 }: DraftRequest,
): Promise<LevelFacts> {
  if (type === undefined || type === 'simple') return instanceLevelFacts(deps);
  const { organizationId } = await authorizeNewWorkflow(deps, caller, {
    workspaceId: workspaceId > 0 ? workspaceId : null,
  });
  return readLevelFacts(deps, deps.database, organizationId);
}

export interface Insertion {
  prepared: PreparedEnvelope;
  /** Of an envelope that is started at once, in the order of its documents. */
  forms?: readonly PreparedForm[];
  caller: Caller;
  visitor: Visitor;
  /** The caller as the trail names them, where that was read before. */
  actor?: EventActor | undefined;
}

/** Writes a new workflow, not started, and that it was created. */
export async function insertPlannedDraft(
  tx: Tx,
  deps: Deps,
  { planned, created }: { planned: PlannedWorkflow; created: WorkflowEventRecord },
): Promise<WorkflowRecord> {
  const { record } = await insertPlanned(tx, planned, []);
  const workflowId = record.workflow.id;
  await recordWorkflowEvents(tx, deps, { workflowId, events: [created] });
  return lockWorkflow(tx, workflowId);
}

/** Does so in a transaction of its own. */
async function insertDraft(deps: Deps, insertion: Insertion): Promise<WorkflowRecord> {
  return deps.database.transaction().execute(async (tx) => {
    const { workflow, created } = await planEnvelope(tx, deps, insertion);
    return insertPlannedDraft(tx, deps, { planned: planWorkflow(workflow), created });
  });
}

/** The workflow as it will be inserted, and the event of its creation. */
export async function planEnvelope(
  tx: Tx,
  deps: Deps,
  { prepared, forms = [], caller, visitor, actor: known }: Insertion,
): Promise<{ workflow: NewWorkflow; actor: EventActor; created: WorkflowEventRecord }> {
  const { draft, workspace, annexes = [] } = prepared;
  if (!prepared.isSeal) requireLevelRight(draft.type, workspace.levels);
  requireLevel(draft.type, await readLevelFactsFor(deps, tx, { ...draft, ...workspace }));
  const now = deps.clock.now();
  const { envelopeId = newDatedKey(deps.ids, now) } = prepared;
  const actor = known ?? (await actorOf(tx, caller, visitor));
  const documents = prepared.documents.map(({ ingested, fields }, index) => {
    const form = forms[index];
    return { ...describeDocument(deps, ingested), fields, ...(form ? { form: formRow(form, now) } : {}) };
  });
  const workflow: NewWorkflow = {
    envelopeId,
    organizationId: workspace.organizationId,
    workspaceId: workspace.workspaceId,
    creatorId: caller.userId,
    senderName: actor.name ?? '',
    sentByKey: actor.byKey ?? null,
    source: { type: prepared.isSeal ? 'seal' : SOURCE_TYPES[caller.kind], value: caller.appClientId },
    draft: { ...draft, preferences: sealPreferences(deps, { envelopeId }, draft) },
    createdAt: now,
    expiresAt: fromSeconds(draft.expiresAtSeconds),
    scheduledStartAt: prepared.scheduledStartAt,
    documents,
    annexes: annexes.map((annex, position) => {
      const file = newFileRow(annex.blob, { format: annex.format, now });
      return { ...annexColumns(annex, { position, now }), file };
    }),
  };
  const [first] = prepared.documents;
  const facts = first ? documentFacts(first.ingested) : {};
  const startAt = prepared.scheduledStartAt;
  const scheduled = startAt === null ? {} : { scheduledStartDate: toSeconds(startAt) };
  const sources = sourceFacts(prepared.documents.map(({ ingested }) => ingested));
  const about = { envelopeId, name: draft.name, ...facts, ...sources };
  const annexed = annexes.length > 0 ? { annexes: annexes.map(annexFacts) } : {};
  const detail = { ...about, ...annexed, ...scheduled, ...prepared.origin };
  return { workflow, actor, created: { name: 'workflow.created', actor, detail } };
}

/** The workspace of a new workflow: the named one, or the caller's first. */
export async function authorizeNewWorkflow(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, needed = 'create_workflow' }: { workspaceId: number | null; needed?: Permission },
): Promise<WorkspaceAccess> {
  const access =
    workspaceId === null
      ? await findFirstWorkspace(deps.database, caller)
      : await findWorkspaceAccess(deps.database, caller, workspaceId);
  if (!access) throw unknownWorkspace();
  requirePermission(access, needed);
  return access;
}

/** Creates a draft from one or more PDFs, without recipients, which are set by later calls (interface.md §5.3). */
export async function createWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, request, violations: misfits, visitor, ...files }: FormCommand & { workspaceId: number },
): Promise<WorkflowRecord> {
  const workspace = await authorizeNewWorkflow(deps, caller, { workspaceId });
  const nowSeconds = toSeconds(deps.clock.now());
  const { expirySecondsMin } = deps.config;
  const levels = await readLevelFactsFor(deps, deps.database, { ...request, ...workspace });
  const rules = { nowSeconds, expirySecondsMin, levels, violations: misfits };
  const { draft, violations } = readBareDraft(request, rules);
  const startAt = readScheduledStart(
    request.scheduledStartDate ?? null,
    { nowSeconds, ...draft },
    violations,
  );
  Object.assign(violations, checkUploads(deps, files.documents));
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const documents = await ingestBareDocuments(deps, files.documents, { workflowName: draft.name });
  const annexes = await ingestAnnexes(deps, files.annexes);
  const scheduledStartAt = startAt === null ? null : fromSeconds(startAt);
  const prepared = { draft, scheduledStartAt, workspace, documents, annexes };
  return insertDraft(deps, { prepared, caller, visitor });
}
