import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMON_OPTIONS } from '../../cli/src/command.ts';
import { COMMANDS } from '../../cli/src/command-line.ts';
import { OPERATOR_COMMANDS } from '../../operator/src/operator-commands.ts';
import { projectDir } from '../../tools/runtime.mjs';

// What a page has its reader type must be there: commands, their options, scripts of npm, programs of the project.

interface Known {
  options: readonly string[];
  required: readonly string[];
}

const known = new Map<string, Known>([
  ...OPERATOR_COMMANDS.map(({ name, options }): [string, Known] => {
    const required = Object.entries(options).filter(([, option]) => option.required);
    return [
      name,
      { options: [...Object.keys(options), 'json', 'help'], required: required.map(([option]) => option) },
    ];
  }),
  ...COMMANDS.map(({ name, options }): [string, Known] => [
    name,
    { options: [...COMMON_OPTIONS, ...options].map((option) => option.name), required: [] },
  ]),
  ['help', { options: [], required: [] }],
]);

const scripts = Object.keys(
  (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const OF_NPM = ['ci', 'exec', 'i', 'init', 'install', 'pack', 'publish'];

/** What does not fit in one line of a shell. */
function listFaults(line: string, isWhole: boolean): string[] {
  const faults: string[] = [];
  const code = line.replaceAll(/"[^"]*"|'[^']*'/g, 'TEXT').replace(/(^| )#.*/, '');
  for (const each of code.split(/\||&&|;|\$\(/)) {
    const words = each.trim().split(/\s+/);
    const at = words.findIndex((word, index) => isOurs(word, words[index - 1]));
    if (at >= 0) faults.push(...listFaultsOfOurs(words.slice(at + 1), isWhole));
    const [npm, verb = '', script = ''] = words;
    if (npm === 'npm' && verb === 'run' && !scripts.includes(script)) faults.push(`npm run ${script}`);
    if (npm === 'npm' && verb !== 'run' && ![...scripts, ...OF_NPM].includes(verb))
      faults.push(`npm ${verb}`);
    const file = words[words.indexOf('node') + 1] ?? '';
    const isFile = words.includes('node') && /^[\w.-]+\/[\w./-]+\.(mjs|ts|js)$/.test(file);
    if (isFile && !existsSync(join(projectDir, file))) faults.push(`node ${file}`);
  }
  return faults;
}

/** The command line, and not a folder or a service of this name. */
function isOurs(word: string, before = 'npx'): boolean {
  return (word === 'paraph' && before === 'npx') || (/^[\w.]+\/paraph\.mjs$/.test(word) && before === 'node');
}

function listFaultsOfOurs([verb = '', ...words]: readonly string[], isWhole: boolean): string[] {
  // `paraph COMMAND` speaks of any of them.
  if (verb === '' || /^(--version|[A-Z…])/.test(verb)) return [];
  const command = known.get(verb);
  if (!command) return [`paraph ${verb}`];
  const given = words.flatMap((word) => /^--([a-z0-9-]+)/.exec(word)?.[1] ?? []);
  const missing = command.required.filter((option) => isWhole && !given.includes(option));
  return [
    ...given.filter((option) => !command.options.includes(option)).map((each) => `paraph ${verb} --${each}`),
    ...missing.map((option) => `paraph ${verb} without --${option}`),
  ];
}

/** Lines of its shell, continued ones joined, and what its text quotes. */
function readCommands(text: string): { whole: string[]; quoted: string[] } {
  const whole = [...text.matchAll(/^ *```sh.*\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block.replaceAll(/\\\n\s*/g, ' ').split('\n'),
  );
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  return { whole, quoted: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span) };
}

function listFaultsOfPage(text: string): string[] {
  const { whole, quoted } = readCommands(text);
  return [
    ...whole.flatMap((line) => listFaults(line, true)),
    ...quoted.flatMap((span) => listFaults(span, false)),
  ];
}

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: projectDir, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(projectDir, path)));

test('the commands that pages name exist, with their options', () => {
  const faults = pages.flatMap((path) =>
    listFaultsOfPage(readFileSync(join(projectDir, path), 'utf8')).map((fault) => `${path}: ${fault}`),
  );
  expect(pages).toContain('docs/tutorial.md');
  expect(faults).toEqual([]);
});

test('the commands that pages name are read in blocks, over several lines, and in the text', () => {
  const page = [
    'Run `npx paraph back-up`, `npm run bild`, `paraph doctor --fix` or `npm begin`; `npx paraph backup` is well.',
    '```sh',
    'npx paraph backup \\',
    '  --passphrase-file PATH && npx paraph sned contract.pdf   # paraph nothing',
    'docker compose exec paraph node tools/paraf.mjs doctor',
    'docker compose exec paraph node tools/paraph.mjs docter',
    'echo "paraph in words" | paraph create-user --email a@example.com --name Ada --password-stdin',
    '```',
  ];
  expect(listFaultsOfPage(page.join('\n'))).toEqual([
    'paraph backup without --to',
    'paraph sned',
    'node tools/paraf.mjs',
    'paraph docter',
    'paraph back-up',
    'npm run bild',
    'paraph doctor --fix',
    'npm begin',
  ]);
});
