import { describe, expect, test } from 'vitest';
import { readText, resolveImport, type SourceFile } from './source-tree.ts';
import { product } from './sources.ts';

/**
 * ARCHITECTURE §2 lists the files that one opens to follow "create a quick envelope", from the operation to the inserted
 * rows and the enqueued jobs. Each line names a file and what it exports.
 */
const OPERATION = 'createQuickEnvelope';
const ROOM = 'server/src/workflows/';
const FILES_MAX = 14;

const listed = [...readText('ARCHITECTURE.md').matchAll(/^\d+\. `([^`]+\.ts)`: `(\w+)`/gm)].map(
  ([, path = '', name = '']) => ({ path, name }),
);
const paths = listed.map(({ path }) => path);
const fileOf = (path: string) => product.find((file) => file.path === path);

describe('the reading path of "create a quick envelope" (ARCHITECTURE §2)', () => {
  test(`has at most ${FILES_MAX} files, which exist`, () => {
    expect(listed.length).toBeGreaterThan(2);
    expect(listed.length).toBeLessThanOrEqual(FILES_MAX);
    expect(paths.filter((path) => !fileOf(path))).toEqual([]);
  });

  test('begins with the operation, and with the routes that handle it', () => {
    const [operations, routes] = paths.map((path) => fileOf(path)?.text ?? '');
    expect(operations).toContain(`${OPERATION}: operation(`);
    expect(routes).toMatch(new RegExp(`^ {4}${OPERATION}: `, 'm'));
  });

  test('names what each file exports', () => {
    const bad = listed.filter(({ path, name }) => !exportsName(fileOf(path)?.text ?? '', name));
    expect(bad).toEqual([]);
  });

  test('reaches each file by an import of an earlier one', () => {
    const bad = listed.slice(2).filter(({ path, name }, index) => {
      const earlier = paths.slice(0, index + 2).flatMap((each) => fileOf(each) ?? []);
      return !earlier.some((file) => leadsTo(file, { path, name }));
    });
    expect(bad).toEqual([]);
  });

  /**
   * The use case is the third file. Every value that it, or a listed file after it, imports from its own room comes
   * from a listed file. Types lead nowhere at run time, and views, with what they load, only shape what is shown.
   */
  test('leaves out no file of the room that takes part', () => {
    const missing = paths
      .slice(2)
      .filter((path) => path.startsWith(ROOM))
      .flatMap((path) =>
        (fileOf(path)?.valueImports ?? [])
          .flatMap((specifier) => resolveImport(path, specifier) ?? [])
          .filter(
            (target) =>
              target.startsWith(ROOM) && !/(-view|\/workflow-(reading-store|record))\.ts$/.test(target),
          )
          .filter((target) => !paths.includes(target))
          .map((target) => `${path} imports ${target}`),
      );
    expect(missing).toEqual([]);
  });
});

function exportsName(text: string, name: string): boolean {
  return new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm').test(text);
}

/** By a relative import, or by the package `domain`, whose index exports every file of it. */
function leadsTo(file: SourceFile, { path, name }: { path: string; name: string }): boolean {
  if (file.imports.some((specifier) => resolveImport(file.path, specifier) === path)) return true;
  const fromDomain = /import (?:type )?\{([^}]*)\} from '@paraph\/domain'/.exec(file.text)?.[1] ?? '';
  return path.startsWith('domain/') && new RegExp(`\\b${name}\\b`).test(fromDomain);
}
