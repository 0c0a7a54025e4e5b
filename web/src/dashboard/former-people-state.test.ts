import { describe, expect, it } from 'vitest';
import type { Workflow } from '../api/wire.ts';
import { formerPeople, hasNobody, namesOf } from './former-people-state.ts';
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
    expect(offered.map(namesOf)).toEqual(['Bob → Ada', 'Ada', 'Bob']);
    expect(offered.map((steps) => steps[0]?.type)).toEqual(['review', 'sign', 'sign']);
    expect(offered[1]?.[0]?.people).toEqual([
      { key: expect.any(String), ...ADA, phone: '', identification: '' },
    ]);
  });

  it('is for a form in which nobody is entered', () => {
    const step = newStep('a', 'b');
    expect(hasNobody([step])).toBe(true);
    expect(hasNobody([step, { ...step, people: [{ key: 'c', name: '', email: 'a' }] }])).toBe(false);
  });
});
