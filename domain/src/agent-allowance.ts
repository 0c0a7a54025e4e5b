import { emailKey } from './recipient.ts';
import { readableWords } from './untrusted-text.ts';

/** What an organization lets agents send by themselves. */
export interface AgentAllowance {
  /** The version of each template as it was listed. */
  versions: ReadonlyMap<number, number>;
  domains: readonly string[];
  /** Whether who set it still runs the organization: nobody else answers for it. */
  isVouchedFor: boolean;
}

interface Person {
  name: string;
  email: string;
}

/** A draft that an agent would send. */
export interface AgentDraft {
  name: string;
  message: string | null;
  /** Whether nothing has happened to it since this user's agent made it. */
  isUntouched: boolean;
  /** Of which it was made, and as it is now; null where it was made of none, or that is gone. */
  template: { id: number; usedVersion: number; version: number; name: string; message: string | null } | null;
  people: readonly Person[];
  /** Who gets copies. */
  followers: readonly Person[];
  /** Those whom the organization knows by one of these names or addresses. */
  known: readonly Person[];
}

export const ALLOWANCE_LIMITS = { templates: 100, domains: 100, dailyCap: 1_000 } as const;

/**
 * Why a draft is not covered by an allowance, so that a person decides; null where it is sent at once. What an agent
 * was told by strangers must do no harm: it chooses people within domains, and what a template asks for, and nothing
 * that they read besides.
 */
export function findAllowanceProblem(allowance: AgentAllowance, draft: AgentDraft): string | null {
  const { template } = draft;
  if (!allowance.isVouchedFor)
    return 'Who allowed it is no administrator any more; another one has to allow it anew.';
  if (template === null || !draft.isUntouched)
    return 'Only what this agent made of a template, and nobody has changed since, is sent without a person.';
  const listed = allowance.versions.get(template.id);
  if (listed === undefined) return 'Its template is not among those that agents may send by themselves.';
  if (listed !== template.usedVersion || listed !== template.version)
    return 'Its template has changed since it was allowed; an administrator has to allow it anew.';
  if (draft.name !== template.name || draft.message !== template.message)
    return 'Its name and its message are not those of the template: these words are for a person to check.';
  return findPersonProblem(allowance.domains, draft);
}

function findPersonProblem(
  domains: readonly string[],
  { people, followers, known }: AgentDraft,
): string | null {
  for (const { name, email } of [...people, ...followers]) {
    if (!isWithin(email, domains)) return 'Not all addresses are within the domains that are allowed.';
    if (readableWords(name, 100) !== name || /[\n\t]/.test(name))
      return 'The name of a person has words or signs that no name has.';
  }
  const isStranger = people.some((person) => isKnownOtherwise(person, known));
  return isStranger ? 'A person is known here by another name or address.' : null;
}

/** Someone who takes the name of another person, or the address. */
function isKnownOtherwise(person: Person, known: readonly Person[]): boolean {
  const matches = known.map(({ name, email }) => ({
    isName: nameKey(name) === nameKey(person.name),
    isAddress: emailKey(email) === emailKey(person.email),
  }));
  if (matches.some(({ isName, isAddress }) => isName && isAddress)) return false;
  return matches.some(({ isName, isAddress }) => isName || isAddress);
}

/**
 * Whether an address is in one of the domains: not below it, and not by another spelling. An address with a tag behind
 * a plus, or in quotes, may be one mailbox in many guises.
 */
function isWithin(email: string, domains: readonly string[]): boolean {
  const [, domain] = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?@([a-z0-9.-]+)$/i.exec(email) ?? [];
  return domain !== undefined && domains.includes(domain.toLowerCase());
}

/** A name as it is compared: however it is spaced and written in capitals. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}

/** A domain as it is compared; null where it is none. Names in other letters are written with xn--. */
export function readAllowedDomain(stated: string): string | null {
  const domain = stated.trim().toLowerCase().replace(/^@/, '');
  const isDomain =
    domain.length <= 253 &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(domain);
  return isDomain ? domain : null;
}
