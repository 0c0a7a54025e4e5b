import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PACKAGES } from '../../server/src/http/web-pages.ts';
import { archiveNames, archiveOf, collectionFile } from '../../tools/archives.mjs';
import { countResults, listRetriedTests, listSlowestFiles } from '../../tools/count-results.mjs';
import { listUnseenOperations } from '../../tools/operations-seen.mjs';
import { folderOf, listMissingTargets, packageNames } from '../../tools/pack.mjs';
import { findProgram, listMissing } from '../../tools/programs.mjs';
import { composeSbom } from '../../tools/sbom.mjs';
import { folderForThisTest } from '../support/scratch.ts';

const toolsDir = fileURLToPath(new URL('../../tools/', import.meta.url));

let rootDir: string;
beforeEach(async () => {
  rootDir = await folderForThisTest();
});

async function run(code: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: toolsDir });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [exitCode] = await once(child, 'close');
  return { code: exitCode, output };
}

describe('the web app', () => {
  const build = () =>
    run(`import { buildWebIfStale } from './build.mjs'; await buildWebIfStale(${JSON.stringify(rootDir)});`);
  const main = () => join(rootDir, 'web', 'src', 'main.js');
  const builtPage = () => readFile(join(rootDir, 'web', 'dist', 'index.html'), 'utf8');

  beforeEach(async () => {
    const documented = ['sdk', 'sdk/python', 'sdk/php', 'sdk/go', 'cli'];
    for (const dir of ['web/src', 'contract/src', 'domain/src', 'docs/guides', ...documented]) {
      await mkdir(join(rootDir, dir), { recursive: true });
    }
    for (const file of [...documented.map((dir) => `${dir}/README.md`), 'CHANGELOG.md']) {
      await writeFile(join(rootDir, file), '');
    }
    await writeFile(join(rootDir, 'package-lock.json'), '{}');
    await writeFile(join(rootDir, 'domain', 'src', 'word.js'), `export const word = 'first';`);
    await writeFile(main(), `import { word } from '../../domain/src/word.js'; document.title = word;`);
    await writeFile(
      join(rootDir, 'web', 'index.html'),
      `<!doctype html><title>x</title><script type="module" src="/src/main.js"></script>`,
    );
  });

  it('is built once, and again for a changed rule, and stays what it was when a build fails', async () => {
    expect((await build()).output).toMatch(/^Built the web app in \d+\.\d s\.\n$/);
    const first = await builtPage();
    // Neither times nor tests are what it is made of.
    const word = join(rootDir, 'domain', 'src', 'word.js');
    const time = new Date('2026-01-01');
    await utimes(word, time, time);
    await writeFile(join(rootDir, 'domain', 'src', 'word.test.ts'), 'nothing to do with it');
    expect(await build()).toEqual({ code: 0, output: '' });
    // Of the same length, with the time of before, as an archive is unpacked.
    await writeFile(word, `export const word = 'other';`);
    await utimes(word, time, time);
    expect((await build()).output).toContain('Built');
    const second = await builtPage();
    expect(second).not.toBe(first);
    const good = await readFile(main(), 'utf8');
    await writeFile(main(), `import './missing.js';`);
    const failed = await build();
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain('missing.js');
    expect(await builtPage()).toBe(second);
    expect(await readdir(join(rootDir, 'web', '.vite'))).toEqual([]);
    await writeFile(main(), `${good}\n// mended`);
    expect((await build()).output).toContain('Built');
  });

  it('is whole when two processes build it at the same moment', async () => {
    const both = await Promise.all([build(), build()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const script = /src="([^"]+)"/.exec(await builtPage())?.[1];
    expect((await stat(join(rootDir, 'web', 'dist', String(script)))).isFile()).toBe(true);
    expect((await build()).output).toBe('');
  });
});

const folders = [
  ...['contract/src', 'domain/src', 'docs/guides', 'pades/src', 'postgres/src', 'storage/src', 'intake/src'],
  ...['operator/src', 'sandbox/src', 'server/src/verification', 'web/src/verify', 'verifier'],
  ...['sdk/embed', 'sdk/python', 'sdk/php', 'sdk/go', 'cli', 'node_modules/vite/bin'],
];
/** Says which page it finds, as a server would serve it. */
const server = `const { existsSync, readFileSync, writeFileSync } = process.getBuiltinModule('node:fs');
    const page = 'web/dist/index.html';
    console.log('served with', existsSync(page) ? readFileSync(page, 'utf8') : 'no page');
    writeFileSync('is-serving', '');`;
/** Takes until the first service is there; alone it never ends well. */
const vite = `import { cpSync, existsSync, mkdirSync } from 'node:fs';
    const outDir = process.argv[process.argv.indexOf('--outDir') + 1];
    for (const end = Date.now() + 10_000; !existsSync('../is-serving'); ) {
      if (Date.now() > end) process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    mkdirSync(outDir + '/assets', { recursive: true });
    cpSync('src/page', outDir + '/index.html');`;

it('npm start serves before the first pages are built, and replaces older ones before it serves', async () => {
  for (const folder of folders) await mkdir(join(rootDir, folder), { recursive: true });
  const write = (file: string, text: string) => writeFile(join(rootDir, file), text);
  for (const dir of ['sdk', 'sdk/python', 'sdk/php', 'sdk/go', 'cli']) await write(`${dir}/README.md`, '');
  await write('CHANGELOG.md', '');
  await write('package-lock.json', '{}');
  await write('web/src/page', 'the first page');
  await cp(toolsDir, join(rootDir, 'tools'), { recursive: true });
  await write('verifier/build.mjs', `export const buildVerifier = async () => '';`);
  await write(
    'server/build.mjs',
    `import { writeFile } from 'node:fs/promises';
      export const bundleProgram = async () => {};
      export const buildServer = (dir) => writeFile(dir + '/main.js', ${JSON.stringify(server)});`,
  );
  await write('node_modules/vite/package.json', '{ "type": "module" }');
  await write('node_modules/vite/bin/vite.js', vite);
  const start = () =>
    run(
      `process.chdir(${JSON.stringify(rootDir)});
        await import(${JSON.stringify(join(rootDir, 'tools', 'start.mjs'))});`,
    );
  const first = await start();
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('served with no page') });
  expect(first.output).toContain('Built the web app');
  expect(await readFile(join(rootDir, 'web', 'dist', 'index.html'), 'utf8')).toBe('the first page');
  await write('web/src/page', 'the second page');
  expect((await start()).output).toMatch(/Built the web app[\s\S]*served with the second page/);
});

describe('Node', () => {
  it('is asked for in a clear sentence where it is too old and none was installed', async () => {
    const copy = join(rootDir, 'tools');
    await cp(join(toolsDir, 'runtime.mjs'), join(copy, 'runtime.mjs'));
    const { code, output } = await run(`
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });
      const { findNode } = await import(${JSON.stringify(join(copy, 'runtime.mjs'))});
      findNode();`);
    expect(code).toBe(1);
    expect(output).toMatch(/needs Node 24 or newer.*npm ci/);
  });

  it('keeps the young generation small, so that the whole heap is not collected all the time', async () => {
    // Lets it grow as far as it may: what is alive twice in a row is what it grows for.
    const grow = `let kept = []; for (let n = 0; n < 3e6; n += 1) { kept.push({ n }); if (n % 3e5 === 0) kept = []; }
      v8.getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size / 2 ** 20`;
    const { output } = await run(`
      const { becomeNode } = await import('./runtime.mjs');
      await becomeNode(['--print', ${JSON.stringify(grow)}]);`);
    expect(Number(output)).toBeGreaterThan(0);
    expect(Number(output)).toBeLessThanOrEqual(2 * 16);
  });
});

describe('the count of results', () => {
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((each) => ({ status: each })),
  });

  const reportOf = (
    numPassedTests: number,
    numFailedTests: number,
    ...testResults: ReturnType<typeof file>[]
  ) => ({
    ...{ numPassedTests, numFailedTests, testResults },
  });
  it.each([
    [
      'a test that failed',
      reportOf(3, 1, file('passed', 'passed', 'passed'), file('failed', 'failed', 'passed')),
      3,
      1,
    ],
    [
      'a file that did not load, and one whose set-up failed',
      reportOf(0, 0, file('failed'), file('failed', 'skipped')),
      0,
      2,
    ],
    ['an error outside of every test', reportOf(5, 0, file('passed')), 5, 1],
    ['a run that came to no report', undefined, 0, 1],
  ])('has %s', (_what, report, passed, failed) => {
    expect(countResults(report, report ? 1 : 137)).toEqual({ passed, failed });
  });

  it('names what passed only when it was tried again, and why', () => {
    const tests = [
      { status: 'passed', fullName: 'one', failureMessages: [] },
      {
        status: 'passed',
        fullName: 'two',
        failureMessages: [
          '\x1b[31mError\x1b[39m: too slow\n  - waited for it\n\n    at file.ts:1:1',
          'Error: later',
        ],
      },
      { status: 'failed', fullName: 'three', failureMessages: ['Error: broken'] },
    ];
    expect(listRetriedTests({ testResults: [{ assertionResults: tests }] })).toEqual([
      'two: Error: too slow - waited for it',
    ]);
    expect(listRetriedTests(undefined)).toEqual([]);
  });

  it('lists the slowest files first', () => {
    const timed = (name: string, endTime: number) => ({ name, startTime: 1_000, endTime });
    const testResults = [timed('a', 2_000), timed('b', 9_000), timed('c', 3_500)];
    expect(listSlowestFiles({ testResults }, 2)).toEqual([
      { name: 'b', seconds: 8 },
      { name: 'c', seconds: 2.5 },
    ]);
    expect(listSlowestFiles(undefined, 2)).toEqual([]);
  });
});

it('programs are found by any of the names they go by', () => {
  expect(findProgram('sh')).toMatch(/\/sh$/);
  expect(findProgram('chromium')).toMatch(/chrom/i);
  expect(findProgram('no-such-program')).toBeUndefined();
});

it('the best of several programs is worth installing where only another one is there', async () => {
  const install = (name: string) => writeFile(join(rootDir, name), '', { mode: 0o755 });
  vi.stubEnv('PATH', rootDir);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(listMissing().better).toEqual([]);
  await install('chromium');
  expect(findProgram('chromium-headless-shell')).toBe(join(rootDir, 'chromium'));
  expect(listMissing().better).toEqual(['chromium-headless-shell']);
  await install('chromium-headless-shell');
  expect(findProgram('chromium')).toBe(join(rootDir, 'chromium-headless-shell'));
  expect(listMissing().better).toEqual([]);
});

it('lists the operations that no test process recorded as successful', async () => {
  const all = await listUnseenOperations(rootDir);
  expect(all).toContain('createQuickEnvelope');
  await writeFile(join(rootDir, '17'), 'createQuickEnvelope\nreadTimeline\n');
  await writeFile(join(rootDir, '18'), `${all.slice(2).join('\n')}\n`);
  const unseen = all.slice(0, 2).filter((name) => !['createQuickEnvelope', 'readTimeline'].includes(name));
  expect(await listUnseenOperations(rootDir)).toEqual(unseen);
});

interface Component {
  name: string;
  purl: string;
  licenses?: unknown;
  hashes: unknown;
}

it('the bill of materials has each package of the lock file that runs or is built in, with its hash, and none for development', async () => {
  const { bomFormat, components } = (await composeSbom()) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'pg', '@node-rs/argon2']));
  for (const forDevelopment of ['vitest', '@biomejs/biome', '@paraph/server'])
    expect(names).not.toContain(forDevelopment);
  const fastify = components.find(({ name }) => name === 'fastify');
  expect(fastify?.purl).toMatch(/^pkg:npm\/fastify@5\.\d+\.\d+$/);
  expect(fastify?.licenses).toEqual([{ expression: 'MIT' }]);
  for (const { hashes } of components)
    expect(hashes).toMatchObject([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
});

it('installing says nothing of packages that ask for a newer Node than the machine has', async () => {
  await mkdir(join(rootDir, 'newer'));
  const newer = { name: 'newer', version: '1.0.0', engines: { node: '>=999' } };
  await writeFile(join(rootDir, 'newer', 'package.json'), JSON.stringify(newer));
  const manifest = { name: 'project', version: '1.0.0', dependencies: { newer: 'file:./newer' } };
  await writeFile(join(rootDir, 'package.json'), JSON.stringify(manifest));
  await cp(join(toolsDir, '..', '.npmrc'), join(rootDir, '.npmrc'));
  const { code, output } = await run(`import { spawnSync } from 'node:child_process';
const { status, stdout, stderr } = spawnSync('npm', ['install', '--offline', '--dry-run'], {
  cwd: ${JSON.stringify(rootDir)}, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: ${JSON.stringify(rootDir)} },
});
console.log(stdout, stderr);
process.exitCode = status;`);
  expect([code, output]).toEqual([0, expect.stringContaining('add newer 1.0.0')]);
  expect(output).not.toMatch(/warn|EBADENGINE/i);
});

it('packages are never packed or published from the workspaces, whose code is not built', async () => {
  const code = `import { spawnSync } from 'node:child_process';
const { status, stderr } = spawnSync('npm', ['pack', '-w', 'sdk', '--dry-run'], { cwd: '..', encoding: 'utf8' });
console.log(status, stderr);`;
  expect((await run(code)).output).toMatch(/^[1-9]\d* [\s\S]*must have name and version/);
  for (const name of packageNames) {
    const manifest = JSON.parse(await readFile(join(folderOf(name), 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ private: true });
    expect(manifest).not.toHaveProperty('version');
  }
});

it('packages lack nothing that their manifests promise', () => {
  const manifest = {
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    bin: { paraph: 'dist/paraph.js' },
  };
  const whole = ['dist/index.d.ts', 'dist/index.js', 'dist/paraph.js'].map((path) => ({ path, size: 9 }));
  expect(listMissingTargets(manifest, whole)).toEqual([]);
  expect(listMissingTargets(manifest, whole.slice(1))).toEqual(['dist/index.d.ts']);
  expect(listMissingTargets(manifest, [{ path: 'README.md', size: 9 }])).toHaveLength(3);
  const empty = whole.map((file) => ({ ...file, size: 0 }));
  expect(listMissingTargets(manifest, empty)).toHaveLength(3);
});

it('what is packed is what the instance serves', () => {
  const packed = [...packageNames.map((name) => `paraph-${name}.tgz`), ...archiveNames.map(archiveOf)];
  expect([...PACKAGES].sort()).toEqual([...packed, collectionFile].sort());
});
