import { expect, it } from 'vitest';
import { chooseConsentText, findConsentText } from './consent-texts.ts';

it.each(['en', 'fr', 'de', 'es', 'ar'])(
  'has the text in "%s", under a version that can be found again',
  (language) => {
    const chosen = chooseConsentText(`${language}-XX,en;q=0.5`);
    expect(chosen.language).toBe(language);
    expect(findConsentText(chosen.version)).toBe(chosen);
    expect(chosen.text.split('\n\n')).toHaveLength(4);
  },
);

it('is in English for a browser whose languages it lacks', () => {
  expect(chooseConsentText('fi,sv').language).toBe('en');
});
