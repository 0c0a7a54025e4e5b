import {
  assertPresent,
  type Choice,
  type FieldValues,
  type FilledPerson,
  fillFields,
  holdsSlot,
  invalid,
  type NewFollower,
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
  type TemplateField,
  tagRequest,
  type Violations,
} from '@paraph/domain';
import { requireSender, type Sender } from '../../accounts/sender.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { createMissingCharacterFinder } from '../../platform/fonts.ts';
import { createOptionSizeFinder } from '../../revisions/option-size.ts';
import { replaceTaggings } from '../../tags/api.ts';
import { chooseTags } from '../../tags/assign-tags.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import type { CheckCallbackUrl } from '../lifecycle/callback.ts';
import { discardDraft } from '../lifecycle/delete-workflow.ts';
import { startDraft } from '../lifecycle/start-draft.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { choiceColumns } from '../store/choice-slots.ts';
import { insertFields, insertStep, saveFollowers, savePeople, saveRole } from '../store/draft-store.ts';
import { prefilled } from '../store/new-workflow-store.ts';
import { WORKFLOW_TAGS } from '../store/workflow-store.ts';
import {
  type FormCommand,
  type Insertion,
  insertEnvelope,
  type PreparedEnvelope,
  prepareEnvelope,
} from './create-envelope.ts';
import { storedContents } from './ingest-document.ts';

/** People, steps and fields that were planned before; roles and documents by the plan's own ids. */
export interface PlannedEnvelope {
  people(documentIds: ReadonlyMap<number, number>): readonly FilledPerson[];
  steps: readonly {
    type: 'sign' | 'review';
    roleIds: readonly number[];
    /** Of those roles, in their order; absent where all of them must act. */
    choices?: readonly (Choice | null | undefined)[];
  }[];
  fields: readonly TemplateField[];
  /** In the order of the documents of the draft. */
  documentIds: readonly number[];
  /** Tags of its workspace. */
  tagIds?: readonly number[] | undefined;
  followers?: readonly NewFollower[] | undefined;
}

/** Where a planned draft comes from, and who starts it at once; null where it waits. */
interface PlannedCreation extends Insertion {
  planned: PlannedEnvelope;
  sender: Sender | null;
  /** What else is done in the transaction that inserts it. */
  alongside?: ((tx: Tx, created: { record: WorkflowRecord; actor: EventActor }) => Promise<void>) | undefined;
}

/**
 * Creates a planned draft with rows of its own, and starts it if a sender is named, all or nothing.
 *
 * @throws Refusal as `startDraft` does
 */
export async function createPlannedEnvelope(deps: Deps, creation: PlannedCreation): Promise<WorkflowRecord> {
  const { sender, caller: who } = creation;
  const { record, actor } = await deps.database.transaction().execute(async (tx) => {
    const created = await insertPlannedEnvelope(tx, deps, creation);
    await creation.alongside?.(tx, created);
    return created;
  });
  if (sender === null) return record;
  const { id } = record.workflow;
  return startDraft(deps, id, { who, sender, actorIn: async () => actor }).catch(async (error: unknown) => {
    await discardDraft(deps, id);
    throw error;
  });
}

async function insertPlannedEnvelope(
  tx: Tx,
  deps: Deps,
  about: PlannedCreation,
): Promise<{ record: WorkflowRecord; actor: EventActor }> {
  const { planned } = about;
  const { record, actor } = await insertEnvelope(tx, deps, about);
  const { workflow, documents } = record;
  const workflowId = workflow.id;
  const documentIds = new Map(
    planned.documentIds.map((id, index) => [id, assertPresent(documents[index], 'an inserted document').id]),
  );
  const people = planned.people(documentIds);
  const newPeople = people.map((person) => ({ ...person, id: null }));
  const recipientIds = await savePeople(tx, workflowId, newPeople);
  const roles = new Map<number, { id: number; recipientId: number; person: FilledPerson }>();
  for (const [index, person] of people.entries()) {
    const recipientId = assertPresent(recipientIds[index], 'the id of an inserted recipient');
    for (const { id, type, color } of person.roles) {
      const row = { workflow_id: workflowId, recipient_id: recipientId, type, color };
      roles.set(id, { id: await saveRole(tx, null, row), recipientId, person });
    }
  }
  for (const [index, { type, roleIds, choices = [] }] of planned.steps.entries()) {
    const columns = choiceColumns(roleIds.map((_id, position) => choices[position]));
    const members = roleIds.flatMap((id, position) => {
      const role = roles.get(id);
      return role ? [{ ...role, ...columns[position] }] : [];
    });
    await insertStep(tx, workflowId, { order: index + 1, type, roles: members });
  }
  const rows = planned.fields.flatMap((field) => {
    const role = roles.get(field.roleId);
    const documentId = documentIds.get(field.documentId);
    if (!role || documentId === undefined) return [];
    const value = field.value ?? prefilled(field.type, role.person);
    return [{ ...field, documentId, roleId: role.id, value }];
  });
  await insertFields(tx, { workflowId, after: 0 }, rows);
  if (planned.followers?.length) {
    await saveFollowers(tx, await lockWorkflow(tx, workflowId), planned.followers);
  }
  if (planned.tagIds?.length) {
    const tagIds = await chooseTags(tx, { workspaceId: workflow.workspace_id, tagIds: planned.tagIds });
    await replaceTaggings(tx, WORKFLOW_TAGS, { id: workflowId, tagIds });
  }
  return { record: await lockWorkflow(tx, workflowId), actor };
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
    steps: plan.steps.map(({ type }, index) => ({
      type,
      roleIds: roles.filter(({ step }) => step === index + 1).map(({ id }) => id),
      choices: roles.filter(({ step }) => step === index + 1).map(({ choice }) => choice),
    })),
    fields: fields.map((field, index) => ({
      ...field,
      // Conditions name fields by the ids of the form; those without one get ids that no form can have.
      id: requests[index]?.id ?? -1 - index,
      pdfFieldName: resolveFormField(requests[index] ?? {}, field, undefined),
    })),
    documentIds: positions.map(({ id }) => id),
  };
}
