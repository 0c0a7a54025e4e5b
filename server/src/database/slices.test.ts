import { expect, test } from 'vitest';
import { readSlices } from './slices.ts';

test.each([0, 1, 2, 3, 4, 5])('%i rows are read once each, in slices of two', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => ({ id: 10 * (index + 1) }));
  const read = async ({ after, limit }: { after: number; limit: number }) =>
    rows.filter(({ id }) => id > after).slice(0, limit);
  const slices: { id: number }[][] = [];
  for await (const slice of readSlices(2, read, ({ id }) => id)) slices.push(slice);
  expect(slices.flat()).toEqual(rows);
  expect(slices.map(({ length }) => length)).toEqual(
    Array.from({ length: Math.ceil(count / 2) }, (_, index) => Math.min(2, count - 2 * index)),
  );
});
