import { describe, expect, it } from 'vitest';
import type { Workflow } from '../api/wire.ts';
import { formerPeople, hasNobody, namesOf } from './former-people-state.ts';
import { changeDraft, emptyDraft } from './send-state.ts';
import { newStep } from './send-steps.ts';

type Someone = { name: string; email: string; language?: string };

/** A workflow in which people review or sign, one after another. */
function sentTo(status: string, ...people: (Someone & { type: 'sign' | 'review' })[]): Workflow {
  return {
    ...{ status, name: 'Lease', type: 'simple', senderMessage: null },
    recipients: people.map(({ type: _type, ...person }, id) => ({ id, ...person })),
    steps: people
      .map(({ type }, id) => ({ id, order: id + 1, type, actions: [{ id, recipientId: id }] }))
      .toReversed(),
  } as unknown as Workflow;
}

const ADA = { name: 'Ada', email: 'ada@example.com', language: 'fr' };
const BOB = { name: 'Bob', email: 'bob@example.com' };

describe('formerPeople', () => {
  it('offers each group once, the latest first, with order, task and language, and without former ids', () => {
    const offered = formerPeople([
      sentTo('not_started', { ...BOB, type: 'sign' }),
      sentTo('started', { ...BOB, type: 'review' }, { ...ADA, type: 'sign' }),
      sentTo('signed', { ...BOB, email: 'Bob@Example.com', type: 'review' }, { ...ADA, type: 'sign' }),
      sentTo('declined', { ...BOB, type: 'sign' }, { ...ADA, type: 'sign' }),
      sentTo('signed', { ...ADA, type: 'sign' }),
      sentTo('signed', { ...BOB, type: 'sign' }),
    ]);
    expect(offered.map(({ steps }) => namesOf(steps))).toEqual(['Bob → Ada', 'Ada', 'Bob']);
    expect(offered.map(({ steps }) => steps[0]?.type)).toEqual(['review', 'sign', 'sign']);
    expect(offered[1]?.steps[0]?.people).toEqual([
      { key: expect.any(String), ...ADA, phone: '', identification: '' },
    ]);
  });

  it('takes the level of the latest document along, which Undo takes back', () => {
    const sent = sentTo('started', { ...ADA, type: 'sign' });
    const [former] = formerPeople([{ ...sent, type: 'advanced' }, sent]);
    const before = emptyDraft('a');
    const after = changeDraft(before, { do: 'restore', ...former, steps: former?.steps ?? [] });
    expect(after).toMatchObject({ type: 'advanced', steps: [{ people: [{ name: 'Ada' }] }] });
    expect(changeDraft(after, { do: 'restore', steps: before.steps, type: before.type })).toEqual(before);
    // Its level may not be asked for any more: then the level stays as it is.
    expect(changeDraft(after, { do: 'restore', steps: [] }).type).toBe('advanced');
  });

  it('is for a form in which nobody is entered', () => {
    const step = newStep('a', 'b');
    expect(hasNobody([step])).toBe(true);
    expect(hasNobody([step, { ...step, people: [{ key: 'c', name: '', email: 'a' }] }])).toBe(false);
  });
});
