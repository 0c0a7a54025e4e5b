import { WORKFLOW_STATUSES } from '@paraph/domain';
import { expect, it } from 'vitest';
import {
  CHIPS,
  countOf,
  directionOf,
  isNothingToFilter,
  readColumns,
  readDocumentsSearch,
  sortAfter,
  sortOf,
} from './documents-state.ts';

it('CHIPS hold every status exactly once beside "all"', () => {
  expect(Object.values(CHIPS).flat().sort()).toEqual([...WORKFLOW_STATUSES].sort());
});

it('countOf sums the statuses of a chip, and says where it knows no more than the bound', () => {
  const counts = { bound: 10, statuses: { started: 3, approved: 1, signed: 11 }, expiring: 2, filed: 11 };
  const chips = ['all', 'underWay', 'signed', 'drafts', 'expiring', 'filed'] as const;
  expect(chips.map((chip) => countOf(chip, counts))).toEqual(['14+', '4', '10+', '0', '2', '10+']);
});

it('isNothingToFilter where no document is there, filed away or not, and none is looked for', () => {
  const none = { bound: 10, statuses: { started: 0, signed: 0 }, expiring: 0, filed: 0 };
  expect(isNothingToFilter({}, none)).toBe(true);
  expect(isNothingToFilter({}, { ...none, filed: 1 })).toBe(false);
  expect(isNothingToFilter({}, { ...none, statuses: { started: 1 } })).toBe(false);
  expect(isNothingToFilter({ query: 'lease' }, none)).toBe(false);
  expect(isNothingToFilter({ show: 'filed' }, none)).toBe(false);
});

it('readDocumentsSearch keeps what makes sense', () => {
  const search = { show: 'signed', query: 'lease', sort: '-changed', page: 2 } as const;
  expect(readDocumentsSearch(search)).toEqual(search);
});

it('readDocumentsSearch reads a search for a number as the text it was', () => {
  expect(readDocumentsSearch({ query: 2026 })).toEqual({ query: '2026' });
});

it.each([
  { show: 'everything' },
  { sort: 'size' },
  { show: 'all' },
  { page: 0 },
  { page: 1 },
  { page: 1.5 },
  { query: '' },
])('readDocumentsSearch leaves out %j', (search) => expect(readDocumentsSearch(search)).toEqual({}));

it('the order begins with what is looked for, turns at a second press, and is said by the head', () => {
  expect([sortOf({}), sortOf({ show: 'expiring' }), sortOf({ show: 'expiring', sort: 'name' })]).toEqual([
    '-created',
    'deadline',
    'name',
  ]);
  const pressed = (key: 'changed' | 'name') => [
    sortAfter(key, '-created'),
    sortAfter(key, sortAfter(key, '-created')),
  ];
  expect([pressed('name'), pressed('changed')]).toEqual([
    ['name', '-name'],
    ['-changed', 'changed'],
  ]);
  expect((['name', 'changed'] as const).map((key) => directionOf(key, '-changed'))).toEqual([
    'none',
    'descending',
  ]);
});

it('readColumns takes those that exist, in their order, and none where none was chosen', () => {
  expect(readColumns('changed size people')).toEqual(['people', 'changed']);
  expect([readColumns(''), readColumns(null)]).toEqual([[], ['people', 'state', 'deadline']]);
});
