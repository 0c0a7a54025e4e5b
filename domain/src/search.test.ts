import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';
import { readSearchTerms } from './search.ts';

describe('readSearchTerms', () => {
  it.each([
    ['lease', ['lease']],
    ['  Lease\tof the\u00a0 mill lease ', ['Lease', 'of', 'the', 'mill', 'lease']],
    ['mill mill', ['mill']],
    ['', null],
    [' \n', null],
    [undefined, null],
  ])('takes %j apart at its blanks', (query, words) => expect(readSearchTerms(query)).toEqual(words));

  it('looks for no more words than are any use', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `w${index}`).join(' ');
    expect(readSearchTerms(many)).toHaveLength(LIMITS.searchTermsMax);
  });
});
