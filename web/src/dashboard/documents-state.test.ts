import { WORKFLOW_STATUSES } from '@paraph/domain';
import { expect, it } from 'vitest';
import { CHIPS, readDocumentsSearch } from './documents-state.ts';

it('CHIPS hold every status exactly once beside "all"', () => {
  expect(Object.values(CHIPS).flat().sort()).toEqual([...WORKFLOW_STATUSES].sort());
});

it('readDocumentsSearch keeps what makes sense', () => {
  expect(readDocumentsSearch({ show: 'signed', query: 'lease', page: 2 })).toEqual({
    show: 'signed',
    query: 'lease',
    page: 2,
  });
});

it('readDocumentsSearch reads a search for a number as the text it was', () => {
  expect(readDocumentsSearch({ query: 2026 })).toEqual({ query: '2026' });
});

it.each([{ show: 'everything' }, { show: 'all' }, { page: 0 }, { page: 1 }, { page: 1.5 }, { query: '' }])(
  'readDocumentsSearch leaves out %j',
  (search) => expect(readDocumentsSearch(search)).toEqual({}),
);
