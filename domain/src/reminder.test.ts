import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PREFERENCES, readPreferences } from './preference.ts';
import {
  type Asked,
  nextReminder,
  PROPOSED_REMINDERS,
  readReminderPlan,
  reminderPlanOf,
} from './reminder.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Australia/Lord_Howe',
];
const at = (text: string) => new Date(text);

describe('the value of the preference', () => {
  const problemOf = (value: string) =>
    readPreferences([{ name: PREFERENCES.reminders, value }]).violations['preferences[0][value]'] ?? null;

  it('is off, or days with a limit', () => {
    expect(readReminderPlan('off')).toEqual({ plan: null });
    const plan = { first: 3, every: 3, max: 5, beforeExpiry: 1, weekdaysOnly: false };
    expect(readReminderPlan(PROPOSED_REMINDERS)).toEqual({ plan });
    expect(reminderPlanOf('max=1;every=2;first=1;weekdays=1')).toEqual({
      ...{ first: 1, every: 2, max: 1, beforeExpiry: null, weekdaysOnly: true },
    });
    expect(problemOf(PROPOSED_REMINDERS)).toBeNull();
  });

  it.each([
    ['first=3;every=3;max=5;often=1', '“often=1” is no part'],
    ['on', '“on” is no part'],
    ['first=3;every=3;max=5;', '“” is no part'],
    ['first=3;every=x;max=5', '“every=x” is no part'],
    ['first=0;every=3;max=5', '“first” must be a whole number from 1 to 30'],
    ['first=3;every=3;max=21', '“max” must be'],
    ['first=3;every=3;max=5;max=5', '“max” is there twice'],
    ['first=3;max=5', '“every” is missing'],
    ['constructor=3;first=3;every=3;max=5', '“constructor=3” is no part'],
  ])('%s is refused with the remedy', (value, sentence) => {
    expect(problemOf(value)).toContain(sentence);
  });
});

/** What goes out by itself to one who never acts, where the job looks every few minutes. */
function remindersFor(asked: Omit<Asked, 'remindedAt' | 'sent'>, from = asked.askedAt): Date[] {
  const sent: Date[] = [];
  for (let now = from; sent.length < 100; ) {
    const next = nextReminder({ ...asked, remindedAt: sent.at(-1) ?? null, sent: sent.length }, now);
    if (next === null) return sent;
    sent.push(next);
    now = next;
  }
  return sent;
}

const asked = (plan: string, more: Partial<Asked> = {}) => ({
  plan: reminderPlanOf(plan),
  askedAt: at('2026-03-23T10:00:00Z'),
  expiresAt: at('2026-04-22T10:00:00Z'),
  timeZone: 'UTC',
  ...more,
});
const text = (dates: Date[]) => dates.map((each) => each.toISOString().slice(0, 16));

describe('when the next reminder is due', () => {
  it('is after the first days, then regularly; the last one is before the deadline', () => {
    expect(text(remindersFor(asked(PROPOSED_REMINDERS)))).toEqual([
      ...['2026-03-26T10:00', '2026-03-29T10:00', '2026-04-01T10:00', '2026-04-04T10:00'],
      '2026-04-21T10:00',
    ]);
    expect(text(remindersFor(asked('first=10;every=10;max=5;beforeExpiry=1')))).toEqual([
      ...['2026-04-02T10:00', '2026-04-12T10:00', '2026-04-21T10:00'],
    ]);
    expect(text(remindersFor(asked('first=2;every=20;max=1')))).toEqual(['2026-03-25T10:00']);
    expect(remindersFor(asked('off'))).toEqual([]);
  });

  it('waits for the day of the zone, on both sides of the change to summer time', () => {
    const paris = asked('first=5;every=1;max=3', {
      timeZone: 'Europe/Paris',
      askedAt: at('2026-03-23T21:30:00Z'),
    });
    expect(text(remindersFor(paris))).toEqual(['2026-03-29T07:00', '2026-03-30T07:00', '2026-03-31T07:00']);
    const later = { ...paris, plan: reminderPlanOf('first=4;every=1;max=2') };
    // 9 o'clock is 8:00 UTC on Saturday, and 7:00 on Sunday.
    expect(text(remindersFor({ ...later, askedAt: at('2026-03-24T02:00:00Z') }))).toEqual([
      ...['2026-03-28T08:00', '2026-03-29T08:00'],
    ]);
  });

  it('leaves weekends out where the plan says so, but not the last one before the deadline', () => {
    // Friday morning to Sunday evening.
    const friday = asked('first=1;every=1;max=2;beforeExpiry=1;weekdays=1', {
      ...{ askedAt: at('2026-03-26T20:00:00Z'), expiresAt: at('2026-03-29T20:00:00Z') },
    });
    expect(text(remindersFor(friday))).toEqual(['2026-03-29T09:00']);
    expect(text(remindersFor(asked('first=5;every=30;max=1;weekdays=1')))).toEqual(['2026-03-30T09:00']);
  });

  it('keeps its last one at night where nothing of the day is left, as after an outage', () => {
    const late = asked('first=1;every=1;max=1;beforeExpiry=1', { expiresAt: at('2026-03-26T06:00:00Z') });
    const now = at('2026-03-26T02:00:00Z');
    expect(nextReminder({ ...late, remindedAt: null, sent: 0 }, now)).toEqual(now);
    const regular = { ...late, plan: reminderPlanOf('first=1;every=1;max=2'), remindedAt: null, sent: 1 };
    expect(nextReminder(regular, now)).toBeNull();
  });

  it('keeps all rules on any calendar: zones, deadlines, reminders by hand, late jobs', () => {
    const plans = fc.record({
      first: fc.integer({ min: 1, max: 30 }),
      every: fc.integer({ min: 1, max: 30 }),
      max: fc.integer({ min: 1, max: 20 }),
      beforeExpiry: fc.option(fc.integer({ min: 1, max: 30 })),
      weekdaysOnly: fc.boolean(),
    });
    const calendar = fc.record({
      plan: plans,
      timeZone: fc.constantFrom(...ZONES),
      askedAt: fc.date({
        min: at('2026-01-01T00:00:00Z'),
        max: at('2027-12-31T00:00:00Z'),
        noInvalidDate: true,
      }),
      hours: fc.integer({ min: 1, max: 90 * 24 }),
      // After so many hours somebody reminds by hand, and each job is so many minutes late.
      byHand: fc.option(fc.integer({ min: 1, max: 400 })),
      late: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(calendar, ({ plan, timeZone, askedAt, hours, byHand, late }) => {
        const expiresAt = new Date(askedAt.getTime() + hours * HOUR);
        const handAt = byHand === null ? null : new Date(askedAt.getTime() + byHand * HOUR);
        const sent: Date[] = [];
        let remindedAt: Date | null = null;
        let now = askedAt;
        for (;;) {
          const next = nextReminder(
            { plan, askedAt, remindedAt, sent: sent.length, expiresAt, timeZone },
            now,
          );
          if (handAt && handAt > now && (next === null || handAt <= next) && handAt < expiresAt) {
            now = handAt;
            remindedAt = handAt;
            continue;
          }
          if (next === null) break;
          expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime());
          const ran = new Date(next.getTime() + late * 60_000);
          // The job looks again, as it may be late.
          const again = nextReminder(
            { plan, askedAt, remindedAt, sent: sent.length, expiresAt, timeZone },
            ran,
          );
          if (again === null) break;
          if (again > ran) {
            now = ran;
            continue;
          }
          expect(ran.getTime() - (remindedAt ?? askedAt).getTime()).toBeGreaterThanOrEqual(DAY);
          expect(ran.getTime()).toBeLessThan(expiresAt.getTime());
          const hour = Number(
            new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(ran),
          );
          const isLastDay = plan.beforeExpiry !== null && expiresAt.getTime() - ran.getTime() <= DAY;
          if (!isLastDay) expect([hour, hour >= 9 && hour < 17]).toEqual([hour, true]);
          sent.push(ran);
          remindedAt = ran;
          now = ran;
          expect(sent.length).toBeLessThanOrEqual(plan.max);
        }
      }),
      { numRuns: 400 },
    );
  });
});
