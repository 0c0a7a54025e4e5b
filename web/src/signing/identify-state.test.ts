import { expect, test } from 'vitest';
import { lookAgainMs, pauseSeconds, phaseOf, type TimedIdentification } from './identify-state.ts';
import type { Identification } from './signing-view.ts';

const code = {
  expiryDate: 1_600,
  nextDate: 1_030,
  triesLeft: 5,
  delivery: 'sent',
  problem: null,
} as const satisfies NonNullable<Identification['code']>;
const identificationWith = (
  change: Partial<NonNullable<Identification['code']>> | null,
): TimedIdentification => ({
  identification: {
    method: 'code-sms',
    to: '+41 ••• 67',
    provenUntil: null,
    code: change && { ...code, ...change },
    problem: null,
    now: 1_000,
  },
  atMs: 50_000,
});

test.each([
  ['asking', null, null],
  ['sending', { delivery: 'queued' }, null],
  ['entering', {}, null],
  ['entering', { delivery: 'kept' }, null],
  ['entering', { delivery: 'delivered' }, null],
  ['undeliverable', { delivery: 'failed' }, null],
  ['tooMany', { triesLeft: 0 }, null],
  ['late', null, {}],
  ['tooMany', null, { triesLeft: 0 }],
] as const)('%s', (phase, now, before) => {
  expect(phaseOf(identificationWith(now), before && identificationWith(before), 50_000)).toBe(phase);
});

test('ten minutes and the pause are counted from the clock of the service, whatever that of the device says', () => {
  const current = identificationWith({});
  expect(pauseSeconds(current, 50_000)).toBe(30);
  expect(pauseSeconds(current, 79_100)).toBe(1);
  expect(pauseSeconds(current, 90_000)).toBe(0);
  expect(pauseSeconds(identificationWith(null), 50_000)).toBe(0);
  expect(phaseOf(current, null, 50_000 + 599_000)).toBe('entering');
  expect(phaseOf(current, null, 50_000 + 600_000)).toBe('late');
  // Set back while the page was open.
  expect(phaseOf(current, null, 0)).toBe('entering');
  const waits = ['queued', 'sent', 'delivered', 'failed', 'kept'] as const;
  expect(waits.map((delivery) => lookAgainMs(identificationWith({ delivery })))).toEqual([
    2_000,
    10_000,
    null,
    null,
    null,
  ]);
});
