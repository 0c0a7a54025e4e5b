import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Changeable,
  decideChange,
  isFinal,
  LIMITS,
  mergePreferences,
  NOTHING_SET_UP,
  PREFERENCES,
  Refusal,
  readAnchorTag,
  WORKFLOW_STATUSES,
} from './index.ts';

const NOW = 1_800_000_000;
const DAY = 86_400;
const rules = { nowSeconds: NOW, expirySecondsMin: LIMITS.expirySecondsMin, levels: NOTHING_SET_UP };
const current: Changeable = {
  name: 'Lease',
  type: 'simple',
  expiresAtSeconds: NOW + DAY,
  workspaceId: 1,
  senderMessage: 'Please sign',
  senderName: 'The Mill',
  scheduledStartSeconds: null,
  metadata: { order: '42' },
};

describe('changing a workflow', () => {
  test('sending back what was read changes nothing, in any status, whatever the rules for new values say', () => {
    const same = {
      name: current.name,
      type: current.type,
      expiryDate: current.expiresAtSeconds,
      senderMessage: current.senderMessage,
      senderName: current.senderName,
      metadata: current.metadata,
      newWorkspaceId: 1,
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...WORKFLOW_STATUSES),
        fc.subarray(Object.keys(same) as (keyof typeof same)[]),
        (status, keys) => {
          const request = Object.fromEntries(keys.map((key) => [key, same[key]]));
          const { status: _status, ...unchanged } = { ...current, status };
          expect(decideChange({ ...current, status }, request, rules)).toEqual({
            next: unchanged,
            changed: [],
          });
        },
      ),
    );
  });

  test.each(WORKFLOW_STATUSES)(
    '%s: type and deadline change when they may, and are refused when not',
    (status) => {
      const attempt = (request: object) => {
        try {
          return decideChange({ ...current, status }, request, rules).changed;
        } catch (error) {
          return error instanceof Refusal ? error.code : error;
        }
      };
      const isDraft = status === 'not_started';
      expect(attempt({ type: 'advanced' })).toEqual('VALIDATION_ERROR');
      const older = { ...current, type: 'advanced', status } as const;
      const toSimple = () => decideChange(older, { type: 'simple' }, rules).changed;
      if (isDraft) expect(toSimple()).toEqual(['type']);
      else expect(toSimple).toThrow(/can no longer be changed: type/);
      const deadline = attempt({ expiryDate: NOW + 10 * DAY });
      expect(deadline).toEqual(isFinal(status) ? 'WORKFLOW_STATUS_CONFLICT' : ['expiryDate']);
      expect(attempt({ name: 'Other', metadata: [] })).toEqual(['name', 'metadata']);
    },
  );

  test('a start by date is between now and the deadline, the new one if there is one', () => {
    const draft = { ...current, status: 'not_started' as const };
    const scheduledStartDate = NOW + 2 * DAY;
    expect(() => decideChange(draft, { scheduledStartDate }, rules)).toThrow(Refusal);
    const { next } = decideChange(draft, { scheduledStartDate, expiryDate: NOW + 8 * DAY }, rules);
    expect(next.scheduledStartSeconds).toBe(scheduledStartDate);
    const taken = { ...draft, scheduledStartSeconds: NOW + 60 };
    expect(decideChange(taken, { scheduledStartDate: null }, rules).next.scheduledStartSeconds).toBeNull();
  });
});

const url = 'https://example.com/hook';
const secret = 's'.repeat(32);
const set = { [PREFERENCES.callbackUrl]: url, [PREFERENCES.callbackSecret]: secret };

test('merging preferences: what is not named stays, what is named is set, an empty value takes it back', () => {
  const attach = { name: PREFERENCES.attachDocument, value: '0' };
  expect(mergePreferences(set, [attach])).toEqual({
    preferences: { ...set, [PREFERENCES.attachDocument]: '0' },
    violations: {},
  });
  expect(mergePreferences(set, [{ name: PREFERENCES.callbackUrl, value: '' }])).toEqual({
    preferences: {},
    violations: {},
  });
  const fresh = { name: PREFERENCES.callbackSecret, value: 't'.repeat(32) };
  expect(mergePreferences(set, [fresh]).preferences[PREFERENCES.callbackSecret]).toBe(fresh.value);
});

test.each([
  ['tenant', { tag: 'tenant', pages: null }],
  ['tenant-2', { tag: 'tenant-2', pages: null }],
  ['tenant-12_1', { tag: 'tenant', pages: [{ documentId: 12, page: 1 }] }],
  [
    'the-tenant-12_1,13_20',
    {
      tag: 'the-tenant',
      pages: [
        { documentId: 12, page: 1 },
        { documentId: 13, page: 20 },
      ],
    },
  ],
  ['a b', null],
  ['', null],
])('a recipient’s anchor tag: %j', (text, tag) => {
  expect(readAnchorTag(text)).toEqual(tag);
});
