import { readPerson, readSteps } from './draft.ts';
import { readAnchorTag } from './field.ts';
import { LIMITS } from './limits.ts';
import { colorOf, emailKey } from './recipient.ts';
import { invalid, type Violations } from './refusal.ts';
import type { ActionType } from './workflow.ts';

/** The people of a draft and what each is to do, as a request names them (interface.md §5.3). */
export interface PersonRequest {
  id?: number | undefined;
  name: string;
  email: string;
  anchorTag?: string | null | undefined;
  roles: readonly { id?: number | undefined; type: ActionType; color?: string | undefined }[];
}

export interface KnownPerson {
  id: number;
  emailKey: string;
  roles: readonly { id: number; type: ActionType; isInStep: boolean }[];
}

/** A person of the request beside the one of the draft that is meant; null where they are new. */
export interface MatchedPerson {
  id: number | null;
  name: string;
  email: string;
  emailKey: string;
  anchorTag: string | null;
  roles: readonly { id: number | null; type: ActionType; color: string }[];
}

/**
 * Finds out who of the request is who of the draft: by id, else by address; roles by id, else by their kind, so that
 * the same request twice changes nothing.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function matchPeople(
  request: readonly PersonRequest[],
  known: readonly KnownPerson[],
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
    const { name, email } = readPerson(entry, at, violations);
    const key = emailKey(email);
    if (key !== '' && emails.has(key))
      violations[`${at}[email]`] = 'This address is named already; name it once.';
    emails.add(key);
    const before = known.find((each) =>
      entry.id === undefined ? each.emailKey === key && !namedIds.has(each.id) : each.id === entry.id,
    );
    if (entry.id !== undefined && (!before || claimed.has(before.id))) {
      violations[`${at}[id]`] =
        'There is no such recipient in this workflow; leave the id out for a new one.';
    }
    if (before) claimed.add(before.id);
    const anchorTag = readTag(entry.anchorTag, { at, tags, violations });
    const roles = matchRoles(entry, { before, at, index, violations });
    return { id: before?.id ?? null, name, email, emailKey: key, anchorTag, roles };
  });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return people;
}

/** Reads the tag that text anchors name somebody by; each tag belongs to one. */
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

/** Finds out which of somebody's roles are meant: by id, else by their kind. */
export function matchRoles(
  { roles }: Pick<PersonRequest, 'roles'>,
  about: {
    before: Pick<KnownPerson, 'roles'> | undefined;
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
    const own = before?.roles.find((role) => role.id === id);
    const isNamedBefore = roles.findIndex((role) => role.id === id) < position;
    if (id !== undefined && (!own || isNamedBefore)) {
      violations[`${here}[id]`] = 'This recipient has no such role; leave the id out for a new one.';
    }
    if (own?.isInStep && own.type !== type) {
      violations[`${here}[type]`] = 'This role is in a step already; give a new role for another kind.';
    }
    const match = free.findIndex((role) => role.type === type);
    const reused = id === undefined && match >= 0 ? free.splice(match, 1)[0] : undefined;
    if (color !== undefined && !/^#[0-9a-fA-F]{6}$/.test(color)) {
      violations[`${here}[color]`] = 'Must be a colour such as #1D4ED8.';
    }
    return { id: own?.id ?? reused?.id ?? null, type, color: color ?? colorOf(index) };
  });
}

/** A step with the people who act in it, as the quick form names them; `id` where one is known already. */
export interface StepOfPeopleRequest {
  type: ActionType;
  recipients: readonly { id?: number | undefined; name: string; email: string }[];
}

/** People in the order in which they first act, each with a role for every step; per step, whose turn it is. */
export interface StepsOfPeople {
  people: readonly (PersonRequest & { roles: readonly { type: ActionType }[] })[];
  steps: readonly { type: ActionType; members: readonly { person: number; role: number }[] }[];
}

/**
 * Reads steps that name their people, each by address, and gives everybody one role for each step they act in.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readStepsOfPeople(
  request: readonly StepOfPeopleRequest[],
  knownIds: ReadonlySet<number>,
): StepsOfPeople {
  const violations: Violations = {};
  const read = readSteps(request, violations);
  for (const [index, { recipients }] of request.entries()) {
    for (const [position, { id }] of recipients.entries()) {
      if (id === undefined || knownIds.has(id)) continue;
      violations[`steps[${index}][recipients][${position}][id]`] =
        'There is no such recipient in this workflow; leave the id out for a new one.';
    }
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const people: { id?: number; name: string; email: string; roles: { type: ActionType }[] }[] = [];
  const places = new Map<string, number>();
  const claimed = new Set<number>();
  const steps = read.map(({ type, recipients }, index) => ({
    type,
    members: recipients.map(({ name, email }, position) => {
      const place = places.get(emailKey(email)) ?? people.length;
      const id = request[index]?.recipients[position]?.id;
      const known = people[place] ?? { name, email, roles: [] };
      // An id names one person: with two addresses, the first keeps it and the other is somebody new.
      if (id !== undefined && known.id === undefined && !claimed.has(id)) {
        known.id = id;
        claimed.add(id);
      }
      people[place] = known;
      places.set(emailKey(email), place);
      return { person: place, role: known.roles.push({ type }) - 1 };
    }),
  }));
  return { people, steps };
}

/** A step as a request names it: its kind in one of three spellings, and the roles that act in it. */
export interface StepRequest {
  type?: ActionType | undefined;
  sign?: boolean | undefined;
  review?: boolean | undefined;
  roles: readonly number[];
}

export interface KnownRole {
  id: number;
  recipientId: number;
  type: ActionType;
  isInStep: boolean;
}

/**
 * Reads the steps that are to be added behind those a draft has.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readNewSteps(
  request: readonly StepRequest[],
  { roles, stepCount }: { roles: readonly KnownRole[]; stepCount: number },
): { type: ActionType; roles: readonly KnownRole[] }[] {
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
    return { type: type ?? 'sign', roles: members };
  });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return steps;
}

function findRoleProblem(
  role: KnownRole | undefined,
  { type, isUsed, people }: { type: ActionType | undefined; isUsed: boolean; people: ReadonlySet<number> },
): string | null {
  if (!role) return 'There is no such role here; set the roles first.';
  if (isUsed) return 'This role is in a step already; give its person another role for this one.';
  if (type !== undefined && role.type !== type)
    return `This role is there to ${role.type}; the step is to ${type}.`;
  return people.has(role.recipientId) ? 'Its person is in this step already; name them once.' : null;
}

/** Who takes a recipient's place; `isOther` where it is another address, and so another person. */
export interface Replacement {
  name: string;
  email: string;
  emailKey: string;
  isOther: boolean;
}

/**
 * Reads the correction of a recipient; what is absent stays.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readReplacement(
  current: { name: string; email: string },
  request: { name?: string | undefined; email?: string | undefined },
): Replacement {
  const found: Violations = {};
  const { name = current.name, email = current.email } = request;
  const person = readPerson({ name, email }, '', found);
  const violations = Object.fromEntries(
    Object.entries(found).map(([key, sentence]) => [key.replaceAll(/[[\]]/g, ''), sentence]),
  );
  // A name that stays is not checked anew.
  if (request.name === undefined) delete violations.name;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const key = emailKey(person.email);
  return { ...person, emailKey: key, isOther: key !== emailKey(current.email) };
}
