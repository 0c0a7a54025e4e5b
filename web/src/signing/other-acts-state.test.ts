import { expect, it } from 'vitest';
import { actedSince, hasChanged, mayOtherPeopleAct } from './other-acts-state.ts';

type Seen = Parameters<typeof actedSince>[0];
type Status = Seen['people'][number]['status'];

const shown = { contents: '', downloadUrl: '', downloadName: '' };
const seen = (statuses: Status[], sha256 = 'a'): Seen => ({
  state: 'open',
  shownHash: sha256,
  documents: [{ id: 7, name: 'Lease', size: 1, sha256, pages: [], url: '/7', ...shown, firstPageUrl: null }],
  people: statuses.map((status, index) => ({
    name: `Person ${index}`,
    type: 'sign',
    stepOrder: 1,
    status,
    place: status === 'signed' ? { documentId: 7, page: 3 } : null,
  })),
});

it('follows others only while two people are at work', () => {
  expect(mayOtherPeopleAct(seen(['started', 'started']).people)).toBe(true);
  expect(mayOtherPeopleAct(seen(['signed', 'started', 'not_started']).people)).toBe(false);
});

it('names who has signed since, and the page where the changed document shows it', () => {
  const before = seen(['started', 'started', 'signed']);
  const now = seen(['started', 'signed', 'signed'], 'b');
  expect(actedSince(before, now)).toEqual([
    { index: 1, name: 'Person 1', type: 'sign', seenAt: { documentId: 7, page: 3 } },
  ]);
  expect(hasChanged(before, now)).toBe(true);
});

it('names no page of a document that is as it was', () => {
  expect(actedSince(seen(['started', 'started']), seen(['started', 'signed']))[0]?.seenAt).toBeNull();
});

it('takes a view that says the same for no change', () => {
  expect(hasChanged(seen(['started', 'started']), seen(['started', 'started']))).toBe(false);
});
