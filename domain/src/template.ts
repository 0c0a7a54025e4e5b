import { assertPresent } from './assert.ts';
import { type Choice, type Chosen, remainingChoices, slotsOf } from './choice.ts';
import { planAnchoredFields, planRequestedFields, type RequestedFields } from './detected-fields.ts';
import { readAnchorTag } from './field.ts';
import { moveCondition } from './field-rules.ts';
import { withoutSharedKeys } from './field-values.ts';
import type { TemplateFollower } from './follower.ts';
import { resolveFormField } from './form-field.ts';
import { LIMITS } from './limits.ts';
import { matchRoles, readNewSteps, readTag, type StepRequest } from './people.ts';
import {
  defaultPlacement,
  type FieldContext,
  type FieldRequest,
  type PlacedField,
  readPlacedFields,
} from './placed-field.ts';
import type { PlannedField } from './placement.ts';
import { invalid, type Violations } from './refusal.ts';
import { readPlaceholderName } from './template-form.ts';
import type { ActionType } from './workflow.ts';

/** A placeholder, such as "Buyer", for a recipient who is named when the template is used. */
export interface Placeholder {
  id: number;
  name: string;
  anchorTag: string | null;
  roles: readonly { id: number; type: ActionType; color: string }[];
}

export interface TemplateStep {
  id: number;
  type: ActionType;
  /** `witnessOf`: the role of the signer; absent for who is no witness. */
  actions: readonly ({ id: number; roleId: number; witnessOf?: number } & Chosen)[];
}

export interface TemplateField extends PlacedField {
  id: number;
  pdfFieldName: string | null;
}

/** The plan of a template: its placeholders with roles, steps and fields, which change as a whole. */
export interface TemplatePlan {
  /** Number of the next part; numbers are never reused. */
  nextId: number;
  recipients: readonly Placeholder[];
  steps: readonly TemplateStep[];
  fields: readonly TemplateField[];
  /** Absent in a plan that is older than followers. */
  followers?: readonly TemplateFollower[];
}

export const EMPTY_PLAN: TemplatePlan = { nextId: 1, recipients: [], steps: [], fields: [] };

/** The properties of a template's document that its plan needs. */
export interface TemplateDocument {
  id: number;
  pageCount: number;
  contents: RequestedFields;
}

export interface PlaceholderRequest {
  id?: number | undefined;
  name: string;
  anchorTag?: string | null | undefined;
  roles: readonly { id?: number | undefined; type: ActionType; color?: string | undefined }[];
}

/**
 * Sets the placeholders and their roles; matches existing ones by id, else by name, as `matchPeople` does for drafts.
 * Placeholders that are not named are removed, with their fields and their roles in the steps.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function setPlaceholders(
  plan: TemplatePlan,
  request: readonly PlaceholderRequest[],
  documents: readonly TemplateDocument[],
): TemplatePlan {
  const numbers = numbersFrom(plan);
  const recipients = matchPlaceholders(plan, request).map((person) => ({
    ...person,
    id: person.id ?? numbers.next(),
    roles: person.roles.map((role) => ({ ...role, id: role.id ?? numbers.next() })),
  }));
  const roleIds = new Set(recipients.flatMap(({ roles }) => roles.map(({ id }) => id)));
  const steps = plan.steps
    .map((step) => ({ ...step, actions: step.actions.filter(({ roleId }) => roleIds.has(roleId)) }))
    .map((step) => ({ ...step, actions: withRemaining(step.actions) }))
    .filter(({ actions }) => actions.length > 0);
  const signing = new Set(
    recipients.flatMap(({ roles }) => roles.filter(({ type }) => type === 'sign').map(({ id }) => id)),
  );
  const fields = plan.fields.filter(({ roleId }) => signing.has(roleId));
  const remain = new Set(recipients.map(({ id }) => id));
  const followers = plan.followers?.map(({ of, ...follower }) => {
    return { ...follower, of: of !== null && remain.has(of) ? of : null };
  });
  const next = { nextId: numbers.reached(), recipients, steps, fields, ...(followers ? { followers } : {}) };
  return createAnchoredFields(next, { before: plan, documents });
}

interface MatchedPlaceholder extends Omit<Placeholder, 'id' | 'roles'> {
  id: number | null;
  roles: readonly { id: number | null; type: ActionType; color: string }[];
}

function matchPlaceholders(plan: TemplatePlan, request: readonly PlaceholderRequest[]): MatchedPlaceholder[] {
  const violations: Violations = {};
  if (request.length === 0) violations.recipients = 'Give at least one recipient.';
  if (request.length > LIMITS.workflowRecipientsMax) {
    violations.recipients = `At most ${LIMITS.workflowRecipientsMax} different recipients are allowed.`;
  }
  const inStep = new Set(plan.steps.flatMap(({ actions }) => actions.map(({ roleId }) => roleId)));
  const tags = new Set<string>();
  const names = new Set<string>();
  const claimed = new Set<number>();
  const namedIds = new Set(request.map(({ id }) => id));
  const people = request.map((entry, index) => {
    const at = `recipients[${index}]`;
    const name = readPlaceholderName(entry.name, `${at}[name]`, violations);
    if (name !== '' && names.has(name)) {
      violations[`${at}[name]`] = 'Another recipient has this name; give each their own.';
    }
    names.add(name);
    const before = plan.recipients.find((each) =>
      entry.id === undefined ? each.name === name && !namedIds.has(each.id) : each.id === entry.id,
    );
    if (entry.id !== undefined && (!before || claimed.has(before.id))) {
      violations[`${at}[id]`] =
        'There is no such recipient in this template; leave the id out for a new one.';
    }
    if (before) claimed.add(before.id);
    const anchorTag = readTag(entry.anchorTag, { at, tags, violations });
    const current = before && {
      roles: before.roles.map(({ id, type }) => ({ id, type, isInStep: inStep.has(id) })),
    };
    const roles = matchRoles(entry, { before: current, at, index, violations });
    return { id: before?.id ?? null, name, anchorTag, roles };
  });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return people;
}

/**
 * Appends steps to those of a template.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function addPlanSteps(plan: TemplatePlan, request: readonly StepRequest[]): TemplatePlan {
  const numbers = numbersFrom(plan);
  const added = readSteps(plan, request).map((step) => ({
    id: numbers.next(),
    type: step.type,
    actions: step.roles.map((role) => ({ id: numbers.next(), ...plannedRole(role, step) })),
  }));
  return withSlotFields({ ...plan, steps: [...plan.steps, ...added], nextId: numbers.reached() });
}

/**
 * Replaces all steps. A step keeps its number by position, and a role by its kind.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function setPlanSteps(plan: TemplatePlan, request: readonly StepRequest[]): TemplatePlan {
  const numbers = numbersFrom(plan);
  const actions = new Map(plan.steps.flatMap((step) => step.actions).map(({ id, roleId }) => [roleId, id]));
  const steps = readSteps({ ...plan, steps: [] }, request).map((step, index) => ({
    id: plan.steps[index]?.id ?? numbers.next(),
    type: step.type,
    actions: step.roles.map((role) => {
      return { id: actions.get(role.id) ?? numbers.next(), ...plannedRole(role, step) };
    }),
  }));
  return withSlotFields({ ...plan, steps, nextId: numbers.reached() });
}

type StepRoles = ReturnType<typeof readNewSteps>[number];

function plannedRole({ id, choice, witnessOf }: StepRoles['roles'][number], { roles }: StepRoles) {
  const signer = roles[witnessOf ?? -1];
  return { roleId: id, ...chosen(choice), ...(signer ? { witnessOf: signer.id } : {}) };
}

/** Plans that are older than groups say nothing of them. */
function chosen(choice: Choice | null | undefined): Chosen {
  return choice ? { choice } : {};
}

/** Without witnesses whose signer is gone. */
function withRemaining(actions: TemplateStep['actions']): TemplateStep['actions'] {
  const choices = remainingChoices(actions);
  return actions
    .map(({ choice: _former, ...action }, index) => ({ ...action, ...chosen(choices[index]) }))
    .filter(({ witnessOf }) => witnessOf === undefined || actions.some(({ roleId }) => roleId === witnessOf));
}

/** Without the fields of roles that hold no slot of their group: the fields of a slot are those of its first people. */
function withSlotFields(plan: TemplatePlan): TemplatePlan {
  const without = slotlessRoles(plan);
  return { ...plan, fields: plan.fields.filter(({ roleId }) => !without.has(roleId)) };
}

/** The roles that hold no slot of their group. */
function slotlessRoles({ steps }: Pick<TemplatePlan, 'steps'>): Set<number> {
  return new Set(
    steps.flatMap(({ actions }) => {
      const slots = slotsOf(actions);
      return actions
        .filter(({ choice }, index) => choice && slots[index] === null)
        .map(({ roleId }) => roleId);
    }),
  );
}

function readSteps({ recipients, steps }: TemplatePlan, request: readonly StepRequest[]) {
  const inStep = new Set(steps.flatMap(({ actions }) => actions.map(({ roleId }) => roleId)));
  const roles = recipients.flatMap((recipient) =>
    recipient.roles.map(({ id, type }) => ({
      id,
      type,
      recipientId: recipient.id,
      isInStep: inStep.has(id),
    })),
  );
  return readNewSteps(request, { roles, stepCount: steps.length });
}

/**
 * Replaces all fields. A field at an unchanged place keeps its form field of the PDF.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function setPlanFields(
  plan: TemplatePlan,
  request: readonly FieldRequest[],
  context: Omit<FieldContext, 'roles'>,
): TemplatePlan {
  const numbers = numbersFrom(plan);
  const without = slotlessRoles(plan);
  const all = plan.recipients.flatMap((recipient) => recipient.roles);
  const roles = all.filter(({ id }) => !without.has(id));
  const free = new Map(plan.fields.map((field) => [field.id, field]));
  const orderOf = (roleId: number) => {
    const order = plan.steps.findIndex(({ actions }) => actions.some((action) => action.roleId === roleId));
    return order < 0 ? null : order;
  };
  const fields = readPlacedFields(request, { ...context, roles, orderOf }).map((field, index) => {
    const id = request[index]?.id;
    const before = id === undefined ? undefined : free.get(id);
    if (before) free.delete(before.id);
    const pdfFieldName = resolveFormField(request[index] ?? {}, field, before);
    return { ...field, id: before?.id ?? numbers.next(), pdfFieldName };
  });
  const ids = new Map(request.map(({ id }, index) => [id ?? 0, fields[index]?.id ?? 0]));
  const moved = fields.map((field) => ({ ...field, rules: moveCondition(field.rules, ids) }));
  return { ...plan, fields: moved, nextId: numbers.reached() };
}

/** Adds the fields found in a new document. */
export function addPlanDocument(
  plan: TemplatePlan,
  document: Omit<TemplateDocument, 'pageCount'>,
): TemplatePlan {
  const signings = signingsOf(plan);
  const source = { documentId: document.id, contents: document.contents };
  return addFields(plan, planRequestedFields(signings, source), { signings, documentId: document.id });
}

export function removePlanDocument(plan: TemplatePlan, documentId: number): TemplatePlan {
  return { ...plan, fields: plan.fields.filter((field) => field.documentId !== documentId) };
}

/** The plan for copies of the documents; `documentIds` maps old ids to new ones. */
export function movePlan(plan: TemplatePlan, documentIds: ReadonlyMap<number, number>): TemplatePlan {
  const idOf = (id: number) => assertPresent(documentIds.get(id), `the copy of document ${id}`);
  return {
    ...plan,
    recipients: plan.recipients.map((each) => ({
      ...each,
      anchorTag: moveAnchorTag(each.anchorTag, documentIds),
    })),
    fields: plan.fields.map((field) => ({ ...field, documentId: idOf(field.documentId) })),
  };
}

/** No document has this id: an anchor tag may still name pages of a document that was removed. */
const REMOVED_DOCUMENT = 0;

/** A tag restricted to pages refers to the pages of the copies. */
export function moveAnchorTag(text: string | null, documentIds: ReadonlyMap<number, number>): string | null {
  const tag = text === null ? null : readAnchorTag(text);
  if (!tag?.pages) return text;
  const pages = tag.pages.map(
    ({ documentId, page }) => `${documentIds.get(documentId) ?? REMOVED_DOCUMENT}_${page}`,
  );
  return `${tag.tag}-${pages.join(',')}`;
}

interface Signing {
  roleId: number;
  anchorTag: string | null;
  recipientId: number;
  tag: ReturnType<typeof readAnchorTag>;
}

/** The signing roles in the order of their steps; roles without a step are last. */
function signingsOf({ recipients, steps }: TemplatePlan): Signing[] {
  const without = slotlessRoles({ steps });
  const orders = new Map(
    steps.flatMap(({ actions }, order) => actions.map(({ roleId }) => [roleId, order] as const)),
  );
  const orderOf = ({ roleId }: Signing) => orders.get(roleId) ?? Number.MAX_SAFE_INTEGER;
  return recipients
    .flatMap(({ id: recipientId, anchorTag, roles }) =>
      roles
        .filter(({ id, type }) => type === 'sign' && !without.has(id))
        .map(({ id: roleId }) => ({
          roleId,
          recipientId,
          anchorTag,
          tag: anchorTag === null ? null : readAnchorTag(anchorTag),
        })),
    )
    .sort((a, b) => orderOf(a) - orderOf(b) || a.roleId - b.roleId);
}

/** Placeholders with a new or changed tag get the fields of the documents' anchors. */
function createAnchoredFields(
  plan: TemplatePlan,
  { before, documents }: { before: TemplatePlan; documents: readonly TemplateDocument[] },
): TemplatePlan {
  const tags = new Map(before.recipients.map(({ id, anchorTag }) => [id, anchorTag]));
  const signings = signingsOf(plan).filter(
    ({ recipientId, anchorTag }) => anchorTag !== (tags.get(recipientId) ?? null),
  );
  const again = new Set(signings.map(({ roleId }) => roleId));
  const cleared: TemplatePlan = { ...plan, fields: plan.fields.filter(({ roleId }) => !again.has(roleId)) };
  return documents.reduce(
    (sum, { id: documentId, contents }) =>
      addFields(sum, planAnchoredFields(signings, { documentId, contents }), { signings, documentId }),
    cleared,
  );
}

function addFields(
  plan: TemplatePlan,
  planned: readonly PlannedField[],
  { signings, documentId }: { signings: readonly Signing[]; documentId: number },
): TemplatePlan {
  const numbers = numbersFrom(plan);
  const room = LIMITS.workflowFieldsMax - plan.fields.length;
  const taken = plan.fields.map(({ rules }) => rules.key);
  const fields = withoutSharedKeys(planned.slice(0, Math.max(0, room)), taken).map((field) => ({
    id: numbers.next(),
    ...defaultPlacement(field, {
      documentId,
      roleId: assertPresent(signings[field.signing], 'the role of a planned field').roleId,
    }),
    pdfFieldName: field.pdfFieldName,
  }));
  return { ...plan, fields: [...plan.fields, ...fields], nextId: numbers.reached() };
}

function numbersFrom({ nextId }: TemplatePlan): { next(): number; reached(): number } {
  let reached = nextId;
  return {
    next: () => {
      reached += 1;
      return reached - 1;
    },
    reached: () => reached,
  };
}
