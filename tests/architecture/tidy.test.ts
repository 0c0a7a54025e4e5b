import { execFileSync } from 'node:child_process';
import { type Operation, operations } from '@paraph/contract';
import { EVENT_NAMES, REFUSALS } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import {
  listFiles,
  type Node,
  ROOT,
  readSources,
  readText,
  resolveImport,
  type SourceFile,
  visit,
} from './source-tree.ts';

const sources = readSources();
const isTest = ({ path }: { path: string }) => path.startsWith('tests/') || path.includes('.test.');
const product = sources.filter((file) => !isTest(file));
const of = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`));

/** "file: what" for everything that is wrong, so that a failure names its place. */
const wrong = (files: readonly SourceFile[], judge: (file: SourceFile) => Iterable<string>) =>
  files.flatMap((file) => [...judge(file)].map((what) => `${file.path}: ${what}`));

describe('workspaces (ARCHITECTURE §1)', () => {
  const ARROWS: Record<string, string[]> = {
    domain: [],
    pades: [],
    contract: ['domain'],
    server: ['contract', 'domain', 'pades'],
    web: ['contract', 'domain', 'sdk'],
    sdk: [],
    cli: ['sdk', 'pades'],
  };

  test('import only what stands below them', () => {
    const bad = Object.entries(ARROWS).flatMap(([workspace, allowed]) =>
      wrong(of(workspace), function* ({ path, imports }) {
        // What is there to be read is no code, whoever shows it.
        for (const specifier of imports.filter((each) => !each.endsWith('.md'))) {
          const packaged = /^@paraph\/([a-z]+)/.exec(specifier)?.[1];
          const target = packaged ?? resolveImport(path, specifier)?.split('/')[0] ?? workspace;
          if (target !== workspace && !allowed.includes(target)) yield `imports ${specifier}`;
        }
      }),
    );
    expect(bad).toEqual([]);
  });

  test('domain and pades need nothing that is installed; domain nothing of Node either', () => {
    const inside = [...of('domain'), ...of('pades')].filter(
      ({ path }) => !/\/(testing|examples)\//.test(path),
    );
    const bad = wrong(inside, function* ({ path, imports }) {
      for (const specifier of imports) {
        const isOwn = specifier.startsWith('.');
        const isNode = path.startsWith('pades/') && /^node:(crypto|zlib)$/.test(specifier);
        if (!isOwn && !isNode) yield `imports ${specifier}`;
      }
    });
    expect(bad).toEqual([]);
  });
});

describe('rooms (ARCHITECTURE §2)', () => {
  const FLOORS = [
    ['files'],
    ['accounts'],
    ['workspaces', 'oauth'],
    ['developers', 'tags'],
    ['audit'],
    ['workflows'],
    ['templates'],
    ['design'],
    ['signing'],
    ['sealing', 'authority', 'evidence', 'verification', 'mail', 'webhooks'],
  ];
  const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));
  const roomOf = (path: string) => /^server\/src\/([a-z]+)\/[^/]+\.ts$/.exec(path)?.[1] ?? null;
  const rooms = of('server').filter(({ path }) => floorOf(roomOf(path) ?? '') >= 0);

  test('import lower rooms only, and of those neither store, routes nor view', () => {
    const bad = wrong(rooms, function* ({ path, imports }) {
      const room = roomOf(path) ?? '';
      for (const specifier of imports) {
        const target = resolveImport(path, specifier);
        const other = target && roomOf(target);
        if (!target || !other || other === room || floorOf(other) < 0) continue;
        const isBeside = floorOf(other) === floorOf(room) && !['mail', 'webhooks', 'oauth'].includes(other);
        if (floorOf(other) > floorOf(room) || (floorOf(other) === floorOf(room) && !isBeside)) {
          yield `imports ${target}, which stands higher or beside`;
        }
        if (/-(store|routes|view|pages)\.ts$/.test(target))
          yield `imports ${target}, which is private to its room`;
      }
    });
    expect(bad).toEqual([]);
  });

  test('do not import the server around them', () => {
    const bad = wrong(rooms, function* ({ path, imports }) {
      for (const specifier of imports) {
        const target = resolveImport(path, specifier) ?? '';
        if (/server\/src\/(app|main)\.ts$|server\/src\/commands\//.test(target)) yield `imports ${target}`;
      }
    });
    expect(bad).toEqual([]);
  });

  test('each say in a README what they own and never do', () => {
    const named = new Set(rooms.map(({ path }) => roomOf(path)));
    expect(
      [...named].filter((room) => listFiles(new RegExp(`^server/src/${room}/README\\.md$`)).length === 0),
    ).toEqual([]);
  });

  test('own their tables: no other room’s SQL names them', () => {
    const owners = tableOwners();
    const bad = wrong(of('server'), function* ({ path, program }) {
      const room = roomOf(path);
      for (const table of tablesNamed(program)) {
        const owner = owners.get(table);
        if (owner !== undefined && owner !== room) yield `uses the table ${table}, which ${owner} owns`;
      }
    });
    expect(bad).toEqual([]);
  });

  test('keep SQL in their stores', () => {
    const bad = wrong(rooms, function* ({ path, text }) {
      const isStore = /-store\.ts$/.test(path);
      if (!isStore && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(text))
        yield 'holds SQL';
    });
    expect(bad).toEqual([]);
  });

  test('have no cycles of files', () => {
    expect(findCycles(product)).toEqual([]);
  });
});

describe('time, chance and the environment (ARCHITECTURE §4)', () => {
  const BANNED = /new Date\(\)|\bDate\.now\b|\bMath\.random\b|\brandomUUID\b|\bperformance\.now\b/;
  const guarded = [...of('domain'), ...of('contract'), ...of('pades'), ...of('server')];

  test('come from platform alone', () => {
    const bad = wrong(guarded, function* ({ path, text }) {
      const isTestKit = /^pades\/(src\/testing|examples)\//.test(path);
      if (path.startsWith('server/src/platform/') || path.startsWith('server/src/commands/') || isTestKit)
        return;
      if (BANNED.test(withoutComments(text))) yield `calls ${BANNED.exec(withoutComments(text))?.[0]}`;
    });
    expect(bad).toEqual([]);
  });

  test('the environment is read in config.ts alone', () => {
    const allowed = /^server\/src\/(config\.ts|platform\/|files\/)/;
    const bad = wrong(guarded, function* ({ path, text }) {
      if (!allowed.test(path) && /process\.env/.test(withoutComments(text))) yield 'reads process.env';
    });
    expect(bad).toEqual([]);
  });
});

describe('names and sizes (ARCHITECTURE §4)', () => {
  test('files are kebab-case and none is named after nothing', () => {
    const bad = listFiles(/\.(ts|tsx|mjs|sql)$/).filter((path) => {
      const name = path.split('/').pop() ?? '';
      const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d))*\.(ts|tsx|mjs|sql)$/.test(name);
      return !isKebab || /(^|[/-])(utils?|helpers?|common|misc|shared|core|managers?)([.-]|$)/.test(path);
    });
    expect(bad).toEqual([]);
  });

  test('files have at most 400 lines, of at most 110 characters of code or 120 of comment', () => {
    const bad = wrong(sources, function* ({ lines, path }) {
      const isProse = /\/(texts?|text)\//.test(path) || isTest({ path });
      // Nobody writes these by hand, and they grow with the interface.
      if (/^sdk\/src\/(operations|shapes)\.ts$/.test(path)) return;
      if (lines.length > 401) yield `${lines.length} lines`;
      const long = lines.findIndex((line) => line.length > (/^\s*(\*|\/\/|\/\*\*)/.test(line) ? 120 : 110));
      if (long >= 0 && !isProse && !/['"`]/.test(lines[long] ?? '')) yield `line ${long + 1} is too long`;
    });
    expect(bad).toEqual([]);
  });

  test('functions have at most 70 lines and 3 parameters', () => {
    const bad = wrong(product, function* ({ text, program }) {
      const found: string[] = [];
      visit(program, (node) => found.push(...functionProblems(node, text)));
      yield* found;
    });
    expect(bad).toEqual([]);
  });

  test('nothing is left for later, muted or loosened', () => {
    const bad = wrong(
      sources.filter(({ path }) => path !== 'tests/architecture/tidy.test.ts'),
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
    const bad = wrong(sources.filter(isTest), function* ({ path, text }) {
      if (path.startsWith('tests/architecture/') || path === 'tests/support/processes.ts') return;
      if (/waitForTimeout\(|\bsleep\(\s*\d/.test(text)) yield 'sleeps';
    });
    expect(bad).toEqual([]);
  });
});

describe('nothing is forgotten (ARCHITECTURE §7)', () => {
  test('every file is reached from an entry', () => {
    const entries = product
      .map(({ path }) => path)
      .filter(
        (path) =>
          /^(domain|contract|pades|sdk)\/src\/index\.ts$/.test(path) ||
          path === 'sdk/src/node.ts' ||
          path === 'cli/src/main.ts' ||
          /^server\/src\/(main|files\/intake-child)\.ts$/.test(path) ||
          /^web\/(vite\.config\.ts|src\/(main|signing\/main|signing\/signing-main)\.tsx?|.*\.d\.ts)$/.test(
            path,
          ) ||
          /^(tools|benchmarks)\//.test(path) ||
          /^pades\/(src\/testing|examples)\//.test(path) ||
          path === 'vitest.config.ts',
      );
    const html = ['web/index.html', 'web/signing.html'].flatMap((page) =>
      [...readText(page).matchAll(/src="\/?(src\/[^"]+)"/g)].map((match) => `web/${match[1]}`),
    );
    const reached = reach([...entries, ...html], sources);
    expect(product.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  const testText = sources
    .filter(isTest)
    .map(({ text }) => text)
    .join('\n');
  const serverText = of('server')
    .map(({ text }) => text)
    .join('\n');
  const all = Object.entries(operations) as [string, Operation][];

  test('every operation has a handler, a test and, unless it is internal, a place in the reference', () => {
    const reference = readText('docs/reference/interface.md');
    const bad = all.flatMap(([name, { path, internal }]) => [
      ...(new RegExp(`\\b${name}\\b`).test(serverText) ? [] : [`${name} has no handler`]),
      ...(isTested(path) ? [] : [`${name} (${path}) has no test`]),
      ...(internal || reference.includes(`### ${name}\n`) ? [] : [`${name} is not in the reference`]),
    ]);
    expect(bad).toEqual([]);
  });

  test('every refusal is thrown somewhere and met by a test', () => {
    const rules = of('domain')
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
  });

  /** A path is tested when a test calls it: its fixed parts stand in a test in order. */
  function isTested(path: string): boolean {
    const pattern = path
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^$()[\]\\]/g, '\\$&'))
      .join('[^\\s\'"]*?');
    const tail =
      path
        .split('/')
        .filter((part) => !part.startsWith('{'))
        .slice(-1)[0] ?? '';
    return new RegExp(pattern).test(testText) || new RegExp(`['"\`/]${tail}\\b`).test(testText);
  }
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}

function* functionProblems(node: Node, text: string): Iterable<string> {
  if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return;
  const lines = text.slice(node.start, node.end).split('\n').length;
  const line = text.slice(0, node.start).split('\n').length;
  if (lines > 70) yield `the function at line ${line} has ${lines} lines`;
  const params = node.params as Node[] | { items: Node[] };
  const count = Array.isArray(params) ? params.length : params.items.length;
  if (count > 3) yield `the function at line ${line} has ${count} parameters`;
}

/** From the migrations: "-- Room: accounts." stands above the tables that the room owns. */
function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const path of listFiles(/^server\/migrations\/.*\.sql$/)) {
    let room = '';
    for (const line of readText(path).split('\n')) {
      room = /^-- Room: ([a-z]+)\./.exec(line)?.[1] ?? (/^-- The HTTP edge/.test(line) ? 'http' : room);
      const table = /^create (?:unlogged )?table (\w+)/.exec(line)?.[1];
      if (table) owners.set(table, room);
    }
  }
  return owners;
}

/** Tables that a query builder call writes to or reads from. */
function tablesNamed(program: Node): string[] {
  const tables: string[] = [];
  visit(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const callee = node.callee as Node;
    const method = ((callee.property as Node | undefined)?.name as string | undefined) ?? '';
    if (!/^(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)$/.test(method)) return;
    const [first] = node.arguments as Node[];
    if (typeof first?.value === 'string') tables.push(first.value.split(' ')[0] ?? '');
  });
  return tables;
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

/** Cycles of value imports between files; a type may point back. */
function findCycles(files: readonly SourceFile[]): string[] {
  const edges = new Map<string, string[]>();
  for (const { path, program } of files) {
    const targets: string[] = [];
    visit(program, (node) => {
      if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') return;
      const specifiers = (node.specifiers as Node[] | undefined) ?? [];
      const isType = node.importKind === 'type' || node.exportKind === 'type';
      const allTypes = specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type');
      const source = node.source as Node | null;
      const target = typeof source?.value === 'string' ? resolveImport(path, source.value) : null;
      if (target && !isType && !allTypes) targets.push(target);
    });
    edges.set(path, targets);
  }
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const target of edges.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return cycles;
}
