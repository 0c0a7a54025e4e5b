import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSteps, type Step } from '../docs/worked-example.ts';
import { ROOT, readText } from './source-tree.ts';

/** The lines that steps are put below, and the files that they import, which are not there. */
function findStaleSteps(steps: readonly Step[], readFile: (path: string) => string | null): string[] {
  const made = steps.map(({ path }) => path);
  return steps.flatMap(({ path, below, code }) => {
    if (below !== null) {
      const lines = (readFile(path) ?? '').split('\n');
      return lines.some((line) => line.trim() === below) ? [] : [`${path}: ${below}`];
    }
    const imports = [...code.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => join(dirname(path), from));
    return imports.filter((each) => readFile(each) === null && !made.includes(each));
  });
}

// tests/docs/worked-example.test.ts applies the steps; this says at once which line of the page is out of date.
test('the files and lines that the worked example builds on exist', () => {
  const steps = readSteps(readText('CONTRIBUTING.md'));
  expect(steps.length).toBeGreaterThan(5);
  expect(findStaleSteps(steps, (path) => (existsSync(join(ROOT, path)) ? readText(path) : null))).toEqual([]);
});

test('a step below a line that is gone, or with an import of a file that is gone, is named', () => {
  const steps = readSteps(
    'In `a.ts`, below `const a = 1;`:\n\n```ts\nx\n```\n\nIn the same file, below `const b = 2;`:\n\n```ts\ny\n```\n' +
      "\nNew file `dir/c.ts`:\n\n```ts\nimport '../a.ts';\nimport { d } from './d.ts';\nimport { a } from '../a.ts';\n```\n",
  );
  const read = (path: string) => (path === 'a.ts' ? '  const a = 1;\n' : null);
  expect(findStaleSteps(steps, read)).toEqual(['a.ts: const b = 2;', 'dir/d.ts']);
});
