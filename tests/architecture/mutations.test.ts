import { expect, test } from 'vitest';
import { mutations } from '../../tools/mutations/index.ts';
import { listFiles, readText } from './source-tree.ts';

test('every fault of docs/mutations.md replaces a text that its file has once, and names test files', () => {
  const problems = mutations.flatMap(({ id, file, from, tests }) => {
    const isKnown = (path: string) => listFiles(/./).includes(path);
    const unknown = [file, ...tests].filter((path) => !isKnown(path));
    if (unknown.length > 0) return [`${id}: there is no ${unknown.join(', ')}`];
    const count = readText(file).split(from).length - 1;
    return count === 1 ? [] : [`${id}: ${file} has its text ${count} times; change tools/mutations`];
  });
  expect(problems).toEqual([]);
  const ids = mutations.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
