import { expect, test } from 'vitest';
import { readText } from './source-tree.ts';
import { findProblems, product } from './sources.ts';
import { findUnusedWords, readUnusedWords } from './unused-words.ts';

const words = readUnusedWords(readText('docs/glossary.md'));

test('the words that the glossary replaced do not come back', () => {
  expect(words.length).toBeGreaterThan(5);
  expect(findProblems(product, (file) => findUnusedWords(file, words))).toEqual([]);
});

const listed = readUnusedWords(
  '| desk | one |\n\n## Words that are not used\n\n| Word | Instead | Allowed in |\n|---|---|---|\n' +
    '| seat | workspace user | |\n| news | event | `web/src/text/`: texts |\n',
);
const found = (text: string, path = 'server/src/any.ts') => findUnusedWords({ path, text }, listed);

test.each([
  ['const seat = 1;'],
  ['listSeats();'],
  ['const seatOf = {};'],
  ['MAX_SEATS'],
  ['// Everyone has a seat.'],
  ['"no news"'],
])('a replaced word is found in %s', (text) => {
  expect(found(text)).toHaveLength(1);
});

test('a replaced word is found in the name of a file', () => {
  expect(found('', 'server/src/find-seats.ts')).toEqual(['its name: "seat"']);
});

test('a replaced word is not found inside another word, where it is allowed, or in another table', () => {
  expect(found('newsletter(); // unseated; a desk')).toEqual([]);
  expect(found("'News'", 'web/src/text/en.ts')).toEqual([]);
});
