import { describe, expect, it } from 'vitest';
import { signingEnglish } from '../text/signing-en.ts';
import { signingFrench, uiFrench } from '../text/signing-fr.ts';
import type { Texts } from '../text/start-text.ts';
import { uiEnglish } from '../text/ui-en.ts';

const sources = import.meta.glob<string>(['./*.ts', './*.tsx', '!./*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('the texts of the signing page', () => {
  const english = sentencesOf(signingEnglish);
  const french = sentencesOf(signingFrench);
  const code = Object.values(sources).join('\n');

  it('have a sentence for every key the page names', () => {
    const named = [...code.matchAll(/'((?:[a-z]+_?[a-z]+)\.[A-Za-z_]+)'/gi)].map((match) => match[1] ?? '');
    const asked = named.filter((key) => (key.split('.')[0] ?? '') in signingEnglish);
    const missing = asked.filter((key) => !english.has(key) && !english.has(`${key}_other`));
    expect(asked.length).toBeGreaterThan(80);
    expect(missing).toEqual([]);
  });

  it('are the same sentences in French as in English', () => {
    expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('keep their placeholders in French', () => {
    for (const [key, sentence] of english) {
      expect(placeholdersIn(french.get(key) ?? ''), key).toEqual(placeholdersIn(sentence));
    }
  });

  it('hold no exclamation marks and none of the words we do not use', () => {
    const sentences = [...english.values(), ...french.values()];
    expect(sentences.filter((sentence) => /!|envelope|execute|\bvoid\b/i.test(sentence))).toEqual([]);
  });

  it('translate only building blocks that exist', () => {
    const blocks = sentencesOf(uiEnglish);
    for (const [key, sentence] of sentencesOf(uiFrench)) {
      expect(placeholdersIn(sentence), key).toEqual(placeholdersIn(blocks.get(key) ?? ''));
    }
  });
});

function sentencesOf(texts: Texts, before = ''): Map<string, string> {
  const sentences = new Map<string, string>();
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string') sentences.set(before + key, text);
    else
      for (const [inner, sentence] of sentencesOf(text, `${before}${key}.`)) sentences.set(inner, sentence);
  }
  return sentences;
}

function placeholdersIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
}
