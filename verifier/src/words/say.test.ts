import { describe, expect, test } from 'vitest';
import { english } from './en.ts';
import { LANGUAGES, type Language, sayIn } from './say.ts';

const holes = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).toSorted();

describe.each(Object.keys(LANGUAGES) as Language[])('the words in %s', (language) => {
  test('have the values of the English ones, and say what was compared as it is shown', () => {
    const { words } = LANGUAGES[language];
    for (const [key, text] of Object.entries(english))
      expect(holes(words[key as keyof typeof words]), key).toEqual(holes(text));
    const say = sayIn(language);
    expect(say('compared_some', { pages: '40', of: '50' })).toMatch(/40.*50/);
    const sentences = ['all', 'some', 'none'].map((which) => say(`compared_${which}`));
    expect(new Set(sentences).size).toBe(3);
    if (language !== 'en')
      for (const [index, which] of (['all', 'some', 'none'] as const).entries())
        expect(sentences[index]).not.toBe(english[`compared_${which}`]);
  });
});
