import { expect, test } from 'vitest';
import { readSources } from './source-tree.ts';

test('stored bytes are read through the room files alone, which compares them with their hash', () => {
  const bad = readSources().filter(
    ({ path, text }) =>
      /^server\/src\/(?!files\/|platform\/|commands\/)/.test(path) &&
      /\bblobs\.(read|open|pathOf)\b/.test(text),
  );
  expect(bad.map(({ path }) => path)).toEqual([]);
});
