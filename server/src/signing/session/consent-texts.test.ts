import { SIGNING_LANGUAGES } from '@paraph/domain';
import { expect, it } from 'vitest';
import {
  chooseConsentText,
  consentLevelOf,
  findConsentText,
  findConsentTranslation,
} from './consent-texts.ts';

it.each(['en', 'fr', 'de', 'es', 'ar'])(
  'has the text in "%s", under a version that names it for ever',
  (language) => {
    const texts = (['simple', 'advanced', 'qualified'] as const).map((level) => {
      const chosen = chooseConsentText(level, `${language}-XX,en;q=0.5`);
      expect(chosen).toMatchObject({ language, level });
      expect(findConsentText(chosen.version)).toBe(chosen);
      return chosen.text.split('\n\n');
    });
    const [simple = [], advanced = [], qualified = []] = texts;
    // What happens at Finish differs by level; what a person may do does not.
    for (const other of [advanced, qualified]) {
      expect(other.map((paragraph, index) => paragraph === simple[index])).toEqual([true, false, true, true]);
    }
    expect(advanced[1]).not.toBe(qualified[1]);
  },
);

it.each(SIGNING_LANGUAGES)(
  'is offered in "%s" with a named reviewer, or as it was in release 0.2.0',
  async (language) => {
    const file = await import(`./consent-texts/${language}.json`, { with: { type: 'json' } });
    const { review } = file.default as {
      review: Record<'translator' | 'reviewer', string> & { offered: boolean };
    };
    expect([review.translator, review.reviewer]).not.toContain('');
    const isReviewed = review.reviewer !== 'none';
    expect(review.offered).toBe(isReviewed || ['en', 'fr', 'de', 'es', 'ar'].includes(language));
    const chosen = chooseConsentText('advanced', language);
    expect(chosen.language).toBe(review.offered ? language : 'en');
    const translation = findConsentTranslation(chosen, language);
    expect(translation?.language).toBe(review.offered ? undefined : language);
    if (!review.offered) expect(findConsentText(`2026-11-${language}`)).toBeNull();
  },
);

it('is in English for a browser whose languages it lacks', () => {
  expect(chooseConsentText('simple', 'fi,sv').language).toBe('en');
  expect(chooseConsentText('qualified', 'fi,sv').version).toBe('2026-11-en-qualified');
});

it('keeps the versions of people who agreed before there were levels', () => {
  expect(findConsentText('2026-11-en')?.text).toContain(
    'issued by this service and used only for this document',
  );
  for (const level of ['advanced', 'qualified'] as const) {
    expect(chooseConsentText(level, 'en').text).not.toContain('issued by this service');
  }
});

it('asks a reviewer for no key, whatever the level is', () => {
  const session = {
    action: { type: 'review' as const },
    facts: { workflow: { type: 'qualified' as const } },
  };
  expect(consentLevelOf(session)).toBe('simple');
  expect(consentLevelOf({ ...session, action: { type: 'sign' } })).toBe('qualified');
});
