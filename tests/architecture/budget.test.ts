import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './source-tree.ts';

/** A budget that is less used than this is lowered, so that what was saved cannot grow back unseen. */
const USED_MIN = 0.9;

const isTest = (path: string) => path.startsWith('tests/') || path.includes('.test.');
const isGenerated = (path: string) => /^sdk\/src\/(operations|shapes)\.ts$|\.generated\.ts$/.test(path);

/** A row names a folder; `server/src` stands for all of its rooms. */
const rows = readText('docs/budget.md')
  .split('\n')
  .flatMap((line) => {
    const [, folder, ...numbers] = /^\| `([^`]+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|/.exec(line) ?? [];
    const [files = 0, lines = 0, testLines = 0] = numbers.map((text) => Number(text.replaceAll(',', '')));
    return folder === undefined ? [] : [{ folder, files, lines, testLines }];
  });

function measure(folder: string) {
  const paths = listFiles(/\.(ts|tsx|mjs|css)$/).filter(
    (path) => path.startsWith(`${folder}/`) && !isGenerated(path),
  );
  const linesOf = (some: readonly string[]) =>
    some.reduce((sum, path) => sum + readText(path).split('\n').length - 1, 0);
  const product = paths.filter((path) => !isTest(path));
  return { files: product.length, lines: linesOf(product), testLines: linesOf(paths.filter(isTest)) };
}

describe('the budget (docs/budget.md)', () => {
  test('has a row for each folder of code, and for each room of the server', () => {
    const roots = new Set(listFiles(/^[a-z]+\/.*\.(ts|tsx|mjs)$/).map((path) => path.split('/')[0]));
    const rooms = new Set(
      listFiles(/^server\/src\/[a-z-]+\/.*\.ts$/).map((path) => path.split('/').slice(0, 3).join('/')),
    );
    const named = new Set(rows.map(({ folder }) => folder));
    expect([...roots, ...rooms].filter((folder) => folder && !named.has(folder)).sort()).toEqual([]);
    expect([...named].filter((folder) => measure(folder).files + measure(folder).testLines === 0)).toEqual(
      [],
    );
  });

  test.each(rows)('of $folder is not exceeded, and not left unused', ({ folder, ...budget }) => {
    const used = measure(folder);
    for (const unit of ['files', 'lines', 'testLines'] as const) {
      expect(used[unit], unit).toBeLessThanOrEqual(budget[unit]);
      expect(used[unit], `${unit}, to lower`).toBeGreaterThanOrEqual(Math.floor(budget[unit] * USED_MIN) - 5);
    }
  });
});
