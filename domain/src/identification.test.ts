import { expect, test } from 'vitest';
import { readAcceptedLanguage } from './identification.ts';

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['fi, pt-BR;q=0.7, en;q=0.3', 'pt'],
  ['en;q=0.2,fr;q=0.9', 'fr'],
  ['AR', 'ar'],
  ['fr;q=0, en', 'en'],
  ['fi,sv', null],
  ['*', null],
  ['', null],
  [undefined, null],
  [`${'xx,'.repeat(20)}de`, null],
])('the language of a browser of %j is %s', (header, language) => {
  expect(readAcceptedLanguage(header)).toBe(language);
});
