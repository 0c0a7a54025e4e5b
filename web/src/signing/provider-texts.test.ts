import { describe, expect, it } from 'vitest';
import { languageNames } from './languages.ts';
import { PROVIDER_TEXTS } from './provider-texts.ts';

const valuesIn = (sentence: string) => [...sentence.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort();

describe('the texts of a qualified signature', () => {
  it('exist in every language that can be chosen, each with the values of the English one', () => {
    expect(Object.keys(PROVIDER_TEXTS).sort()).toEqual(Object.keys(languageNames).sort());
    const english = Object.entries(PROVIDER_TEXTS.en ?? {});
    expect(english.length).toBeGreaterThan(20);
    for (const texts of Object.values(PROVIDER_TEXTS)) {
      expect(Object.keys(texts).sort()).toEqual(english.map(([key]) => key).sort());
      for (const [key, sentence] of english)
        expect(valuesIn(texts[key as keyof typeof texts]), key).toEqual(valuesIn(sentence));
    }
  });

  it('call the last press as the check does', async () => {
    const { signingEnglish } = await import('../text/signing-en.ts');
    expect(PROVIDER_TEXTS.en?.finish).toBe(signingEnglish.bar.finish);
  });
});
