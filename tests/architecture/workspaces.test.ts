import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { resolveImport } from './source-tree.ts';
import { filesIn, findProblems } from './sources.ts';

describe('workspaces (ARCHITECTURE §1)', () => {
  const ARROWS: Record<string, string[]> = {
    domain: [],
    pades: [],
    postgres: [],
    storage: ['domain'],
    intake: ['domain', 'pades', 'storage'],
    contract: ['domain'],
    sandbox: ['domain', 'pades'],
    server: ['contract', 'domain', 'pades', 'storage', 'intake', 'sandbox'],
    operator: ['domain', 'pades', 'postgres', 'storage', 'server'],
    web: ['contract', 'domain', 'sdk'],
    verifier: ['contract', 'domain', 'pades', 'intake', 'server', 'web'],
    sdk: [],
    cli: ['sdk', 'pades'],
  };

  test('are type-checked, each by its own options', async () => {
    const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
    const [together, check] = await Promise.all([read('tsconfig.service.json'), read('tools/check.mjs')]);
    const { include, exclude, compilerOptions } = JSON.parse(together);
    // What only tests and tools import.
    const { allowJs: _, ...ofTheService } = compilerOptions;
    const [, programs = ''] = /const PROGRAMS = \[(.*)\]/.exec(check) ?? [];
    const apart: readonly string[] = programs.match(/(?<=')[a-z]+(?=')/g) ?? [];
    const shared = Object.keys(ARROWS).filter((workspace) => !apart.includes(workspace));
    expect(programs).toContain("'tsconfig.service.json'");
    const parts = await Promise.all(
      shared.map(async (workspace) => {
        const own = JSON.parse(await read(`${workspace}/tsconfig.json`));
        expect(own.compilerOptions, workspace).toEqual(ofTheService);
        return own.include.map((path: string) => `${workspace}/${path}`);
      }),
    );
    const beside = ['benchmarks', 'domain/src/**/*.test.ts', 'tests', 'tools'];
    expect([...parts.flat(), ...beside].sort()).toEqual(include.sort());
    // What runs in a browser has its types.
    const inBrowser = JSON.parse(await read('tsconfig.json')).include;
    expect(exclude).toEqual(['tests/dist', ...inBrowser]);
  });

  test('import only the workspaces that the arrows allow', () => {
    const bad = Object.entries(ARROWS).flatMap(([workspace, allowed]) =>
      findProblems(filesIn(workspace), function* ({ path, imports }) {
        // A page of the documentation is not code.
        for (const specifier of imports.filter((each) => !each.endsWith('.md'))) {
          const packaged = /^@paraph\/([a-z]+)/.exec(specifier)?.[1];
          const target = packaged ?? resolveImport(path, specifier)?.split('/')[0] ?? workspace;
          if (target !== workspace && !allowed.includes(target)) yield `imports ${specifier}`;
        }
      }),
    );
    expect(bad).toEqual([]);
  });

  test('import what another workspace exports, unless they are bundled from its sources', () => {
    const inside = Object.keys(ARROWS).filter((workspace) => !['verifier', 'cli'].includes(workspace));
    const bad = findProblems(inside.flatMap(filesIn), function* ({ path, imports }) {
      for (const specifier of imports.filter((each) => each.startsWith('.'))) {
        const target = resolveImport(path, specifier);
        if (target !== null && target.split('/')[0] !== path.split('/')[0] && !target.endsWith('.md'))
          yield `imports ${specifier}`;
      }
    });
    expect(bad).toEqual([]);
  });

  test('the server loads the sandbox in one place, where it is switched on, and else knows its types', () => {
    const SANDBOX = '@paraph/sandbox';
    const server = filesIn('server').filter(({ imports }) => imports.includes(SANDBOX));
    expect(server.filter(({ valueImports }) => valueImports.includes(SANDBOX))).toEqual([]);
    const loading = server.filter(({ text }) => /\bimport\(/.test(text)).map(({ path }) => path);
    expect(loading).toEqual(['server/src/trust-services/sandbox-provider.ts']);
  });

  test('domain and pades need nothing that is installed; domain nothing of Node either', () => {
    const inside = [...filesIn('domain'), ...filesIn('pades')].filter(
      ({ path }) => !/\/(testing|examples)\//.test(path),
    );
    const bad = findProblems(inside, function* ({ path, imports }) {
      for (const specifier of imports) {
        const isOwn = specifier.startsWith('.');
        const isNode = path.startsWith('pades/') && /^node:(crypto|zlib)$/.test(specifier);
        if (!isOwn && !isNode) yield `imports ${specifier}`;
      }
    });
    expect(bad).toEqual([]);
  });
});
