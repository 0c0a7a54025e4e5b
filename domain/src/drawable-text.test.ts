import { expect, test } from 'vitest';
import { describeMissingCharacters, listUnwritable, readMissingCharacters } from './drawable-text.ts';

test('a refusal names the characters, and a page finds them in it', () => {
  const sentence = describeMissingCharacters(['🐢', '中', '\ue000']);
  expect(sentence).toContain('🐢 (U+1F422), 中 (U+4E2D)');
  expect(readMissingCharacters(sentence)).toEqual(['🐢', '中', '\ue000']);
  expect(readMissingCharacters('Must have at most 5 characters.')).toEqual([]);
  const many = describeMissingCharacters([...'一二三四五六七']);
  expect(readMissingCharacters(many)).toEqual([...'一二三四五']);
  expect(many).toContain(' and others');
});

test.each([
  ['an emoji', 'Ana 🐢', ['🐢']],
  ['a skin tone', '👍🏽', ['👍', '🏽']],
  ['private use', 'A\ue000', ['\ue000']],
  ['not assigned', 'A\u{3fffd}', ['\u{3fffd}']],
  ['half of a pair', 'A\ud83d', ['\ud83d']],
  ['a control character', 'A\u0007', ['\u0007']],
  ['digits and signs', 'Ana 2nd © & Søn, #1', []],
  ['combining marks', 'q\u0308 Nguyễn', []],
  ['a script without letters in our fonts', '山田 太郎 محمد नाम', []],
])('a typed signature with %s', (_title, text, expected) => {
  expect(listUnwritable(text)).toEqual(expected);
});
