import { WORKFLOW_STATUSES } from '@paraph/domain';
import { expect, it } from 'vitest';
import { CHIPS, countOf, readDocumentsSearch } from './documents-state.ts';

it('CHIPS hold every status exactly once beside "all"', () => {
  expect(Object.values(CHIPS).flat().sort()).toEqual([...WORKFLOW_STATUSES].sort());
});

it('countOf sums the statuses of a chip, and says where it knows no more than the bound', () => {
  const counts = { bound: 10, statuses: { started: 3, approved: 1, signed: 11 }, expiring: 2, filed: 11 };
  const chips = ['all', 'underWay', 'signed', 'drafts', 'expiring', 'filed'] as const;
  expect(chips.map((chip) => countOf(chip, counts))).toEqual(['14+', '4', '10+', '0', '2', '10+']);
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
