import { MAIL_KINDS, SIGNING_LANGUAGES } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { fill, formatTime, formatWait } from './mail-texts.ts';
import { textsIn } from './texts-in.ts';

const now = new Date('2026-11-20T12:00:00Z');
const wait = (hours: number) => formatWait(new Date(now.getTime() + hours * 3_600_000), now, en);

describe('filling words in', () => {
  it('fills every name and takes a value literally', () => {
    expect(fill('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&');
  });

  it('calls a missing value a bug', () => {
    expect(() => fill('{nobody}', {})).toThrow('{nobody}');
  });
});

describe('times', () => {
  it('are said in UTC, because a mail does not know its reader’s zone', () => {
    expect(formatTime(new Date('2026-11-21T14:05:59Z'), en)).toBe('21 Nov 2026, 14:05 UTC');
  });

  it('are also said as a wait, in as many days as pages and dialogs say', () => {
    expect(wait(24 * 7)).toBe('in 7 days');
    expect(wait(24 * 7 - 0.1)).toBe('in 7 days');
    expect(wait(24 * 6.4)).toBe('in 6 days');
    expect(wait(47)).toBe('in 47 hours');
    expect(wait(1)).toBe('in 1 hour');
    expect(wait(0.5)).toBeNull();
    expect(wait(-5)).toBeNull();
  });
});

describe('the English words', () => {
  it('cover every kind of mail, without an exclamation mark', () => {
    const wordings = Object.keys(en.mails);
    const counts: Partial<Record<string, [RegExp, number]>> = {
      invitation: [/^(invitation|turn)_(sign|review)$/, 4],
      reminder: [/^reminder_(sign|review)$/, 2],
    };
    for (const kind of MAIL_KINDS) {
      const [pattern, count] = counts[kind] ?? [new RegExp(`^${kind}$`), 1];
      expect([kind, wordings.filter((name) => pattern.test(name)).length]).toEqual([kind, count]);
    }
    expect(JSON.stringify(en)).not.toContain('!');
  });
});

describe('the words of other languages', () => {
  const namesIn = (value: unknown): string[] =>
    typeof value === 'string'
      ? [...value.matchAll(/\{(\w+)\}/g)].map(([name]) => name)
      : Object.values(value as object).flatMap(namesIn);

  it.each(SIGNING_LANGUAGES)(
    '%s fills in the same facts, and leaves no line of a recipient in English',
    (language) => {
      const texts = textsIn(language);
      for (const [wording, english] of Object.entries(en.mails)) {
        const own = texts.mails[wording as keyof typeof en.mails];
        expect([wording, [...new Set(namesIn(own))].sort()]).toEqual([
          wording,
          [...new Set(namesIn(english))].sort(),
        ]);
        const isTranslated =
          /^(invitation|turn|reminder)_|^(completed|completed_several|declined|canceled|expired|passed_on|signing_code|passkey_code)$/.test(
            wording,
          );
        expect([wording, own.subject === english.subject]).toEqual([
          wording,
          language === 'en' || !isTranslated,
        ]);
      }
      for (const key of [
        'otherWay',
        'personal',
        'whyRecipient',
        'whySender',
        'sentBy',
        'keySender',
      ] as const) {
        expect([key, namesIn(texts[key]).sort()]).toEqual([key, namesIn(en[key]).sort()]);
        expect(texts[key] === en[key]).toBe(language === 'en');
      }
      for (const key of ['attached', 'tooLarge'] as const)
        for (const form of ['one', 'other'] as const) {
          expect([key, namesIn(texts[key][form]).sort()]).toEqual([key, namesIn(en[key][form]).sort()]);
          expect(texts[key][form] === en[key][form]).toBe(language === 'en');
          expect(texts[key].one).not.toBe(texts[key].other);
        }
      for (const end of ['completed', 'ended'] as const)
        expect(texts.certificate[end] === en.certificate[end]).toBe(language === 'en');
      for (const kind of ['simple', 'advanced', 'qualified'] as const) {
        expect(namesIn(texts.accounts[kind])).toEqual([]);
        expect(texts.accounts[kind] === en.accounts[kind]).toBe(language === 'en');
      }
      expect(new Set(Object.values(texts.accounts)).size).toBe(3);
      expect(texts.sandbox === en.sandbox).toBe(language === 'en');
      expect([namesIn(texts.issuers.own), namesIn(texts.issuers.provider)]).toEqual([['{host}'], []]);
      expect(texts.issuers.provider === en.issuers.provider).toBe(language === 'en');
      expect(JSON.stringify(texts)).not.toContain('!');
      expect(formatTime(new Date('2026-11-21T14:05:59Z'), texts)).toMatch(/21.*2026.*14:05/);
    },
  );
});
