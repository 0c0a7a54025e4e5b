import { REMINDER_RANGES, reminderPlanOf } from '@paraph/domain';
import type { TextOf } from '../text/start-text.ts';

export const NUMBERS = ['first', 'every', 'max', 'beforeExpiry'] as const;
export type NumberName = (typeof NUMBERS)[number];

/** What is typed of a plan. */
export type ReminderTexts = Record<NumberName, string> & { weekdaysOnly: boolean };

/** The value of the preference, part by part, also where it is not valid yet. */
export function textsOf(value: string): ReminderTexts {
  const parts = new Map(value.split(';').map((part) => part.split('=') as [string, string | undefined]));
  const text = (name: NumberName) => parts.get(name) ?? '';
  return {
    ...{ first: text('first'), every: text('every'), max: text('max'), beforeExpiry: text('beforeExpiry') },
    weekdaysOnly: parts.get('weekdays') === '1',
  };
}

/** Nothing before the deadline is said by an empty text. */
export function planValueOf({ weekdaysOnly, ...texts }: ReminderTexts): string {
  const named = NUMBERS.filter((name) => name !== 'beforeExpiry' || texts.beforeExpiry !== '');
  const parts = named.map((name) => `${name}=${texts[name].replaceAll(/[;=]/g, '').trim()}`);
  return [...parts, ...(weekdaysOnly ? ['weekdays=1'] : [])].join(';');
}

export function isWrong(name: NumberName, text: string): boolean {
  if (name === 'beforeExpiry' && text === '') return false;
  const [least, most] = REMINDER_RANGES[name];
  return !/^[0-9]{1,3}$/.test(text) || Number(text) < least || Number(text) > most;
}

/** "After 3 days, then every 3 days, 5 times at most, and 1 day before the deadline" */
export function planText(value: string, t: TextOf): string {
  const plan = reminderPlanOf(value);
  if (plan === null) return t('none');
  const { first, every, max, beforeExpiry, weekdaysOnly } = plan;
  const sentences = [
    t(max === 1 ? 'planOnce' : 'plan', { first, every, max }),
    ...(beforeExpiry === null ? [] : [t('planBefore', { count: beforeExpiry })]),
    ...(weekdaysOnly ? [t('planWeekdays')] : []),
  ];
  return sentences.join(' ');
}
