import { SIGNING_LANGUAGES } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { disguise } from './pseudo-language.ts';
import { withValues } from './sentence-state.ts';
import type { Texts } from './start-text.ts';
import { sayerOf, textsIn } from './violation-state.ts';

const CATALOGUES = import.meta.glob<Texts>('./*/violations.json', { eager: true, import: 'default' });
const textsOf = (language: string) => new Map(textsIn(CATALOGUES[`./${language}/violations.json`] ?? {}));
const ENGLISH = textsOf('en');

/** What says sentences in a language, as the page does. */
function sayer(language: string, change = (text: string) => text) {
  const texts = textsOf(language);
  return sayerOf({
    english: CATALOGUES['./en/violations.json'] ?? {},
    say: (key, values = {}) => withValues(change(texts.get(key) ?? key), values, language),
    language,
    moment: (seconds) => `at ${seconds}`,
  });
}

/** As the interface says it, with a value that shows where it went. */
const sentOf = (text: string) => text.replaceAll(/\{(\w+)\}/g, 'x_$1').replaceAll('\u2019', "'");
const visible = (text: string) =>
  text.replaceAll(/[\u2066-\u2069\u00a0]/g, (mark) => (mark === '\u00a0' ? ' ' : ''));

describe('a sentence of the interface', () => {
  it.each(SIGNING_LANGUAGES)('is said by its own text in %s, with its values', (language) => {
    const [say, texts] = [sayer(language), textsOf(language)];
    expect(ENGLISH.size).toBeGreaterThan(150);
    for (const [key, text] of ENGLISH)
      expect(visible(say(sentOf(text))), key).toBe(
        visible(texts.get(key) ?? '').replaceAll(/\{(\w+)\}/g, 'x_$1'),
      );
  });

  it('has no English left in the pseudo-language', () => {
    const say = sayer('en', disguise);
    // It leaves a word between two values as it is.
    for (const [key, text] of ENGLISH)
      expect(
        visible(say(sentOf(text))).replaceAll(/x_\w+( (and|answered|as|or|to|Use) (?=x_))?/g, ''),
        key,
      ).toMatch(/^\u27e6[^a-zA-Z]*\u27e7$/u);
  });

  it('says numbers, moments and the reason within it in the language', () => {
    const say = sayer('de');
    expect(say('Must have at most 100 characters.')).toBe('Höchstens 100 Zeichen.');
    expect(say('Must lie between 7 and 90 days from now (1796000000 to 1803000000).')).toBe(
      'Zwischen 7 und 90 Tagen von jetzt an (at 1796000000 bis at 1803000000).',
    );
    expect(say('a.docx cannot be used. It is damaged.')).toBe(
      'a.docx kann nicht verwendet werden. Sie ist beschädigt.',
    );
  });

  it('stays as it is where no text is for it, and its full stop stays at its end in Arabic', () => {
    expect(sayer('de')('No such thing.')).toBe('No such thing.');
    expect(sayer('ar')('No such thing.')).toBe('\u2066No such thing.\u2069');
  });
});
