import { describe, expect, it } from 'vitest';
import { infectedText, scanTexts, unscannedText } from '../text/scan-texts.ts';
import { pluralKeys } from '../text/sentence-state.ts';
import { signingEnglish } from '../text/signing-en.ts';
import type { Texts } from '../text/start-text.ts';
import { uiEnglish } from '../text/ui-en.ts';
import { languageNames } from './languages.ts';

const sources = import.meta.glob<string>(['./*.ts', './*.tsx', '!./*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const translations = import.meta.glob<{ ui: Texts; signing: Texts }>(
  ['../text/signing-*.ts', '!../text/signing-en.ts'],
  { import: 'default', eager: true },
);
const languages = Object.entries(translations).map(
  ([path, texts]) => [/signing-(\w+)\.ts$/.exec(path)?.[1] ?? '', texts] as const,
);
/** Enough numbers to meet every plural rule. */
const counts = [...Array(120).keys(), 1_000_000];

describe('the texts of the signing page', () => {
  const english = sentencesOf(signingEnglish);
  const code = Object.values(sources).join('\n');

  it('have a sentence for every key the page names', () => {
    const named = [...code.matchAll(/'((?:[a-z]+_?[a-z]+)\.[A-Za-z_]+)'/gi)].map((match) => match[1] ?? '');
    const asked = named.filter((key) => (key.split('.')[0] ?? '') in signingEnglish);
    const missing = asked.filter((key) => !english.has(key) && !english.has(`${key}_other`));
    expect(asked.length).toBeGreaterThan(80);
    expect(missing).toEqual([]);
  });

  it('exist in every language that can be chosen', () => {
    expect(languages.map(([language]) => language).sort()).toEqual(
      Object.keys(languageNames)
        .filter((language) => language !== 'en')
        .sort(),
    );
  });

  it('of a file that a scanner refused exist in every language, and name what was recognized', () => {
    expect(Object.keys(scanTexts).sort()).toEqual(Object.keys(languageNames).sort());
    const said = Object.keys(languageNames).map((language) => infectedText(language, '$& Eicar'));
    expect(said.every((text) => text.includes('$& Eicar') && !text.includes('{{'))).toBe(true);
    expect(new Set([...said, ...Object.keys(languageNames).map(unscannedText)]).size).toBe(2 * said.length);
  });

  it.each(languages)('are the same sentences in "%s" as in English', (_language, { signing, ui }) => {
    expect(keysOf(signing)).toEqual(keysOf(signingEnglish));
    expect(keysOf(ui)).toEqual(['close', 'loading', 'requestId']);
  });

  it.each(languages)('keep their placeholders in "%s"', (_language, { signing, ui }) => {
    expect(placeholderErrors(signing, signingEnglish)).toEqual([]);
    expect(placeholderErrors(ui, uiEnglish)).toEqual([]);
  });

  it.each(languages)('have a form of "%s" for every number', (language, { signing }) => {
    const sentences = sentencesOf(signing);
    const counted = [...sentences.keys()].filter((key) => key.endsWith('_other')).map(withoutForm);
    expect(counted.length).toBeGreaterThan(8);
    for (const key of counted) {
      for (const count of counts) {
        expect(
          pluralKeys(key, count, language).some((form) => sentences.has(form)),
          `${key} ${count}`,
        ).toBe(true);
      }
    }
  });

  it('hold no exclamation marks and none of the words we do not use', () => {
    const sentences = [english, ...languages.map(([, { signing }]) => sentencesOf(signing))].flatMap(
      (each) => [...each.values()],
    );
    expect(sentences.filter((sentence) => /!|envelope|execute|\bvoid\b/i.test(sentence))).toEqual([]);
  });

  it.each([['en', { signing: signingEnglish }] as const, ...languages])(
    'claim no more about a signature than the record does, in "%s"',
    (language, { signing }) => {
      const kind = sentencesOf(signing).get('review.kind') ?? '';
      expect(kind).toMatch(/\bsimple\b|einfachen|بسيط/);
      expect(kind, language).toMatch(/25/);
      const sentences = sentencesOf(signing);
      const advanced = sentences.get('review.kindAdvanced') ?? '';
      expect(advanced, language).toMatch(/26/);
      expect(advanced).toMatch(/\badvanced\b|avancée|fortgeschritten|avanzada|متقدم/);
      const qualified = sentences.get('review.kindQualified') ?? '';
      expect(qualified, language).toMatch(/25/);
      expect(qualified).toMatch(/\bqualified\b|qualifiée|qualifiziert|cualificada|مؤهل/);
      for (const key of ['review.kindAdvanced', 'review.kindQualified']) sentences.delete(key);
      expect([...sentences.values()].join('\n')).not.toMatch(
        /advanced|qualified|avancée|qualifiée|fortgeschritten|qualifiziert|avanzada|cualificada|متقدم|مؤهل/i,
      );
    },
  );
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

/** Keys with placeholders that the English sentence has not, or without those that it has. */
function placeholderErrors(texts: Texts, english: Texts): string[] {
  const origin = sentencesOf(english);
  return [...sentencesOf(texts)]
    .filter(([key, sentence]) => {
      const wanted = placeholdersIn(origin.get(key) ?? origin.get(`${withoutForm(key)}_other`) ?? '');
      // "One page" and "two pages" may be words without a number.
      const isOptional = (name: string) => name === 'count' && /_(zero|one|two)$/.test(key);
      const found = placeholdersIn(sentence);
      const isMissing = wanted.some((name) => !found.includes(name) && !isOptional(name));
      return isMissing || found.some((name) => !wanted.includes(name));
    })
    .map(([key]) => key);
}

function withoutForm(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

function keysOf(texts: Texts): string[] {
  return [...new Set([...sentencesOf(texts).keys()].map(withoutForm))].sort();
}

function placeholdersIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
}
