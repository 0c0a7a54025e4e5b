import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { pathOfSquares, reachOf } from './handover-state.ts';
import { HANDOVER_TEXTS } from './handover-texts.ts';
import { languageNames } from './languages.ts';

const valuesIn = (sentence: string) => [...sentence.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).sort();

describe('an address for another device', () => {
  it.each([
    ['https://sign.example.com/signing/continue#x', 'all'],
    ['https://localhost.example.com/signing/continue', 'all'],
    ['http://sign.example.com/signing/continue', 'insecure'],
    ['http://192.168.1.20:3000/signing/continue', 'insecure'],
    ['http://localhost:3000/signing/continue', 'local'],
    ['http://127.0.0.1:3000/signing/continue', 'local'],
    ['http://[::1]:3000/signing/continue', 'local'],
  ])('%s is reached by %s', (url, reach) => {
    expect(reachOf(url)).toBe(reach);
  });

  it('is drawn as the squares of its code, each once', () => {
    const { data } = encode('https://sign.example.com/signing/continue#token');
    const drawn = [...pathOfSquares(data).matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
    expect(drawn).toEqual(dark);
    expect(dark.length).toBeGreaterThan(100);
  });

  it('is explained in every language that can be chosen, with the values of the English words', () => {
    expect(Object.keys(HANDOVER_TEXTS).sort()).toEqual(Object.keys(languageNames).sort());
    const english = Object.entries(HANDOVER_TEXTS.en ?? {});
    for (const [language, texts] of Object.entries(HANDOVER_TEXTS)) {
      expect(Object.keys(texts).sort()).toEqual(english.map(([key]) => key).sort());
      for (const [key, sentence] of english) {
        const own = texts[key as keyof typeof texts];
        expect([key, valuesIn(own)]).toEqual([key, valuesIn(sentence)]);
        expect([language, key, own === sentence]).toEqual([language, key, language === 'en']);
      }
    }
  });
});
