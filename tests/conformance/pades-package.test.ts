import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { fileOf, installPackage, packagesDir, packIfStale } from '../../tools/pack.mjs';
import { folderForThisFile } from '../support/scratch.ts';
import { run, textOf } from './pdf-validators.ts';

// A compiler and npm, on a machine that does other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const execute = promisify(execFile);
const rootDir = fileURLToPath(new URL('../..', import.meta.url));
// The package that instances offer, installed where nothing else is, and run as the page says.
const project = join(await folderForThisFile(), 'project');
await mkdir(project);
await packIfStale();
await installPackage(join(packagesDir, fileOf('pades')), project);
const installed = join(project, 'node_modules/@paraph/pades');
const examples = await readdir(join(installed, 'examples'));
for (const name of examples) await cp(join(installed, 'examples', name), join(project, name));
await writeFile(join(project, 'contract.pdf'), samplePdf());
await cp(join(rootDir, 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), join(project, 'DejaVuSans.ttf'));

const node = (...args: string[]) => execute(process.execPath, args, { cwd: project });
const pdfsig = (name: string): string => run('pdfsig', [join(project, name)]).text;

describe('the packed engine', () => {
  test('brings nothing along, and no tests', async () => {
    expect(await readdir(join(project, 'node_modules'))).toEqual(['.package-lock.json', '@paraph']);
    const files = await readdir(join(project, 'node_modules/@paraph/pades'), { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js']));
    expect(files.filter((name) => /test|\.ts$/.test(name) && !/\.d\.ts$|^examples/.test(name))).toEqual([]);
  });

  test('has types that a strict project accepts, its examples included', async () => {
    const compilerOptions = {
      types: ['node'],
      typeRoots: [join(rootDir, 'node_modules/@types')],
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const tsc = join(rootDir, 'node_modules/typescript/bin/tsc');
    const { stdout } = await execute(process.execPath, [tsc, '-p', project, '--checkers', '1']).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
  });

  test('is taught by a page whose examples are those files', async () => {
    const readme = await readFile(join(project, 'node_modules/@paraph/pades/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/<!-- example ([\w-]+\.ts) -->\n```ts\n([\s\S]*?)```/g)];
    expect(blocks.map(([, name]) => name)).toEqual(['sign.ts', 'in-turn.ts', 'long-term.ts', 'validate.ts']);
    for (const [, name = '', code] of blocks) expect(code).toBe(await readFile(join(project, name), 'utf8'));
    expect(readme.match(/```ts/g)).toHaveLength(blocks.length);
    expect(examples.sort()).toEqual([
      'authority.ts',
      'in-turn.ts',
      'later.ts',
      'long-term.ts',
      'sign.ts',
      'validate.ts',
    ]);
  });

  test('signs as its page says', async () => {
    const { stdout } = await node('sign.ts');
    expect(stdout.trim()).toBe('Zoë Ångström: intact true, whole-file');
    expect(pdfsig('signed.pdf').match(/Signature is Valid/g)).toHaveLength(1);
    expect(textOf(join(project, 'signed.pdf'))).toContain('PF-7K2M');
  });

  test('lets people fill and sign in turn as its page says', async () => {
    const { stdout } = await node('in-turn.ts');
    expect(stdout.trim().split('\n')).toEqual(['Ana: allowed-changes', 'Ben: unchanged']);
    expect(pdfsig('in-turn.pdf').match(/Signature is Valid/g)).toHaveLength(2);
    expect(textOf(join(project, 'in-turn.pdf'))).toContain('bing');
  });

  test('creates long-term signatures and validates them, as its README says', async () => {
    await node('long-term.ts');
    expect(pdfsig('long-term.pdf').match(/Signature is Valid/g)).toHaveLength(2);
    const { stdout } = await node('validate.ts');
    expect(stdout.trim().split('\n').slice(-2)).toEqual([
      'Ana B-LTA true whole-revision true true',
      'Ben B-LTA true whole-revision true true',
    ]);
    await writeFile(join(project, 'none.pdf'), 'no pdf');
    const refused = await node('validate.ts', 'none.pdf', 'long-term.pdf.root.cer');
    expect(refused.stdout).toMatch(/^Not read: .+ \(header, /);
  });

  test('finishes later as its example says', async () => {
    await node('later.ts');
    expect(pdfsig('later.pdf').match(/Signature is Valid/g)).toHaveLength(1);
  });
});
