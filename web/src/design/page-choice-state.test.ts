import { expect, test } from 'vitest';
import { newField } from './board-state.ts';
import { copyTargets, pagesOf, readPages } from './page-choice-state.ts';

test('pages count through all documents; of one that is not loaded only the first is known', () => {
  const sizes = new Map([[2, [size, size]]]);
  const shown = pagesOf([{ id: 1 }, { id: 2 }], sizes).map(({ documentId, page }) => [documentId, page]);
  expect(shown).toEqual([
    [1, 1],
    [2, 1],
    [2, 2],
  ]);
});

test.each([
  ['', [1, 2, 3, 4]],
  ['2', [2]],
  [' 3, 1 ', [1, 3]],
  ['2-4,3', [2, 3, 4]],
  ['1 – 2', [1, 2]],
  ['5', null],
  ['0', null],
  ['3-2', null],
  ['two', null],
])('"%s" of four pages are %j', (text, pages) => {
  expect(readPages(text, 4)).toEqual(pages);
});

test('fields are copied to the chosen pages but to their own', () => {
  const place = { type: 'initials', role: 1, posX: 1, posY: 1, width: 1, height: 1 } as const;
  const fields = [
    newField({ key: 'a', documentId: 1, page: 1, ...place }),
    newField({ key: 'b', documentId: 1, page: 2, ...place }),
  ];
  expect(copyTargets(fields, { documentId: 1, pages: [1, 2] })).toEqual([
    { key: 'a', documentId: 1, page: 2 },
    { key: 'b', documentId: 1, page: 1 },
  ]);
  expect(copyTargets(fields, { documentId: 2, pages: [1] })).toHaveLength(2);
});

const size = { width: 595, height: 842 };
