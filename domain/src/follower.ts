import type { SigningLanguage } from './identification.ts';
import { LIMITS } from './limits.ts';
import { emailKey, type PersonForm, readPerson } from './recipient.ts';
import { invalid, type Violations } from './refusal.ts';

/** Which copies a follower gets: of the request, of how it ended, or both. */
export const FOLLOWER_TIMES = ['start', 'end', 'both'] as const;
export type FollowerTime = (typeof FOLLOWER_TIMES)[number];

/** A follower in a request: what was missing or did not fit is absent. */
export interface FollowerForm extends Pick<PersonForm, 'email' | 'name'> {
  language?: SigningLanguage | null | undefined;
  when?: FollowerTime | undefined;
  /** The id or the address of the recipient whose requests are copied. */
  of?: number | string | null | undefined;
}

/** Who gets copies of a workflow, and acts in nothing. */
export interface NewFollower {
  name: string;
  email: string;
  emailKey: string;
  language: SigningLanguage | null;
  when: FollowerTime;
  /** The address of the recipient whose requests are copied, as a key; null for none. */
  ofKey: string | null;
}

/** A person whose requests can be copied; without an id before there is one. */
interface Followed {
  id?: number;
  emailKey: string;
}

/** Parses the followers of a request, of whom each is named once (interface.md §3). */
export function readFollowers(
  list: readonly FollowerForm[],
  people: readonly Followed[],
  violations: Violations,
): NewFollower[] {
  if (list.length > LIMITS.workflowFollowersMax) {
    violations.followers = `At most ${LIMITS.workflowFollowersMax} followers are allowed.`;
    return [];
  }
  const seen = new Set<string>();
  return list.map((form, index) => {
    const at = `followers[${index}]`;
    const { name, email } = readPerson(form, { at, who: 'follower' }, violations);
    const key = emailKey(email);
    if (key !== '' && seen.has(key))
      violations[`${at}[email]`] = 'This address follows already; name it once.';
    seen.add(key);
    if (form.when === undefined) violations[`${at}[when]`] = `Must be one of ${FOLLOWER_TIMES.join(', ')}.`;
    const ofKey = readFollowed(form.of ?? null, people);
    if (ofKey === undefined)
      violations[`${at}[of]`] = 'Must be the id or the address of a recipient of this workflow.';
    const { language, when = 'both' } = form;
    return { name, email, emailKey: key, language: language || null, when, ofKey: ofKey ?? null };
  });
}

/** Undefined where nobody is meant by it. */
function readFollowed(of: number | string | null, people: readonly Followed[]): string | null | undefined {
  if (of === null || of === '') return null;
  const isMeant = ({ id, emailKey: key }: Followed) =>
    (id !== undefined && String(id) === String(of)) || key === emailKey(String(of));
  return people.find(isMeant)?.emailKey;
}

/** A follower of the workflows that are made of a template. */
export interface TemplateFollower extends Omit<NewFollower, 'email' | 'emailKey' | 'ofKey'> {
  /** Null: asked when the template is used. */
  email: string | null;
  /** The placeholder whose requests are copied; null for none. */
  of: number | null;
}

/**
 * Parses the followers of a template. One without an address is asked for when the template is used.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function readTemplateFollowers(
  list: readonly (Omit<FollowerForm, 'email'> & { email?: string | null | undefined })[],
  placeholders: readonly { id: number }[],
): TemplateFollower[] {
  const violations: Violations = {};
  // Who is asked for has no address to be compared or read.
  const named = list.map(({ email, of: _of, ...form }, index) => {
    return { ...form, email: email?.trim() ? email : `follower-${index}@asked.invalid` };
  });
  const followers = readFollowers(named, [], violations).map(
    ({ emailKey: _key, ofKey: _of, ...follower }, index) => {
      const { email, of = null } = list[index] ?? {};
      if (of !== null && !placeholders.some(({ id }) => id === Number(of)))
        violations[`followers[${index}][of]`] = 'Must be the id of a recipient of this template.';
      return {
        ...follower,
        email: email?.trim() ? follower.email : null,
        of: of === null ? null : Number(of),
      };
    },
  );
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return followers;
}

/**
 * The followers of a workflow that is made of a template: those of the call take the places that the template asks for,
 * in their order, and further ones are added.
 */
export function fillFollowers(
  kept: readonly TemplateFollower[],
  {
    given,
    people,
  }: { given: readonly FollowerForm[]; people: readonly (Followed & { placeholderId: number })[] },
  violations: Violations,
): NewFollower[] {
  const asked = kept.filter(({ email }) => email === null);
  for (const [index, { name }] of asked.entries()) {
    if (!given[index])
      violations[`followers[${index}][email]`] = `The template asks who “${name}” is; name them.`;
  }
  const keyOf = (of: number | null) =>
    people.find(({ placeholderId }) => placeholderId === of)?.emailKey ?? null;
  const filled = given.map((form, index) => {
    const place = asked[index];
    if (!place) return form;
    return { ...form, when: form.when ?? place.when, of: form.of ?? keyOf(place.of) };
  });
  const read = readFollowers(filled, people, violations);
  const seen = new Set(read.map(({ emailKey: key }) => key));
  const named = kept.flatMap(({ email, of, ...follower }) =>
    email === null || seen.has(emailKey(email))
      ? []
      : [{ ...follower, email, emailKey: emailKey(email), ofKey: keyOf(of) }],
  );
  return [...read, ...named];
}
