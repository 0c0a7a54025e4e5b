import { type FollowerTime, isEmail, SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import type { WorkflowDetail } from '../api/wire.ts';

/** Who gets copies; `of` is the address of the person whose requests are copied, empty for the start. */
export type SendFollower = {
  key: string;
  name: string;
  email: string;
  language: SigningLanguage | '';
  when: FollowerTime;
  of: string;
};

interface Named {
  name: string;
  email: string;
}

/** What is sent of a follower. */
export function followerForm({ name, email, language, when, of }: SendFollower) {
  return { name: name.trim(), email: email.trim(), language: language || null, when, of: of || null };
}

/** The followers of a workflow as they are edited. */
export function enteredFollowers({
  followers,
  recipients,
}: Pick<WorkflowDetail, 'followers' | 'recipients'>): SendFollower[] {
  return followers.map(({ id, ofRecipientId, ...follower }) => ({
    key: String(id),
    ...enteredFollower(follower),
    of: recipients.find((each) => each.id === ofRecipientId)?.email ?? '',
  }));
}

export function enteredFollower({
  name,
  email,
  language,
  when,
}: KeptFollower): Omit<SendFollower, 'key' | 'of'> {
  const known = SIGNING_LANGUAGES.find((each) => each === language) ?? '';
  return { name, email: email ?? '', language: known, when };
}

type KeptFollower = Pick<SendFollower, 'name' | 'when'> & { email: string | null; language: string | null };

/** The people whose requests can be copied: all who have a name and an address. */
export function followedPeople(
  steps: readonly { people: readonly Named[] }[],
): { name: string; email: string }[] {
  const people = steps
    .flatMap((step) => step.people)
    .filter(({ name, email }) => name.trim() && isEmail(email.trim()));
  return [
    ...new Map(
      people.map(({ name, email }) => [email.trim().toLowerCase(), { name, email: email.trim() }]),
    ).values(),
  ];
}

/** Which kind of error a violation of a follower is; null for one of something else. */
export function followerErrorKind(path: string, followers: readonly Named[]) {
  const [, at, asked] = /^followers\[(\d+)\]\[(name|email)\]$/.exec(path) ?? [];
  if (asked === undefined) return null;
  const typed = followers[Number(at)]?.email.trim() ?? '';
  if (asked === 'name' || typed === '') return 'people';
  return isEmail(typed) ? 'duplicate' : 'email';
}
