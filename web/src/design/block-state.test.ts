import { expect, test } from 'vitest';
import { blockOf, fieldsOfBlock } from './block-state.ts';
import { newField } from './board-state.ts';

const LETTER = { width: 612, height: 792 };
const A4 = { width: 595, height: 842 };
const at = (key: string, type: 'radio' | 'signature', box: { posX: number; posY: number }) =>
  newField({ key, type, documentId: 1, page: 1, role: 7, width: 20, height: 5, ...box });
const signature = at('a', 'signature', { posX: 50, posY: 60 });
const radio = { ...at('b', 'radio', { posX: 75, posY: 62 }), group: 'Choice' };

test('a block has the same size on another page, for another person, and stays on it', () => {
  const fields = blockOf([signature, radio], LETTER) ?? [];
  expect(fields).toMatchObject([
    { posX: 0, posY: 0, style: { width: 122.4, height: 39.6 } },
    { posX: 153, posY: 15.84, group: 'Choice' },
  ]);
  let count = 0;
  const placed = fieldsOfBlock(
    { id: 1, name: 'Block', changeDate: 0, fields } as unknown as Parameters<typeof fieldsOfBlock>[0],
    {
      ...{ documentId: 2, page: 3, size: A4, role: 8, point: { x: 100, y: 50 } },
      fields: [{ ...radio, role: 8 }],
      newKey: () => `new-${++count}`,
    },
  );
  expect(placed.map(({ documentId, page, role, id }) => [documentId, page, role, id])).toEqual([
    [2, 3, 8, null],
    [2, 3, 8, null],
  ]);
  const [one, other] = placed;
  expect((one?.width ?? 0) * 5.95).toBeCloseTo(122.4, 0);
  expect(((other?.posX ?? 0) - (one?.posX ?? 0)) * 5.95).toBeCloseTo(153, 0);
  expect((other?.posX ?? 0) + (other?.width ?? 0)).toBeLessThanOrEqual(100);
  // A group of another field is another one.
  expect(other?.group).toBe('Choice 2');
});

test('fields of several pages are no block', () => {
  expect(blockOf([signature, { ...radio, page: 2 }], LETTER)).toBeNull();
});
