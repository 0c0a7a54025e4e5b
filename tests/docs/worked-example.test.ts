import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { SEEN_DIR } from '../../tools/operations-seen.mjs';
import { isInShare } from '../support/share.ts';
import { copyProject, readSteps, type Step } from './worked-example.ts';

const page = await readFile(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
const [, endpoint = '', column = ''] = page.split('\n## Worked example: ');
const steps = readSteps(endpoint);
const columnSteps = readSteps(column);
/** The one step of the example that fits. */
function stepOf(fits: (step: Step) => boolean): Step {
  const [step, further] = steps.filter(fits);
  if (!step || further) throw new Error('The worked example has changed; name its steps here again.');
  return step;
}
const isNew = ({ below }: Step) => below === null;
const contract = stepOf(({ path }) => /^contract\/src\/[\w-]+-operations\.ts$/.test(path));
const rule = stepOf((step) => step.path.startsWith('domain/') && isNew(step));
const useCase = stepOf((step) => step.path.startsWith('server/') && isNew(step));
const route = steps.filter((step) => step.path.startsWith('server/') && !isNew(step));
const apiTest = stepOf(({ path }) => path.startsWith('tests/'));

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--configLoader=native'];
const NOTICING = ['every file is reached', 'says of every operation what it does'];
/** What `npm run generate` has to write anew, and the rule about generated files misses otherwise. */
const STALE = [
  ...['contract/openapi.json', 'docs/reference/interface.md', 'server/src/database/rows.generated.ts'],
  ...['sdk/src/operations.ts', 'sdk/src/shapes.ts'],
];
/** That the types demand the operation and its handler of each other. */
const DEMANDED = `import type { Handlers } from './http/bind.ts';

const handler = async () => [];
export const declared = { readNextActions: handler } satisfies Partial<Handlers>;
// REFUSED: no operation has this name.
export const undeclared = { readNoActions: handler } satisfies Partial<Handlers>;
// REFUSED: the handler is missing.
export const missing: Pick<Handlers, 'readNextActions'> = {};
`.replaceAll('REFUSED:', `@ts-${'expect'}-error`);
const RULES = ['tests/architecture/completeness.test.ts', 'tests/contract/openapi.test.ts'];

const copy = await copyProject();
/** As vitest.config.ts has it, but for what builds the pages, which nothing here opens. */
const config = (more: object = {}) =>
  copy.write(
    'vitest.example.config.mjs',
    `export default { test: ${JSON.stringify({
      experimental: { viteModuleRunner: false, nodeLoader: false },
      testTimeout: 120_000,
      // One process imports the sources of the copy, of which nothing is compiled yet.
      isolate: false,
      fileParallelism: false,
      ...more,
    })} };`,
  );
afterEach(() => copy.reset());

/** Type-checks the files of the server that the example touches, and all that they import. */
async function checkTypes(): Promise<string> {
  const demanded = await copy.write('server/src/demanded.test.ts', DEMANDED);
  const touched = [useCase, ...route, ...columnSteps].map(({ path }) => path);
  const files = [demanded, ...new Set(touched)].filter((path) => /^server\/src\/.*\.ts$/.test(path));
  const project = await copy.write(
    'server/tsconfig.example.json',
    JSON.stringify({
      extends: './tsconfig.json',
      include: [],
      files: files.map((path) => path.replace('server/', './')),
    }),
  );
  return (await copy.node(['node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1'])).output;
}

/** The operations that the recorded tests did not call: `npm test` fails for those. */
async function unseenOperations(seen: string): Promise<string> {
  const code = `const { listUnseenOperations } = await import('./tools/operations-seen.mjs');
console.log(JSON.stringify(await listUnseenOperations(${JSON.stringify(seen)})));`;
  return (await copy.node(['--input-type=module', '--eval', code])).output;
}

// That each step still fits its file: tests/architecture. What is complete and what is left out come by turns.
test('all steps of the worked examples together give an endpoint and a column that are typed, complete and tested', {
  timeout: 600_000,
  skip: !isInShare(1, 2),
}, async () => {
  await copy.apply([...steps, ...columnSteps]);
  const generated = await copy.node(['tools/generate.ts']);
  expect(generated).toMatchObject({ isGood: true });
  for (const path of STALE) expect(generated.output).toContain(`wrote ${path}`);
  expect(await checkTypes()).toBe('');
  const seen = await copy.folder('seen');
  const tests = [apiTest, ...columnSteps].map(({ path }) => path).filter((path) => path.startsWith('tests/'));
  // What was generated a moment ago is fresh.
  const args = [`--config=${await config({ globalSetup: 'tests/support/database-setup.ts' })}`, '-t'];
  const { isGood, output } = await copy.node(
    [...vitest, ...args, '^(?!.*generated files are fresh)', ...RULES, ...tests],
    { [SEEN_DIR]: seen },
  );
  expect(isGood, output).toBe(true);
  expect(await unseenOperations(seen)).not.toContain('readNextActions');
});

test('a shown column is a migration, a line in the view and one in the contract', () => {
  expect(columnSteps.filter(({ path }) => !path.startsWith('tests/')).map(({ path }) => path)).toEqual([
    'server/migrations/0150-workflows-description.sql',
    'server/src/workflows/reading/workflow-view.ts',
    'contract/src/workflow-schemas.ts',
  ]);
  const lines = columnSteps.slice(1, 3).map(({ code }) => code.trim().split('\n').length);
  expect(lines).toEqual([1, 1]);
});

describe('what is left out is noticed', () => {
  // That the contract is: DEMANDED, which the types were checked with.
  test('by the types: the rule and the use case, which other steps import', () => {
    for (const { path } of [rule, useCase]) {
      const name = `/${path.split('/').at(-1)}'`;
      expect(steps.filter(({ code }) => code.includes(name)).length, path).toBeGreaterThan(0);
    }
  });

  test('by the rules: export, route, description, test', {
    timeout: 600_000,
    skip: !isInShare(0, 2),
  }, async () => {
    await copy.apply([contract, rule, useCase]);
    const args = [`--config=${await config()}`, '-t', `(${NOTICING.join('|')})`];
    const { output } = await copy.node([...vitest, ...args, ...RULES]);
    for (const name of NOTICING) expect(output).toMatch(new RegExp(`FAIL .*${name}`));
    expect(output).toContain(rule.path);
    expect(output).toContain(useCase.path);
    expect(await unseenOperations(await copy.folder('seen'))).toContain('readNextActions');
  });
});
