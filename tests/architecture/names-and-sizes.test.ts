import { describe, expect, test } from 'vitest';
import { listFiles, type Node, visit } from './source-tree.ts';
import { findProblems, isTest, product, sources } from './sources.ts';

describe('names and sizes (ARCHITECTURE §4)', () => {
  test('files are kebab-case and none is named after nothing', () => {
    const bad = listFiles(/\.(ts|tsx|mjs|sql)$/).filter((path) => {
      const name = path.split('/').pop() ?? '';
      const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d|generated))*\.(ts|tsx|mjs|sql)$/.test(name);
      return !isKebab || /(^|[/-])(utils?|helpers?|common|misc|shared|core|managers?)([.-]|$)/.test(path);
    });
    expect(bad).toEqual([]);
  });

  test('files have at most 400 lines, of at most 110 characters of code or 120 of comment', () => {
    const bad = findProblems(sources, function* ({ lines, path }) {
      const isProse = /\/(texts?|text)\//.test(path) || isTest({ path });
      // These are generated, and grow with the interface and the tables.
      if (/^sdk\/src\/(operations|shapes)\.ts$|\.generated\.ts$/.test(path)) return;
      if (lines.length > 401) yield `${lines.length} lines`;
      const long = lines.findIndex((line) => line.length > (/^\s*(\*|\/\/|\/\*\*)/.test(line) ? 120 : 110));
      if (long >= 0 && !isProse && !/['"`]/.test(lines[long] ?? '')) yield `line ${long + 1} is too long`;
    });
    expect(bad).toEqual([]);
  });

  test('functions have at most 70 lines and 3 parameters', () => {
    const bad = findProblems(product, function* ({ text, program }) {
      const found: string[] = [];
      visit(program, (node) => found.push(...functionProblems(node, text)));
      yield* found;
    });
    expect(bad).toEqual([]);
  });

  test('nothing is left for later, muted or loosened', () => {
    const bad = findProblems(
      sources.filter(({ path }) => path !== 'tests/architecture/names-and-sizes.test.ts'),
      function* ({ text }) {
        const match =
          /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck|expect-error)|biome-ignore|\bas any\b|\.(skip|only|todo)\(/.exec(
            text,
          );
        if (match) yield match[0];
      },
    );
    expect(bad).toEqual([]);
  });

  test('tests wait for conditions, never for time', () => {
    const bad = findProblems(sources.filter(isTest), function* ({ path, text }) {
      if (path.startsWith('tests/architecture/') || path === 'tests/support/processes.ts') return;
      if (/waitForTimeout\(|\bsleep\(\s*\d/.test(text)) yield 'sleeps';
    });
    expect(bad).toEqual([]);
  });
});

function* functionProblems(node: Node, text: string): Iterable<string> {
  if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return;
  const lines = text.slice(node.start, node.end).split('\n').length;
  const line = text.slice(0, node.start).split('\n').length;
  if (lines > 70) yield `the function at line ${line} has ${lines} lines`;
  const params = node.params as Node[] | { items: Node[] };
  const count = Array.isArray(params) ? params.length : params.items.length;
  if (count > 3) yield `the function at line ${line} has ${count} parameters`;
}
