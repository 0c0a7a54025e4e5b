import { MAIL_KINDS, SIGNING_LANGUAGES } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { formatTime, formatWait, textsFor, textsIn } from './mail-texts.ts';

const en = textsIn('en');

const now = new Date('2026-11-20T12:00:00Z');
const wait = (hours: number) => formatWait(new Date(now.getTime() + hours * 3_600_000), now, en);

it('times are said by the clock of the reader with UTC beside, and in UTC where their zone is not known', () => {
  const time = new Date('2026-11-21T23:05:59Z');
  expect(formatTime(time, en)).toBe('21 Nov 2026, 23:05 UTC');
  expect(formatTime(time, en, 'Europe/London')).toBe('21 Nov 2026, 23:05 UTC');
  expect(formatTime(time, en, 'America/New_York')).toBe('21 Nov 2026, 18:05 GMT-5 (23:05 UTC)');
  expect(formatTime(time, textsIn('de'), 'Europe/Berlin')).toBe(
    '22. Nov. 2026, 00:05 MEZ (21. Nov. 2026, 23:05 UTC)',
  );
});

it('times are also said as a wait, in as many days as pages and dialogs say', () => {
  expect(wait(24 * 7)).toBe('in 7 days');
  expect(wait(24 * 7 - 0.1)).toBe('in 7 days');
  expect(wait(24 * 6.4)).toBe('in 6 days');
  expect(wait(47)).toBe('in 47 hours');
  expect(wait(1)).toBe('in 1 hour');
  expect(wait(0.5)).toBeNull();
  expect(wait(-5)).toBeNull();
});

it('the English words cover every kind of mail, without an exclamation mark', () => {
  const wordings = Object.keys(en.mails);
  const counts: Partial<Record<string, [RegExp, number]>> = {
    invitation: [/^(invitation|turn)_(sign|review)$/, 4],
    reminder: [/^reminder_(sign|review)$/, 2],
    second_factor: [/^factor_/, 6],
  };
  for (const kind of MAIL_KINDS) {
    const [pattern, count] = counts[kind] ?? [new RegExp(`^${kind}$`), 1];
    expect([kind, wordings.filter((name) => pattern.test(name)).length]).toEqual([kind, count]);
  }
  expect(JSON.stringify(en)).not.toContain('!');
});

describe('the words of other languages', () => {
  it.each(SIGNING_LANGUAGES)('%s has no exclamation mark, and dates of its own', (language) => {
    const texts = textsIn(language);
    expect(JSON.stringify(texts)).not.toContain('!');
    expect(new Set(Object.values(texts.accounts)).size).toBe(3);
    expect(formatTime(new Date('2026-11-21T14:05:59Z'), texts)).toMatch(/21.*2026.*14:05/);
  });

  it('are those of the account for a sender, and for others those that the sender chose, else the sender’s own', () => {
    const people = [
      { id: 7, language: 'pl' },
      { id: 8, language: null },
    ];
    const facts = { creator: { language: 'fr' }, recipients: people, followers: people };
    const languageFor = (recipientId: number | null, followerId: number | null = null) =>
      textsFor({ recipientId, followerId }, facts as unknown as WorkflowFacts).language;
    expect([languageFor(null), languageFor(7), languageFor(8)]).toEqual(['fr', 'pl', 'fr']);
    expect([languageFor(null, 7), languageFor(null, 8)]).toEqual(['pl', 'fr']);
  });
});
