import { expect, test } from 'vitest';
import { checkPathPattern, foldersOf } from './destination-path.ts';

const values = {
  year: '2026',
  month: '11',
  day: '28',
  workflow: '../../Cafe\u0301: a/b ',
  sender: '..',
  id: '7',
};

test.each([
  ['{year}/{month}-{day}/{workflow}', ['2026', '11-28', '__.._Café_ a_b']],
  ['/Contracts/{id}/', ['Contracts', '7']],
  ['{sender}', ['document']],
  ['', []],
])('%s becomes folders that stay below the address and are right on Windows', (pattern, folders) => {
  expect(checkPathPattern(pattern)).toBeNull();
  expect(foldersOf(pattern, values)).toEqual(folders);
});

test.each([
  ['{year}/../{id}', 'A folder has no name'],
  ['{year}//{id}', 'A folder has no name'],
  ['{Year}', '{Year} is unknown'],
  ['{}', '{} is unknown'],
  ['a{b', null],
  ['a:b/{id}', 'Not all systems'],
  ['a\\..\\b', 'Not all systems'],
  ['nul/{id}', 'Not all systems'],
  ['sealed./{id}', 'Not all systems'],
  ['a/'.repeat(9), 'at most 8 folders'],
  ['a'.repeat(201), 'at most 200 characters'],
])('%s is refused with the reason', (pattern, words) => {
  if (words === null) expect(checkPathPattern(pattern)).toBeNull();
  else expect(checkPathPattern(pattern)).toContain(words);
});
