import { type ChoiceForm, type Chosen, readChoices } from './choice.ts';
import { readSteps } from './draft.ts';
import { readAnchorTag } from './field.ts';
import { type Contact, type ContactForm, mergeContacts, NO_CONTACT, readContact } from './identification.ts';
import { LIMITS } from './limits.ts';
import { colorOf, emailKey, isUnnamed, type PersonForm, readPerson, type Witnessing } from './recipient.ts';
import { invalid, type Violations } from './refusal.ts';
import type { ActionType } from './workflow.ts';

/** The recipients of a draft and their roles, as a request names them (interface.md §5.3). */
export interface PersonRequest extends ContactForm {
  id?: number | undefined;
  name: string;
  email: string;
  /** Stands for the address of a witness whom the signer names. */
  addressKey?: string | undefined;
  anchorTag?: string | null | undefined;
  roles: readonly { id?: number | undefined; type: ActionType; color?: string | undefined }[];
}

export interface PriorPerson extends Contact {
  id: number;
  emailKey: string;
  /** A witness whom their signer names later. */
  isUnnamed?: boolean;
  roles: readonly { id: number; type: ActionType; isInStep: boolean }[];
}

/** A recipient of the request with the matching one of the draft; null for a new one. */
export interface MatchedPerson extends Contact {
  id: number | null;
  name: string;
  email: string;
  emailKey: string;
  anchorTag: string | null;
  roles: readonly { id: number | null; type: ActionType; color: string }[];
}

/**
 * Matches the recipients of a request with those of the draft: by id, else by email address; roles by id, else by kind.
 * Idempotent.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function matchPeople(
  request: readonly PersonRequest[],
  prior: readonly PriorPerson[],
): MatchedPerson[] {
  const violations: Violations = {};
  if (request.length === 0) violations.recipients = 'Give at least one recipient.';
  if (request.length > LIMITS.workflowRecipientsMax) {
    violations.recipients = `At most ${LIMITS.workflowRecipientsMax} different recipients are allowed.`;
  }
  const emails = new Set<string>();
  const tags = new Set<string>();
  const claimed = new Set<number>();
  const namedIds = new Set(request.map(({ id }) => id));
  const people = request.map((entry, index) => {
    const at = `recipients[${index}]`;
    const isKept = (each: PriorPerson) => each.id === entry.id && each.isUnnamed && isUnnamed(entry);
    const addressKey = entry.addressKey ?? prior.find(isKept)?.emailKey;
    const { name, email } = addressKey === undefined ? readPerson(entry, at, violations) : entry;
    const key = addressKey ?? emailKey(email);
    if (key !== '' && emails.has(key))
      violations[`${at}[email]`] = 'This address is named already; name it once.';
    emails.add(key);
    const before = prior.find((each) =>
      entry.id === undefined ? each.emailKey === key && !namedIds.has(each.id) : each.id === entry.id,
    );
    if (entry.id !== undefined && (!before || claimed.has(before.id))) {
      violations[`${at}[id]`] =
        'There is no such recipient in this workflow; leave the id out for a new one.';
    }
    if (before) claimed.add(before.id);
    const anchorTag = readTag(entry.anchorTag, { at, tags, violations });
    const contact = readContact(entry, at, { before: before ?? NO_CONTACT, violations });
    const roles = matchRoles(entry, { before, at, index, violations });
    return { id: before?.id ?? null, name, email, emailKey: key, anchorTag, ...contact, roles };
  });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return people;
}

/** Parses the tag that text anchors use for a recipient; tags are unique. */
export function readTag(
  value: string | null | undefined,
  { at, tags, violations }: { at: string; tags: Set<string>; violations: Violations },
): string | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  const tag = readAnchorTag(text)?.tag;
  if (tag === undefined) {
    violations[`${at}[anchorTag]`] =
      'Must be a tag of letters, digits and hyphens, or tag-documentId_page,documentId_page.';
  } else if (tags.has(tag))
    violations[`${at}[anchorTag]`] = 'Another recipient has this tag; give each their own.';
  else tags.add(tag);
  return text;
}

/** Matches the roles of a recipient: by id, else by kind. */
export function matchRoles(
  { roles }: Pick<PersonRequest, 'roles'>,
  about: {
    before: Pick<PriorPerson, 'roles'> | undefined;
    at: string;
    index: number;
    violations: Violations;
  },
): MatchedPerson['roles'] {
  const { before, at, index, violations } = about;
  if (roles.length === 0) violations[`${at}[roles]`] = 'Give at least one role, such as {"type": "sign"}.';
  if (roles.length > LIMITS.workflowStepsMax) {
    violations[`${at}[roles]`] = `At most ${LIMITS.workflowStepsMax} roles are allowed.`;
  }
  const named = new Set(roles.map(({ id }) => id));
  const free = (before?.roles ?? []).filter(({ id }) => !named.has(id));
  return roles.map(({ id, type, color }, position) => {
    const here = `${at}[roles][${position}]`;
    const editedRole = before?.roles.find((role) => role.id === id);
    const isNamedBefore = roles.findIndex((role) => role.id === id) < position;
    if (id !== undefined && (!editedRole || isNamedBefore)) {
      violations[`${here}[id]`] = 'This recipient has no such role; leave the id out for a new one.';
    }
    if (editedRole?.isInStep && editedRole.type !== type) {
      violations[`${here}[type]`] = 'This role is in a step already; give a new role for another kind.';
    }
    const match = free.findIndex((role) => role.type === type);
    const reused = id === undefined && match >= 0 ? free.splice(match, 1)[0] : undefined;
    if (color !== undefined && !/^#[0-9a-fA-F]{6}$/.test(color)) {
      violations[`${here}[color]`] = 'Must be a colour such as #1D4ED8.';
    }
    return { id: editedRole?.id ?? reused?.id ?? null, type, color: color ?? colorOf(index) };
  });
}

/** A step with its recipients, as the quick form names them; `id` for an existing recipient. */
export interface StepOfPeopleRequest {
  type: ActionType;
  recipients: readonly StepPersonRequest[];
}

interface StepPersonRequest extends PersonForm {
  id?: number | undefined;
  name: string;
  email: string;
}

type NamedPerson = ContactForm & {
  id?: number;
  name: string;
  email: string;
  addressKey: string | undefined;
  roles: { type: ActionType }[];
};

/** Recipients in the order in which they first act, each with a role per step, and the recipients of each step. */
export interface StepsOfPeople {
  people: readonly (PersonRequest & { roles: readonly { type: ActionType }[] })[];
  steps: readonly {
    type: ActionType;
    members: readonly ({ person: number; role: number } & Chosen & Witnessing)[];
  }[];
}

/**
 * Parses steps that name their recipients by email address; each recipient gets one role per step.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readStepsOfPeople(
  request: readonly StepOfPeopleRequest[],
  priorIds: ReadonlySet<number>,
): StepsOfPeople {
  const violations: Violations = {};
  const read = readSteps(request, violations);
  for (const [index, { recipients }] of request.entries()) {
    for (const [position, { id }] of recipients.entries()) {
      if (id === undefined || priorIds.has(id)) continue;
      violations[`steps[${index}][recipients][${position}][id]`] =
        'There is no such recipient in this workflow; leave the id out for a new one.';
    }
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const people: NamedPerson[] = [];
  const indexes = new Map<string, number>();
  const claimed = new Set<number>();
  const steps = read.map(({ type, recipients }, index) => ({
    type,
    members: recipients.map(({ name, email, choice, witnessOf, addressKey }, position) => {
      const key = addressKey ?? emailKey(email);
      const personIndex = indexes.get(key) ?? people.length;
      // Behind those of the request are the witnesses whom signers name.
      const { id, phone, language, identification }: Partial<StepPersonRequest> =
        request[index]?.recipients[position] ?? {};
      const contact = { phone, language, identification };
      const before: NamedPerson = people[personIndex] ?? { name, email, addressKey, roles: [] };
      const person = { ...before, ...mergeContacts<ContactForm>(before, contact) };
      // An id identifies one recipient: with two addresses, the first keeps it and the other one is new.
      if (id !== undefined && person.id === undefined && !claimed.has(id)) {
        person.id = id;
        claimed.add(id);
      }
      people[personIndex] = person;
      indexes.set(key, personIndex);
      const beside = { choice: choice ?? null, witnessOf: witnessOf ?? null };
      return { person: personIndex, role: person.roles.push({ type }) - 1, ...beside };
    }),
  }));
  return { people, steps };
}

/** A step in a request: its kind in one of three spellings, and its roles. */
export interface StepRequest {
  type?: ActionType | undefined;
  sign?: boolean | undefined;
  review?: boolean | undefined;
  roles: readonly number[];
  /** Groups of its roles, of which some are enough. */
  choices?: readonly (ChoiceForm & { roles: readonly number[] })[] | undefined;
  /** Witnesses among its roles, and whose they are. */
  witnesses?: readonly { role: number; of: number }[] | undefined;
}

export interface PriorRole {
  id: number;
  recipientId: number;
  type: ActionType;
  isInStep: boolean;
}

/**
 * Parses steps to append to those of a draft.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readNewSteps(
  request: readonly StepRequest[],
  { roles, stepCount }: { roles: readonly PriorRole[]; stepCount: number },
): { type: ActionType; roles: readonly (PriorRole & Chosen & Witnessing)[] }[] {
  const violations: Violations = {};
  if (request.length === 0) violations.steps = 'Give at least one step.';
  if (stepCount + request.length > LIMITS.workflowStepsMax) {
    violations.steps = `At most ${LIMITS.workflowStepsMax} steps are allowed.`;
  }
  const used = new Set(roles.filter((role) => role.isInStep).map(({ id }) => id));
  const steps = request.map((step, index) => {
    const at = `steps[${index}]`;
    const type = step.type ?? (step.sign ? 'sign' : step.review ? 'review' : undefined);
    if (type === undefined) violations[`${at}[type]`] = 'Must be one of sign, review.';
    if (step.roles.length === 0) violations[`${at}[roles]`] = 'Give at least one role id.';
    const people = new Set<number>();
    const members = step.roles.flatMap((id, position) => {
      const role = roles.find((each) => each.id === id);
      const problem = findRoleProblem(role, { type, isUsed: used.has(id), people });
      if (problem !== null) violations[`${at}[roles][${position}]`] = problem;
      used.add(id);
      if (role) people.add(role.recipientId);
      return role ? [role] : [];
    });
    const forms = step.roles.map((id) => findChoice(step, id));
    const choices = readChoices(forms, (position) => choiceAt(step, { at, position }), violations);
    const unknown = (step.choices ?? []).findIndex(({ roles: ids }) =>
      ids.some((id) => !step.roles.includes(id)),
    );
    if (unknown >= 0) violations[`${at}[choices][${unknown}][roles]`] = 'Must be roles of this step.';
    const choiceOf = (id: number) => choices[step.roles.indexOf(id)] ?? null;
    const witnesses = readRoleWitnesses(step, { type: type ?? 'sign', at, violations });
    const beside = members.map((role) => {
      const signer = witnesses.get(role.id);
      const witnessOf = signer === undefined ? null : members.findIndex(({ id }) => id === signer);
      return { ...role, choice: choiceOf(role.id), witnessOf };
    });
    return { type: type ?? 'sign', roles: beside };
  });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return steps;
}

/** The signer's role by that of each witness. */
function readRoleWitnesses(
  { roles, choices = [], witnesses = [] }: StepRequest,
  { type, at, violations }: { type: ActionType; at: string; violations: Violations },
): Map<number, number> {
  const signers = new Map(witnesses.map(({ role, of }) => [role, of]));
  const grouped = choices.flatMap((choice) => choice.roles);
  for (const [index, { role, of }] of witnesses.entries()) {
    const here = `${at}[witnesses][${index}]`;
    const isSound = (id: number) => roles.includes(id) && !grouped.includes(id);
    if (type !== 'sign' || !isSound(role))
      violations[`${here}[role]`] = 'Must be a role of this step that signs, and is in no group.';
    if (!isSound(of) || signers.has(of))
      violations[`${here}[of]`] =
        'Must be the role of a signer of this step who is in no group, and no witness.';
  }
  return signers;
}

function findChoice({ choices = [] }: StepRequest, roleId: number): ChoiceForm | null {
  return choices.find(({ roles }) => roles.includes(roleId)) ?? null;
}

function choiceAt({ choices = [], roles }: StepRequest, { at, position }: { at: string; position: number }) {
  return `${at}[choices][${choices.findIndex(({ roles: ids }) => ids.includes(roles[position] ?? 0))}]`;
}

function findRoleProblem(
  role: PriorRole | undefined,
  { type, isUsed, people }: { type: ActionType | undefined; isUsed: boolean; people: ReadonlySet<number> },
): string | null {
  if (!role) return 'There is no such role here; set the roles first.';
  if (isUsed) return 'This role is in a step already; give its person another role for this one.';
  if (type !== undefined && role.type !== type)
    return `This role is there to ${role.type}; the step is to ${type}.`;
  return people.has(role.recipientId) ? 'Its person is in this step already; name them once.' : null;
}

/** The replacement of a recipient; `isOther` for another email address, which means another person. */
export interface Replacement extends Contact {
  name: string;
  email: string;
  emailKey: string;
  isOther: boolean;
}

/**
 * Parses the correction of a recipient; absent properties stay. Another person has another phone number and language.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readReplacement(
  current: { name: string; email: string } & Contact,
  request: { name?: string | undefined; email?: string | undefined } & ContactForm,
): Replacement {
  const roleViolations: Violations = {};
  const { name = current.name, email = current.email } = request;
  const person = readPerson({ name, email }, '', roleViolations);
  const key = emailKey(person.email);
  const isOther = key !== emailKey(current.email);
  const before = isOther ? { ...NO_CONTACT, identification: current.identification } : current;
  const contact = readContact(request, '', { before, violations: roleViolations });
  const violations = Object.fromEntries(
    Object.entries(roleViolations).map(([key, sentence]) => [key.replaceAll(/[[\]]/g, ''), sentence]),
  );
  // An unchanged name is not validated again.
  if (request.name === undefined) delete violations.name;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return { ...person, ...contact, emailKey: key, isOther };
}

/** What another address for a task means to those who read of it. */
export const REPLACEMENT_KINDS = ['address-corrected', 'replaced', 'passed-on'] as const;
export type ReplacementKind = (typeof REPLACEMENT_KINDS)[number];

/** The sender who leaves the name as it is corrects an address; a recipient passes the task on, whatever the name. */
export function replacementKindOf(
  { name, isByRecipient }: { name: string; isByRecipient: boolean },
  former: { name: string },
): ReplacementKind {
  if (isByRecipient) return 'passed-on';
  return name === former.name ? 'address-corrected' : 'replaced';
}
