import { execFileSync } from 'node:child_process';
import { basename, dirname, posix } from 'node:path';
import { type Operation, operations } from '@paraph/contract';
import { EVENT_NAMES, REFUSALS } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { OWN_STORES, PARTS } from '../../tools/store-tests.mjs';
import { listFiles, ROOT, readText, resolveImport, type SourceFile } from './source-tree.ts';
import { filesIn, findProblems, isTest, product, sources } from './sources.ts';

describe('nothing is forgotten (ARCHITECTURE §7)', () => {
  test('every file is reached from an entry', () => {
    const entries = product
      .map(({ path }) => path)
      .filter(
        (path) =>
          /^(domain|contract|pades|postgres|storage|intake|sandbox|sdk)\/src\/index\.ts$/.test(path) ||
          path === 'sdk/src/node.ts' ||
          /^sdk\/embed\/src\/(index|react)\.ts$/.test(path) ||
          path === 'cli/src/main.ts' ||
          // Two stand in for what only Node has (verifier/build.mjs).
          /^verifier\/src\/(main|engine\/(bytes|primitives))\.ts$/.test(path) ||
          /^(operator\/src\/main|intake\/src\/intake-child)\.ts$/.test(path) ||
          /^web\/(vite\.config\.ts|src\/(main|signing\/main|signing\/signing-main)\.tsx?|.*\.d\.ts)$/.test(
            path,
          ) ||
          path === 'vitest.config.ts',
      );
    const html = ['web/index.html', 'web/signing.html'].flatMap((page) =>
      [...readText(page).matchAll(/src="\/?(src\/[^"]+)"/g)].map((match) => `web/${match[1]}`),
    );
    const tests = sources.map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path));
    const setUp = ['tests/support/database-setup.ts'];
    // Run by name: by a script, by another program, or by a reader of the documentation.
    const named = sources
      .map(({ path }) => path)
      .filter((path) => /^(tools|benchmarks|pades\/examples|tests)\//.test(path) && isNamed(path));
    const shipped = reach([...entries, ...html, ...named.filter((path) => !isTest({ path }))], sources);
    const all = reach([...entries, ...html, ...tests, ...setUp, ...named], sources);
    const isKit = (path: string) =>
      /^(tools|benchmarks|(pades|storage|intake)\/(src\/testing|examples))\//.test(path);
    const unread = sources.filter(({ path }) => !(isTest({ path }) || isKit(path) ? all : shipped).has(path));
    expect(unread.map(({ path }) => path)).toEqual([]);
  });

  test('every test that is to run on other stores is there', () => {
    const tests = listFiles(/^tests\/.*\.test\.ts$/);
    const begun = PARTS.flatMap(({ paths }) => paths);
    const named = [...Object.keys(OWN_STORES), ...PARTS.flatMap(({ leftOut }) => Object.keys(leftOut ?? {}))];
    expect(begun.filter((path) => !tests.some((each) => each.startsWith(path)))).toEqual([]);
    expect(named.filter((path) => !tests.includes(path))).toEqual([]);
  });

  test('every other file is linked or named somewhere', () => {
    const unread = listFiles(/./).filter(
      (path) =>
        !/\.tsx?$/.test(path) &&
        !CONVENTIONAL.test(path) &&
        !(path.endsWith('.md') ? isLinked : isNamed)(path),
    );
    expect(unread).toEqual([]);
  });

  test('every exported function, constant and class is used by another file, and every type somewhere', () => {
    const WORD = /[A-Za-z_$][\w$]*/g;
    const words = sources.map(({ text }) => text.match(WORD) ?? []);
    const scripts = listFiles(/\.mjs$/).map((path) => readText(path).match(WORD) ?? []);
    const files = new Map<string, number>();
    for (const word of [...words, ...scripts].flatMap((each) => [...new Set(each)]))
      files.set(word, (files.get(word) ?? 0) + 1);
    // The packages for integrators export more than this project uses.
    const own = product.filter(({ path }) => !/^(sdk|pades\/examples)\//.test(path));
    const bad = findProblems(own, function* ({ text }) {
      const EXPORT = /^export (?:async )?(function|const|class|interface|type) (\w+)/gm;
      for (const [, kind = '', name = ''] of text.matchAll(EXPORT)) {
        const isType = kind === 'interface' || kind === 'type';
        const isUsedHere = isType && text.split(new RegExp(`\\b${name}\\b`)).length > 2;
        if (files.get(name) === 1 && !isUsedHere) yield `exports ${name}, which no other file uses`;
      }
    });
    expect(bad).toEqual([]);
  });

  const testText = sources
    .filter(isTest)
    .map(({ text }) => text)
    .join('\n');
  const serverText = filesIn('server')
    .map(({ text }) => text)
    .join('\n');
  const all = Object.entries(operations) as [string, Operation][];

  test('every operation has a handler and, unless it is internal, a place in the reference', () => {
    const reference = readText('docs/reference/interface.md');
    const bad = all.flatMap(([name, { internal }]) => [
      ...(new RegExp(`\\b${name}\\b`).test(serverText) ? [] : [`${name} has no handler`]),
      ...(internal || reference.includes(`### ${name}\n`) ? [] : [`${name} is not in the reference`]),
    ]);
    expect(bad).toEqual([]);
  });

  test('every refusal is thrown somewhere and met by a test', () => {
    const rules = filesIn('domain')
      .map(({ text }) => text)
      .join('\n');
    const bad = Object.keys(REFUSALS).flatMap((code) => [
      ...(`${serverText}${rules.replace(/export const REFUSALS[^}]+\}/, '')}`.includes(`'${code}'`)
        ? []
        : [`${code} is never thrown`]),
      ...(testText.includes(code) ? [] : [`${code} is met by no test`]),
    ]);
    expect(bad).toEqual([]);
  });

  test('every event is recorded somewhere', () => {
    const text = product
      .filter(({ path }) => path !== 'domain/src/event.ts')
      .map((file) => file.text)
      .join('\n');
    expect(EVENT_NAMES.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
  });

  test('generated files are fresh', () => {
    execFileSync(process.execPath, ['tools/generate.ts', '--check'], { cwd: ROOT, stdio: 'pipe' });
  }, 120_000);
});

/** Programs find these by their name or folder. */
const CONVENTIONAL =
  /(^|\/)(\.dockerignore|\.gitignore|\.npmrc|\.ci\/run|Dockerfile|LICENSE|README\.md|CHANGELOG\.md)$|(^|\/)(package(-lock)?|biome|tsconfig)\.json$|^compose(\.scale)?\.yaml$|^server\/migrations\/|^tests\/releases\/|^sdk\/(python|php|go|nextcloud)\//;

const texts = listFiles(/\.(tsx?|mjs|php|md|json|html|css|ya?ml|java|example)$|(^|\/)(Dockerfile|run)$/)
  .filter((path) => !path.endsWith('package-lock.json'))
  .map((path) => ({ path, text: readText(path) }));

/** Each word of a text that may be a file's name, with the first two of the texts that say it. */
const sayers = new Map<string, string[]>();
for (const { path, text } of texts) {
  for (const word of new Set(text.match(/[\w.-]+/g))) {
    const paths = sayers.get(word);
    if (paths === undefined) sayers.set(word, [path]);
    else if (paths.length < 2) paths.push(path);
  }
}

/** A file other than itself names it; within a longer word too, which is looked for only where no word is the name. */
function isNamed(path: string): boolean {
  const name = basename(path);
  if (sayers.get(name)?.some((sayer) => sayer !== path)) return true;
  return texts.some((file) => file.path !== path && file.text.includes(name));
}

/** The pages that link to a page or folder. */
const linkers = new Map<string, Set<string>>();
for (const { path, text } of texts.filter((each) => each.path.endsWith('.md'))) {
  for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)/g)) {
    const linked = posix.join(dirname(path), target).replace(/\/$/, '');
    linkers.set(linked, (linkers.get(linked) ?? new Set()).add(path));
  }
}

/** Another page links to it or to its folder. */
function isLinked(page: string): boolean {
  return [page, dirname(page)].some((target) =>
    [...(linkers.get(target) ?? [])].some((path) => path !== page),
  );
}

function reach(entries: readonly string[], files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = byPath.get(path);
    if (!file || reached.has(path)) continue;
    reached.add(path);
    for (const specifier of file.imports) {
      const target = resolveImport(path, specifier);
      if (target) queue.push(target);
    }
    // Workers and children are named by URL.
    for (const match of file.text.matchAll(/new URL\('(\.[^']+\.tsx?)'/g)) {
      const target = resolveImport(path, match[1] ?? '');
      if (target) queue.push(target);
    }
  }
  return reached;
}
