import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';
import { readSearchWords } from './search.ts';

describe('readSearchWords', () => {
  it.each([
    ['lease', ['lease']],
    ['  Lease\tof the\u00a0 mill lease ', ['Lease', 'of', 'the', 'mill', 'lease']],
    ['mill mill', ['mill']],
    ['', null],
    [' \n', null],
    [undefined, null],
  ])('takes %j apart at its blanks', (query, words) => expect(readSearchWords(query)).toEqual(words));

  it('looks for no more words than are any use', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `w${index}`).join(' ');
    expect(readSearchWords(many)).toHaveLength(LIMITS.searchWordsMax);
  });
});
