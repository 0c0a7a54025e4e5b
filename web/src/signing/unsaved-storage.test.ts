import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseUnsaved } from './unsaved-storage.ts';

it('reads back exactly what was kept', () => {
  const entries = fc.array(fc.tuple(fc.integer(), fc.option(fc.string())));
  fc.assert(
    fc.property(entries, (list) => {
      const unsaved = new Map(list);
      expect(parseUnsaved(JSON.stringify([...unsaved]))).toEqual(unsaved);
    }),
  );
});

it('takes damaged storage for empty storage', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (damaged) => {
      for (const [fieldId, value] of parseUnsaved(damaged)) {
        expect(typeof fieldId).toBe('number');
        expect(value === null || typeof value === 'string').toBe(true);
      }
    }),
  );
  expect(parseUnsaved('{"a":1}').size).toBe(0);
  expect(parseUnsaved('[[1,2],["x","y"],7,[3,"kept"]]')).toEqual(new Map([[3, 'kept']]));
});
