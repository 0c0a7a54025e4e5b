import { readName } from './draft.ts';
import type { SigningLanguage } from './identification.ts';
import { LIMITS } from './limits.ts';
import { type PersonForm, readPerson } from './recipient.ts';
import type { Violations } from './refusal.ts';
import type { TemplatePlan } from './template.ts';

/** What a public link is for who comes; `full`: all places are taken, `off`: it cannot be used, `ended`: by its maker. */
export const PUBLIC_LINK_STATES = ['open', 'early', 'closed', 'full', 'off', 'ended'] as const;
export type PublicLinkState = (typeof PUBLIC_LINK_STATES)[number];

/**
 * `asked`: the mailbox is not proven, and nothing counts. `open`: there is a workflow, which holds a place. `done`: the
 * person has answered. `abandoned`: they have not within seven days. `ended`: declined, canceled, expired or deleted.
 */
export const SUBMISSION_STATES = ['asked', 'open', 'done', 'abandoned', 'ended'] as const;

/** Who takes a place of the template besides the person who comes. */
export interface LinkPerson {
  placeholderId: number;
  name: string;
  email: string;
  language: SigningLanguage | null;
}

/** What the maker of a link says, in seconds. */
export interface PublicLinkSettings {
  name: string;
  placeholderId: number;
  people: readonly LinkPerson[];
  opensDate: number | null;
  closesDate: number | null;
  maximum: number | null;
  oncePerPerson: boolean;
  language: SigningLanguage | null;
  prefillKeys: readonly string[];
}

/** Checks all of it against the template; the result must not be used unless `violations` is empty. */
export function checkPublicLink(
  settings: PublicLinkSettings,
  { plan, nowSeconds }: { plan: TemplatePlan; nowSeconds: number },
  violations: Violations,
): PublicLinkSettings {
  const { opensDate, closesDate, maximum, placeholderId } = settings;
  const name = readName(settings.name, violations, 'public link');
  const problem = findPlaceholderProblem(plan, placeholderId);
  if (problem !== null) violations.placeholderId = problem;
  const people = checkLinkPeople(settings, plan, violations);
  if (closesDate !== null && closesDate <= Math.max(nowSeconds, opensDate ?? 0))
    violations.closesDate = 'Must be a time in the future, after opensDate.';
  if (maximum !== null && (!Number.isInteger(maximum) || maximum < 1 || maximum > LIMITS.submissionsMax))
    violations.maximum = `Must be a whole number from 1 to ${LIMITS.submissionsMax}; null for no limit.`;
  const own = keysOf(plan, placeholderId);
  for (const [index, key] of settings.prefillKeys.entries())
    if (!own.has(key))
      violations[`prefillKeys[${index}]`] =
        'This placeholder has no field with this key; who comes may fill in their own fields alone.';
  return { ...settings, name, people, prefillKeys: [...new Set(settings.prefillKeys)] };
}

/**
 * Why nobody can come in this place; null if they can. Alone in the first step: so nobody else is mailed before the
 * person who comes has answered.
 */
export function findPlaceholderProblem({ recipients, steps }: TemplatePlan, id: number): string | null {
  const placeholder = recipients.find((each) => each.id === id);
  if (!placeholder) return 'This template has no such placeholder.';
  const first = steps[0]?.actions.map(({ roleId }) => roleId) ?? [];
  const own = placeholder.roles.map((role) => role.id);
  if (first.length === 1 && own.some((roleId) => first.includes(roleId))) return null;
  return (
    'Must act alone in the first step of the template: nobody else is asked before the person who opens the ' +
    'link has answered.'
  );
}

function checkLinkPeople(
  { people, placeholderId }: PublicLinkSettings,
  { recipients }: TemplatePlan,
  violations: Violations,
): LinkPerson[] {
  const seen = new Set([placeholderId]);
  return people.map((person, index) => {
    const at = `people[${index}]`;
    const isKnown = recipients.some(({ id }) => id === person.placeholderId);
    if (!isKnown || seen.has(person.placeholderId))
      violations[`${at}[placeholderId]`] = 'Must be another placeholder of the template, each once.';
    seen.add(person.placeholderId);
    return { ...person, ...readPerson(person, { at, who: 'person' }, violations) };
  });
}

function keysOf({ fields, recipients }: TemplatePlan, placeholderId: number): Set<string> {
  const roles = recipients.find(({ id }) => id === placeholderId)?.roles.map(({ id }) => id) ?? [];
  return new Set(
    fields.flatMap(({ rules: { key }, roleId }) => (key && roles.includes(roleId) ? [key] : [])),
  );
}

/** The placeholders that the person who comes has to name people for. */
export function askedPlaceholders(
  { placeholderId, people }: Pick<PublicLinkSettings, 'people' | 'placeholderId'>,
  { recipients }: TemplatePlan,
): { id: number; name: string }[] {
  const fixed = new Set([placeholderId, ...people.map((person) => person.placeholderId)]);
  return recipients.filter(({ id }) => !fixed.has(id)).map(({ id, name }) => ({ id, name }));
}

/** All people of the workflow, in the order of the placeholders. */
export function peopleOfSubmission(
  { placeholderId, people }: Pick<PublicLinkSettings, 'people' | 'placeholderId'>,
  { recipients }: TemplatePlan,
  { visitor, named }: { visitor: PersonForm; named: readonly NamedPerson[] },
): PersonForm[] {
  return recipients.map(({ id }) => {
    if (id === placeholderId) return visitor;
    return [...people, ...named].find((person) => person.placeholderId === id) ?? {};
  });
}

export interface NamedPerson extends PersonForm {
  placeholderId: number;
}

/**
 * A name as a stranger gives it: other people will read it in mails. Shorter than other names, and nothing in it that a
 * mail program takes for an address.
 */
export function findStrangerNameProblem(name: string): string | null {
  if ([...name.trim()].length > LIMITS.strangerNameCharactersMax)
    return `Must have at most ${LIMITS.strangerNameCharactersMax} characters.`;
  if (/[@/\\<>:|{}[\]]|www\.|\d{4}/iu.test(name) || /\p{L}\.\p{Ll}{2}/u.test(name))
    return 'Must be the name of a person, without addresses, links and long numbers.';
  return null;
}

/** Those who come with what the maker of the link has signed: what the signature is over. */
export function signedPrefill(values: Readonly<Record<string, string>>, reference: string | null): string {
  const pairs = Object.entries(values).map(([key, value]) => `prefill[${key}]=${encodeURIComponent(value)}`);
  if (reference !== null) pairs.push(`ref=${encodeURIComponent(reference)}`);
  return pairs.sort().join('&');
}

/** By its dates and places; that it is off is known to who looks for the rights of its maker. */
export function publicLinkState(
  link: { opensDate: number | null; closesDate: number | null; maximum: number | null; isEnded: boolean },
  { nowSeconds, taken }: { nowSeconds: number; taken: number },
): Exclude<PublicLinkState, 'off'> {
  if (link.isEnded) return 'ended';
  if (link.closesDate !== null && nowSeconds >= link.closesDate) return 'closed';
  if (link.maximum !== null && taken >= link.maximum) return 'full';
  return link.opensDate !== null && nowSeconds < link.opensDate ? 'early' : 'open';
}
