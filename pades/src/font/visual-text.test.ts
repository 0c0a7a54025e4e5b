import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinArabic, lettersOfForm } from './arabic-forms.ts';
import { visualText } from './visual-text.ts';

const reversed = (text: string): string => [...text].reverse().join('');

describe('visualText', () => {
  test('leaves plain text as it is, composed', () => {
    expect(visualText('Zoe\u0308 Ångström, 21 Nov')).toBe('Zoë Ångström, 21 Nov');
    expect(visualText('Максим 李')).toBe('Максим 李');
  });

  test.each([
    ['a Hebrew name', 'שלום', 'םולש'],
    ['a Hebrew name followed by a Latin one', 'דוד Cohen', 'Cohen דוד'],
    ['a Hebrew name inside a Latin line', 'Signed by דוד כהן today', 'Signed by ןהכ דוד today'],
    ['a number after a Hebrew name', 'דוד 14:05', '14:05 דוד'],
    ['a date after a Latin word', 'Signed 21 דוד', 'Signed 21 דוד'],
    ['digits of Arabic after a Hebrew name', 'דוד ٣٠', '٣٠ דוד'],
    ['digits of Persian inside a Latin line', 'Signed by דוד ۱۴ today', 'Signed by ۱۴ דוד today'],
    ['brackets', 'דוד (כהן)', '(ןהכ) דוד'],
    ['brackets around Latin letters', 'דוד (UTC)', '(UTC) דוד'],
    ['brackets after Latin letters', 'דוד UTC (NTP)', 'UTC (NTP) דוד'],
    ['brackets with a number after Latin letters', 'דוד UTC (±2 s)', 'UTC (±2 s) דוד'],
    ['brackets with both scripts after Latin letters', 'דוד UTC (NTP כהן)', '(ןהכ NTP) UTC דוד'],
    ['brackets inside others', 'דוד UTC (NTP [s])', 'UTC (NTP [s]) דוד'],
    ['brackets around a Hebrew name on a Latin line', 'Signed (דוד) today', 'Signed (דוד) today'],
    ['brackets after a Hebrew name on a Latin line', 'By דוד (כהן) today', 'By (ןהכ) דוד today'],
    ['a bracket without its other one', 'דוד UTC (NTP', 'UTC (NTP דוד'],
  ])('sets %s', (_title, text, visual) => {
    const turned = visual.replace('דוד', reversed('דוד'));
    expect(visualText(text)).toBe(turned);
  });

  test('begins at the right where the page is read so, whatever stands first', () => {
    expect(visualText('B-LTA (UTC): דוד', true)).toBe(`${reversed('דוד')} :B-LTA (UTC)`);
    expect(visualText('Ada Lovelace.', true)).toBe('Ada Lovelace.');
  });

  test('draws the marks of a letter from the right where the letter is drawn, and not over the one before', () => {
    // Beh initial with fatha, then teh final with shadda and damma, which NFC puts before shadda.
    expect(visualText('بَتُّ')).toBe('\u0651\u064f\ufe96\u064e\ufe91');
    expect(visualText('שָׁ')).toBe([...'שָׁ'.normalize('NFC')].toReversed().join(''));
    expect(visualText('q\u0308 דוד')).toBe('q\u0308 דוד'.replace('דוד', reversed('דוד')));
  });

  test('drops controls that could turn a name into another one', () => {
    expect(visualText('דוד\u202eabc\u202c')).toBe('abcדוד');
  });

  test('keeps every character but controls, whatever the text', () => {
    const letters = fc.constantFrom(...'abג ד(ה)1 2:3סع م-ل٣'.split(''));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 30 }), (characters) => {
        const text = characters.join('');
        const flat = (one: string): string[] =>
          [...one.normalize('NFKC').replace(/[()]/g, '|')].filter((character) => character !== ' ').sort();
        expect(flat(visualText(text))).toEqual(flat(text));
      }),
    );
  });
});

test('joinArabic uses forms of the same letters', () => {
  for (let letter = 0x621; letter <= 0x6cc; letter += 1) {
    const text = String.fromCodePoint(0x628, letter, 0x628);
    expect([...joinArabic(text)].map(lettersOfForm).join('')).toBe(text);
  }
});

test('joinArabic joins a name as it is written', () => {
  // Meem initial, hah medial, meem medial, dal final.
  expect(joinArabic('محمد')).toBe('\ufee3\ufea4\ufee4\ufeaa');
  // Seen initial, lam with alef final, meem alone, for alef does not join onwards.
  expect(joinArabic('سلام')).toBe('\ufeb3\ufefc\ufee1');
  // A mark between two letters does not part them.
  expect(joinArabic('بَب')).toBe('\ufe91\u064e\ufe90');
});
