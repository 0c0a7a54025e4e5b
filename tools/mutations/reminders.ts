import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/reminders.test.ts'];

/** Reminders that go out by themselves: never too many, never after the end, never twice, never at night. */
export const reminderFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/reminder.ts',
    tests: ['domain/src/reminder.test.ts'],
    faults: {
      'one-reminder-more-than-the-most': ['sent >= plan.max', 'sent > plan.max'],
      'reminded-at-night': ['hour >= OPENS && hour < CLOSES', 'hour >= 0 && hour < 24'],
      'reminded-by-the-clock-of-the-server': [
        'const guess = new Date(opening - (local - at.getTime()));\n  return new Date(guess.getTime() - (localTime(guess, timeZone) - opening));',
        'return new Date(opening - (local - at.getTime()));',
      ],
      'last-reminder-taken-by-the-clock': [
        'untilDeadline(toDaytime(due, { timeZone, weekdaysOnly: false })) ??\n    due',
        'null',
      ],
      'reminded-after-the-deadline': ['(date < expiresAt ? date : null)', 'date'],
      'reminder-by-hand-moves-nothing': [
        'remindedAt === null ? next :',
        'remindedAt !== null || remindedAt === null ? next :',
      ],
      'unknown-part-of-reminders-ignored': [
        'if (!isPart(name))\n      return {',
        'if (!isPart(name)) continue;\n    if (false)\n      return {',
      ],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-store.ts',
    tests,
    faults: {
      'reminded-after-an-answer': [
        "if (workflow.status !== 'started' || action.status !== 'started' || !recipient || !askedAt) return null;",
        'if (!recipient || !askedAt) return null;',
      ],
      'reminded-where-no-mail-arrives': ['if (recipient.mail_problem !== null) return null;', ''],
      'zone-of-the-recipient-ignored': ["recipient.time_zone ?? 'UTC'", "'UTC'"],
      'default-of-reminders-over-what-is-said': [
        ' || PREFERENCES.reminders in preferences) return',
        ') return',
      ],
    },
  },
  {
    file: 'server/src/templates/template-reminders.ts',
    tests,
    faults: {
      'reminders-of-a-template-unread': ['requireReminders(reminders);', ''],
      'reminders-of-a-template-stay': [
        'reminders === null ? others :',
        'reminders === null ? template.preferences :',
      ],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/send-due-reminders.ts',
    tests,
    faults: {
      'due-reminder-sent-without-looking-again': [
        'if (dueAt === null || dueAt > now) {',
        'if (dueAt === null) {',
      ],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/replace-recipient.ts',
    tests,
    faults: {
      'another-person-reminded-as-the-former': [
        'await restartReminders(tx, before.id, now);',
        'void restartReminders;',
      ],
    },
  },
];
