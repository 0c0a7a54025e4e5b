import { readMessage, readName, readType } from './draft.ts';
import type { SigningLanguage } from './identification.ts';
import type { LevelFacts } from './level.ts';
import { LIMITS } from './limits.ts';
import { findNameProblem } from './name.ts';
import { invalid, type Violations } from './refusal.ts';
import type { WorkflowType } from './workflow.ts';

/** The properties of a template in a request; absent ones stay. */
export interface TemplateRequest {
  name?: string | undefined;
  type?: WorkflowType | undefined;
  senderMessage?: string | null | undefined;
  expiryDays?: number | undefined;
  language?: SigningLanguage | null | undefined;
}

/** How a place is called, in a request: what was missing or did not fit is absent. */
interface RoleName {
  recipientId?: number | undefined;
  name?: string | undefined;
}

/** What a template out of a workflow takes of its people. */
export interface PeopleRequest {
  /** What places are called; those that are not named are called after the person. */
  placeholders?: readonly RoleName[] | undefined;
  /** Whether it asks for the addresses of followers each time, instead of keeping them. */
  askFollowers?: boolean | undefined;
}

export interface TemplateHead {
  name: string;
  type: WorkflowType;
  /** The message in the invitations of every workflow created from it. */
  senderMessage: string | null;
  /** Days from the creation of a workflow to its deadline. */
  expiryDays: number;
  /** Of people whose language nobody has said; null where nothing is said. */
  language: SigningLanguage | null;
}

/** What an instance and an organization set. */
export interface TemplateRules {
  expirySecondsMin: number;
  levels: LevelFacts;
}

const DAY = 86_400;

/** Defaults of a template. Its workflows expire after ninety days (interface.md §5.2). */
export const NEW_TEMPLATE: TemplateHead = {
  name: '',
  type: 'simple',
  senderMessage: null,
  expiryDays: LIMITS.expirySecondsMax / DAY,
  language: null,
};

/** Parses the changes of a request; the result must not be used unless `violations` is empty. */
export function readTemplate(
  current: TemplateHead,
  request: TemplateRequest,
  { expirySecondsMin, levels, violations }: TemplateRules & { violations: Violations },
): TemplateHead {
  const { name = '', type = current.type, senderMessage = current.senderMessage } = request;
  // Clients may send back the name that they read.
  const isSame = current.name !== '' && (request.name === undefined || request.name === current.name);
  return {
    name: isSame ? current.name : readName(name, violations, 'template'),
    // Clients may send back the level that they read, although it cannot be chosen any more.
    type: type === current.type ? type : readType(type, levels, violations),
    senderMessage:
      request.senderMessage === undefined ? senderMessage : readMessage(senderMessage ?? '', violations),
    expiryDays:
      request.expiryDays === undefined
        ? current.expiryDays
        : readExpiryDays(request.expiryDays, expirySecondsMin, violations),
    language: request.language === undefined ? current.language : request.language,
  };
}

/**
 * Parses the changes of an existing template.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function reviseTemplate(
  current: TemplateHead,
  request: TemplateRequest,
  rules: TemplateRules,
): TemplateHead {
  const violations: Violations = {};
  const next = readTemplate(current, request, { ...rules, violations });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return next;
}

function expiryDaysLimits(expirySecondsMin: number): { min: number; max: number } {
  return { min: Math.max(1, Math.ceil(expirySecondsMin / DAY)), max: LIMITS.expirySecondsMax / DAY };
}

/** The days that people have in a workflow, for workflows made like it; its seconds are those of start and deadline. */
export function expiryDaysLike(
  { startSeconds, expirySeconds }: { startSeconds: number; expirySeconds: number },
  expirySecondsMin: number,
): number {
  const { min, max } = expiryDaysLimits(expirySecondsMin);
  return Math.min(max, Math.max(min, Math.round((expirySeconds - startSeconds) / DAY)));
}

/** A name of its own for each placeholder, after the people whose part it is. */
export function namePlaceholders(
  people: readonly { readonly id: number; readonly name: string }[],
  chosen: readonly RoleName[] = [],
  violations: Violations = {},
): string[] {
  const roles = readRoleNames(people, chosen, violations);
  const names: string[] = [];
  const taken = [...roles.values()];
  for (const person of people) {
    const role = roles.get(person.id) ?? freeName(person.name, taken, names.length + 1);
    names.push(role);
    taken.push(role);
  }
  return names;
}

/** What places are to be called, such as Tenant, by the recipients who have them in the workflow. */
function readRoleNames(
  people: readonly { readonly id: number }[],
  chosen: readonly RoleName[],
  violations: Violations,
): Map<number, string> {
  const roles = new Map<number, string>();
  for (const [index, { recipientId = 0, name = '' }] of chosen.entries()) {
    const at = `placeholders[${index}]`;
    const role = readPlaceholderName(name, `${at}[name]`, violations);
    if ([...roles.values()].includes(role))
      violations[`${at}[name]`] ??= 'Another recipient has this name; give each their own.';
    if (!people.some(({ id }) => id === recipientId) || roles.has(recipientId))
      violations[`${at}[recipientId]`] = 'Must be the id of a recipient of the workflow, each named once.';
    roles.set(recipientId, role);
  }
  return roles;
}

function freeName(name: string, taken: readonly string[], position: number): string {
  const violations: Violations = {};
  const read = readPlaceholderName(name, 'name', violations);
  const wanted = Object.keys(violations).length > 0 ? `Recipient ${position}` : read;
  let free = wanted;
  for (let number = 2; taken.includes(free); number += 1) {
    const ending = ` ${number}`;
    free = [...wanted].slice(0, LIMITS.nameCharactersMax - ending.length).join('') + ending;
  }
  return free;
}

function readExpiryDays(days: number, expirySecondsMin: number, violations: Violations): number {
  const { min, max } = expiryDaysLimits(expirySecondsMin);
  if (days < min || days > max) {
    violations.expiryDays = `Must be a number of whole days, ${min} to ${max}.`;
  }
  return days;
}

export function readPlaceholderName(value: string, at: string, violations: Violations): string {
  const name = value.trim();
  const problem = findNameProblem(name);
  if (name === '') violations[at] = 'Say who this is to be, such as Buyer.';
  else if ([...name].length > LIMITS.nameCharactersMax) {
    violations[at] = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
  } else if (problem !== null) violations[at] = problem;
  return name;
}
