import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSteps } from '../docs/worked-example.ts';
import { ROOT, readText } from './source-tree.ts';

const steps = readSteps(readText('CONTRIBUTING.md'));
const made = steps.map(({ path }) => path);

// tests/docs/worked-example.test.ts applies the steps; this says at once which line of the page is out of date.
test('the files and lines that the worked example builds on exist', () => {
  const missing = steps.flatMap(({ path, below, code }) => {
    if (below !== null) {
      const lines = existsSync(join(ROOT, path)) ? readText(path).split('\n') : [];
      return lines.some((line) => line.trim() === below) ? [] : [`${path}: ${below}`];
    }
    const imports = [...code.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => join(dirname(path), from));
    return imports.filter((each) => !existsSync(join(ROOT, each)) && !made.includes(each));
  });
  expect(missing).toEqual([]);
});
