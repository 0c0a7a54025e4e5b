import { PROPOSED_REMINDERS, readReminderPlan } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { isWrong, planValueOf, textsOf } from './reminder-state.ts';

describe('a plan of reminders as it is typed', () => {
  it('is written as the preference wants it, and read back', () => {
    for (const value of [PROPOSED_REMINDERS, 'first=1;every=2;max=1', 'first=1;every=2;max=3;weekdays=1'])
      expect(planValueOf(textsOf(value))).toBe(value);
    expect(textsOf('off')).toEqual({ first: '', every: '', max: '', beforeExpiry: '', weekdaysOnly: false });
  });

  it('keeps what is wrong visible, and never writes another part', () => {
    const typed = { ...textsOf(PROPOSED_REMINDERS), every: '9;max=20' };
    expect(isWrong('every', typed.every)).toBe(true);
    expect(readReminderPlan(planValueOf(typed))).toHaveProperty('problem');
    expect(isWrong('beforeExpiry', '')).toBe(false);
    expect(['0', '31', '', 'x'].filter((text) => !isWrong('first', text))).toEqual([]);
  });
});
