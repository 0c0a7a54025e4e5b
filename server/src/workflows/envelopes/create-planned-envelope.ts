import {
  assertPresent,
  type FieldValues,
  fillFields,
  holdsSlot,
  invalid,
  moveAnchorTag,
  type Plan,
  type PlannedRole,
  type PrintedTag,
  planSteps,
  type QuickFieldRequest,
  readFieldValues,
  readQuickFields,
  requireTaggedFields,
  resolveFormField,
  rolesOfPlan,
  tagRequest,
  type Violations,
} from '@paraph/domain';
import { requireSender, type Sender } from '../../accounts/sender.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { openableBlob } from '../../files/store-file.ts';
import type { Caller } from '../../http/caller.ts';
import { createMissingCharacterFinder } from '../../platform/fonts.ts';
import { newDatedKey } from '../../platform/ids.ts';
import { createOptionSizeFinder } from '../../revisions/option-size.ts';
import type { PreparedForm } from '../../revisions/prepare-form.ts';
import { startNewWorkflow } from '../lifecycle/advance-workflow.ts';
import type { CheckCallbackUrl } from '../lifecycle/callback.ts';
import { type Examined, type MissingSignatures, newFields } from '../lifecycle/place-fields.ts';
import { prepareStart } from '../lifecycle/prepare-start.ts';
import { planSlotFields } from '../lifecycle/save-slots.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { planWorkflow, withNewFields } from '../store/plan-workflow.ts';
import {
  type FormCommand,
  type Insertion,
  insertPlannedDraft,
  type PreparedEnvelope,
  planEnvelope,
  prepareEnvelope,
} from './create-envelope.ts';
import { storedContents } from './ingest-document.ts';
import { type PlannedEnvelope, type PlannedRows, planRows } from './plan-rows.ts';

/** Who starts a planned workflow at once; null where it waits. */
interface PlannedCreation extends Insertion {
  planned: PlannedEnvelope;
  sender: Sender | null;
  /** What was found in its documents, of others that are made of the same ones. */
  examined?: Examined;
  /** What else is done in the transaction that inserts it. */
  alongside?: ((tx: Tx, created: { record: WorkflowRecord; actor: EventActor }) => Promise<void>) | undefined;
}

/**
 * Creates a planned workflow with rows of its own, and starts it if a sender is named: nobody sees it before.
 *
 * @throws Refusal as `startDraft` does
 */
export async function createPlannedEnvelope(
  deps: Deps,
  { planned: plan, sender, examined, alongside, ...insertion }: PlannedCreation,
): Promise<WorkflowRecord> {
  const bare = { prepared: insertion.prepared, rows: planRows(plan) };
  const { prepared, rows, forms } = sender
    ? await completeRows(deps, { ...bare, userId: insertion.caller.userId, examined })
    : { ...bare, forms: [] };
  return deps.database.transaction().execute(async (tx) => {
    const { workflow, ...about } = await planEnvelope(tx, deps, { ...insertion, prepared, forms });
    const head = planWorkflow(workflow);
    const record = { ...head.record, ...rows };
    const planned = { ...head, record, tagIds: plan.tagIds, moveAnchorTag };
    const created = sender
      ? await startNewWorkflow(tx, deps, { ...about, planned, sender })
      : await insertPlannedDraft(tx, deps, { ...about, planned });
    await alongside?.(tx, { record: created, actor: about.actor });
    return created;
  });
}

interface BareRows {
  prepared: PreparedEnvelope;
  rows: PlannedRows;
  userId: number;
  examined: Examined | undefined;
}

/** With what a start adds: the signatures of those who have none, the fields of a group, and the forms. */
async function completeRows(
  deps: Deps,
  { prepared, rows, userId, examined }: BareRows,
): Promise<{ prepared: PreparedEnvelope; rows: PlannedRows; forms: PreparedForm[] }> {
  const { workspace, documents } = prepared;
  const envelopeId = newDatedKey(deps.ids, deps.clock.now());
  const workflow = {
    envelope_id: envelopeId,
    organization_id: workspace.organizationId,
    creator_id: userId,
  };
  const stored = documents.map(({ ingested: { name, examined: found, original } }, index) => {
    const contents = storedContents(found);
    return { id: index + 1, name, pages: found.pages, contents, original: openableBlob(original) };
  });
  const source = { ...rows, workflow, documents: stored };
  const { missing, forms } = await prepareStart(deps, source, examined);
  const signed = missing ? withNewFields(rows.fields, newFields(missing)) : rows.fields;
  const fields = planSlotFields({ ...rows, fields: signed }).reduce(withNewFields, signed);
  return {
    prepared: { ...prepared, envelopeId, documents: withPages(documents, missing) },
    rows: { ...rows, fields },
    forms: forms.map(({ form }) => form),
  };
}

/** The first one may have got a page for signatures. */
function withPages(
  documents: PreparedEnvelope['documents'],
  missing: MissingSignatures | null,
): PreparedEnvelope['documents'] {
  const { replacement, pages = [] } = missing ?? {};
  if (!replacement) return documents;
  return documents.map(({ ingested, fields }, index) => {
    if (index > 0) return { ingested, fields };
    const { examined } = ingested;
    const notes = [...examined.notes, 'signature-page-added' as const];
    const found = { ...examined, pages: [...pages], notes };
    return { ingested: { ...ingested, original: replacement, examined: found }, fields };
  });
}

/**
 * Sends a PDF whose fields the form says: creates the workflow with them, and starts it, all or nothing. What the PDF
 * says of fields is not looked for; a signer without a signature gets one as at every start (interface.md §5.1).
 *
 * @returns the 40-character envelope id
 */
export async function createFilledEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  form: FormCommand & Partial<StatedFields>,
): Promise<{ id: string }> {
  const sender = await requireSender(deps, caller);
  const { workflow } = await createStated(deps, caller, { ...form, sender });
  return { id: workflow.envelope_id };
}

/** A draft with a field for each tag of its text, if asked for, which waits to be started (interface.md §5.7). */
export function createStatedDraft(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  form: FormCommand & Pick<StatedFields, 'placeFields'>,
): Promise<WorkflowRecord> {
  return createStated(deps, caller, { ...form, sender: null });
}

interface StatedFields {
  fields: readonly QuickFieldRequest[];
  placeFields: 'fromText' | undefined;
}

async function createStated(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  {
    visitor,
    sender,
    fields = [],
    placeFields,
    ...form
  }: FormCommand & Partial<StatedFields> & { sender: Sender | null },
): Promise<WorkflowRecord> {
  const mayWait = sender === null;
  const prepared = await prepareEnvelope(deps, caller, { ...form, mayWait, findsFields: false });
  const stated = { fields, placeFields, values: readFieldValues(form.request.values, {}) };
  const planned = planOf(deps, prepared, stated);
  // Its people and steps are inserted with the plan.
  const bare = { ...prepared, draft: { ...prepared.draft, steps: [], followers: [] } };
  return createPlannedEnvelope(deps, { prepared: bare, planned, caller, visitor, sender });
}

/** @throws Refusal `VALIDATION_ERROR` naming each tag that cannot become a field */
function taggedRequests(
  { recipients }: Plan,
  roles: readonly PlannedRole[],
  documents: readonly { id: number; tags?: readonly PrintedTag[] }[],
): QuickFieldRequest[] {
  const people = roles
    .filter((role) => role.type === 'sign' && holdsSlot(roles, role))
    .map(({ id, recipient }) => ({ role: id, person: recipient, name: recipients[recipient]?.name ?? '' }));
  return requireTaggedFields(documents, people).map((field) => {
    const role = assertPresent(
      roles.find(({ id }) => id === field.role),
      'the role of a tag',
    );
    const recipientEmail = recipients[role.recipient]?.email ?? '';
    return { ...tagRequest(field), documentPosition: field.documentId - 1, recipientEmail, step: role.step };
  });
}

function planOf(
  deps: Pick<Deps, 'config'>,
  { draft, documents }: PreparedEnvelope,
  { fields: stating, placeFields, values }: StatedFields & { values: FieldValues },
): PlannedEnvelope {
  const plan = planSteps(draft.steps);
  const roles = rolesOfPlan(plan);
  const positions = documents.map(({ ingested: { examined } }, index) => {
    const { pages } = examined;
    return { ...storedContents(examined), id: index + 1, pages, pageCount: pages.length };
  });
  const findMissing = createMissingCharacterFinder(deps.config);
  const tagged = placeFields === undefined ? [] : taggedRequests(plan, roles, positions);
  const request = [...stating, ...tagged];
  const { fields: stated, requests } = readQuickFields(request, {
    plan,
    roles,
    documents: positions,
    findMissing,
    findOptionSize: createOptionSizeFinder(deps.config, positions),
  });
  const violations: Violations = {};
  const fields = fillFields(stated, { values, owner: 'form', findMissing }, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return {
    followers: draft.followers,
    people: () =>
      plan.recipients.map((person, index) => ({
        ...person,
        roles: roles
          .filter(({ recipient }) => recipient === index)
          .map(({ id, type, color }) => ({ id, type, color })),
      })),
    steps: plan.steps.map(({ type }, index) => {
      const own = roles.filter(({ step }) => step === index + 1);
      return {
        type,
        roleIds: own.map(({ id }) => id),
        choices: own.map(({ choice }) => choice),
        witnesses: own.map(({ witnessOf }) => witnessOf),
      };
    }),
    fields: fields.map((field, index) => ({
      ...field,
      // Conditions name fields by the ids of the form; those without one get ids that no form can have.
      id: requests[index]?.id ?? -1 - index,
      pdfFieldName: resolveFormField(requests[index] ?? {}, field, undefined),
    })),
    documentIds: positions.map(({ id }) => id),
  };
}
