/** When recipients are reminded by themselves: in days, and how often at most. */
export interface ReminderPlan {
  first: number;
  every: number;
  max: number;
  /** Days before the deadline at which one goes out in any case; null for none. */
  beforeExpiry: number | null;
  weekdaysOnly: boolean;
}

/** What the app proposes. A call that says nothing gets none: clients rely on silence. */
export const PROPOSED_REMINDERS = 'first=3;every=3;max=5;beforeExpiry=1';
export const NO_REMINDERS = 'off';

/** The least and the most of each part. */
export const REMINDER_RANGES = {
  first: [1, 30],
  every: [1, 30],
  max: [1, 20],
  beforeExpiry: [1, 30],
  weekdays: [0, 1],
} as const;
type Part = keyof typeof REMINDER_RANGES;
const REQUIRED: readonly Part[] = ['first', 'every', 'max'];
const isPart = (name: string): name is Part => Object.hasOwn(REMINDER_RANGES, name);

/** Reads the value of the preference: a plan, or null for none. */
export function readReminderPlan(text: string): { plan: ReminderPlan | null } | { problem: string } {
  if (text === NO_REMINDERS) return { plan: null };
  const parts = new Map<Part, number>();
  for (const part of text.split(';')) {
    const [, name = '', digits = ''] = /^([^=]*)=([0-9]{1,3})$/.exec(part) ?? [];
    if (!isPart(name))
      return { problem: `“${part.slice(0, 40)}” is no part of it; write “off”, or ${PROPOSED_REMINDERS}.` };
    const [least, most] = REMINDER_RANGES[name];
    const value = Number(digits);
    if (value < least || value > most)
      return { problem: `“${name}” must be a whole number from ${least} to ${most}.` };
    if (parts.has(name)) return { problem: `“${name}” is there twice; name it once.` };
    parts.set(name, value);
  }
  const missing = REQUIRED.find((name) => !parts.has(name));
  if (missing) return { problem: `“${missing}” is missing; write for example ${PROPOSED_REMINDERS}.` };
  const numberOf = (name: Part) => parts.get(name) ?? 0;
  return {
    plan: {
      first: numberOf('first'),
      every: numberOf('every'),
      max: numberOf('max'),
      beforeExpiry: parts.get('beforeExpiry') ?? null,
      weekdaysOnly: numberOf('weekdays') === 1,
    },
  };
}

/** The plan of a value that was checked when it was stored; none where it cannot be read. */
export function reminderPlanOf(text: string): ReminderPlan | null {
  const read = readReminderPlan(text);
  return 'plan' in read ? read.plan : null;
}

/** An open action of a person. */
export interface Asked {
  plan: ReminderPlan | null;
  askedAt: Date;
  /** The last reminder, by hand or by itself. */
  remindedAt: Date | null;
  /** How many went out by themselves. */
  sent: number;
  expiresAt: Date;
  timeZone: string;
}

const DAY_MS = 86_400_000;

/**
 * When the next automatic reminder is due, not before `now`; null where none is left. The last of several is reserved
 * for the time before the deadline. Nobody is reminded within a day of being asked or reminded, at night of their zone,
 * or after the deadline.
 */
export function nextReminder(asked: Asked, now: Date): Date | null {
  const { plan, askedAt, remindedAt, sent, expiresAt, timeZone } = asked;
  if (plan === null || sent >= plan.max || expiresAt <= now) return null;
  const { weekdaysOnly } = plan;
  const notBefore = (ms: number) => new Date(Math.max(ms, now.getTime()));
  const untilDeadline = (date: Date) => (date < expiresAt ? date : null);
  const last = Math.max(askedAt.getTime(), remindedAt?.getTime() ?? 0);
  const beforeEnd = plan.beforeExpiry && expiresAt.getTime() - plan.beforeExpiry * DAY_MS;
  const hasLast = beforeEnd !== null && beforeEnd >= last + DAY_MS;
  const isReserved = beforeEnd !== null && plan.max > 1 && sent === plan.max - 1;
  const next = askedAt.getTime() + plan.first * DAY_MS;
  const again = remindedAt === null ? next : Math.max(next, remindedAt.getTime() + plan.every * DAY_MS);
  const regular = toDaytime(notBefore(again), { timeZone, weekdaysOnly });
  if (!hasLast || (!isReserved && regular.getTime() < beforeEnd))
    return isReserved ? null : untilDeadline(regular);
  // The clock does not take the last one away: without a working day before the deadline any day serves, else any hour.
  const due = notBefore(beforeEnd);
  return (
    untilDeadline(toDaytime(due, { timeZone, weekdaysOnly })) ??
    untilDeadline(toDaytime(due, { timeZone, weekdaysOnly: false })) ??
    due
  );
}

const OPENS = 9;
const CLOSES = 17;

/** The time itself where it is by day in the zone, else when the next day begins there. */
export function toDaytime(
  at: Date,
  { timeZone, weekdaysOnly }: { timeZone: string; weekdaysOnly: boolean },
): Date {
  const local = localTime(at, timeZone);
  const isBlocked = (day: number) => weekdaysOnly && [0, 6].includes(new Date(day).getUTCDay());
  const hour = (local - startOf(local)) / 3_600_000;
  if (hour >= OPENS && hour < CLOSES && !isBlocked(local)) return at;
  let day = startOf(local) + (hour < OPENS ? 0 : DAY_MS);
  while (isBlocked(day)) day += DAY_MS;
  const opening = day + OPENS * 3_600_000;
  // What the zone is ahead by may change in between.
  const guess = new Date(opening - (local - at.getTime()));
  return new Date(guess.getTime() - (localTime(guess, timeZone) - opening));
}

const startOf = (local: number) => Math.floor(local / DAY_MS) * DAY_MS;

/** By zone: formats take a millisecond to make, and never change. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 200;

/** What clocks in the zone show, as if it were UTC. */
function localTime(at: Date, timeZone: string): number {
  const format = formats.get(timeZone) ?? formatIn(timeZone);
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timeZone, format);
  const of = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at.getTime() % 1000);
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const day = { year: 'numeric', month: 'numeric', day: 'numeric', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat('en-US', { ...clock, ...day, timeZone });
}
