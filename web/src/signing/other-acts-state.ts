import type { PagePoint } from './signing-state.ts';
import type { SigningView } from './signing-view.ts';

type Seen = Pick<SigningView, 'state' | 'shownHash' | 'people' | 'documents'>;

/** What another person has done; `index` is their position among the people, which never changes. */
export interface OtherAct {
  readonly index: number;
  readonly name: string;
  readonly type: SigningView['action']['type'];
  /** Where it is seen; null where nothing is, as with a review. */
  readonly seenAt: PagePoint | null;
}

/** Whether another person may act while this one does: both are at work in the same step. */
export function mayOtherPeopleAct(people: Seen['people']): boolean {
  return people.filter(({ status }) => status === 'started').length > 1;
}

/** Whether a newer view tells of an act of another person. */
export function hasChanged(before: Seen, now: Seen): boolean {
  const isSame = before.state === now.state && before.shownHash === now.shownHash;
  return !isSame || actedSince(before, now).length > 0;
}

/** Who has signed or approved between two views, and where a document shows it. */
export function actedSince(before: Seen, now: Seen): OtherAct[] {
  const hashOf = ({ documents }: Seen, id: number) => documents.find((each) => each.id === id)?.sha256;
  return now.people.flatMap(({ name, type, status, place }, index) => {
    const hasActed = status === 'signed' || status === 'approved';
    if (!hasActed || before.people[index]?.status !== 'started') return [];
    const isSeen = place !== null && hashOf(before, place.documentId) !== hashOf(now, place.documentId);
    return [{ index, name, type, seenAt: isSeen ? place : null }];
  });
}

export function isSealing(view: SigningView): boolean {
  return view.state === 'done' && ['approved', 'to_be_archived'].includes(view.workflow.status);
}
