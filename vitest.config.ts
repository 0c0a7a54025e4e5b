import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './tests/support/slow-first.ts';

// One share for all workers of the run: what comes by turns is in different files.
process.env.PARAPH_TEST_SHARE ??= String(randomInt(12));

const databaseSetup = ['tests/support/database-setup.ts'];
const builtSetup = [...databaseSetup, 'tests/support/build-setup.ts'];

/**
 * Node itself imports the sources, as it does when the service runs: nothing is bundled or rewritten, what was compiled
 * once is kept on disk, and a call of an imported function is a plain call. Nothing here replaces modules.
 */
const byNode = { viteModuleRunner: false, nodeLoader: false };

/**
 * Everything that has a database of its own. Each waits a good part of its time: for PostgreSQL, a page, a mail, or a
 * process to end. The third worker uses what two leave idle. They are one group, so that no core is idle while the last
 * long file of a project ends; the sequencer puts the project with the shortest files last.
 */
const withDatabase = {
  experimental: byNode,
  maxWorkers: 4,
  sequence: { groupOrder: 2 },
};

/** Browsers, servers and processes being killed: each file has a server, a port and folders of its own. */
const wholeProcesses = {
  ...withDatabase,
  // On a busy machine a browser may miss a beat, or a process be slow to die; the end of the run names what was
  // retried, and three of them fail it.
  retry: 1,
  isolate: false,
  globalSetup: builtSetup,
};

/** A PKCS #11 library is initialized once per process, with the tokens of one file. */
const tokenTests = ['tests/api/token-keys.test.ts', 'tests/conformance/pades-pkcs11.test.ts'];

export default defineConfig({
  test: {
    // The file's own scope is enough, and TypeScript is stripped, never transformed further.
    environment: 'node',
    pool: 'forks',
    // Two cores run everything; what computes all the time gains nothing from more workers.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // They end what hangs; a test that must be quick measures that itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As long as a browser waits for an element; the default is a second. Each look is a request or more.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    teardownTimeout: 30_000,
    allowOnly: false,
    passWithNoTests: false,
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'architecture',
          experimental: byNode,
          include: ['tests/architecture/**/*.test.ts'],
          // One process for all files: the sources are parsed once.
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'unit',
          experimental: byNode,
          isolate: false,
          include: ['{domain,contract,pades,storage,intake,sandbox,server,operator}/src/**/*.test.ts'],
          globalSetup: databaseSetup,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // Written for Vite: components, and folders of sources imported as texts.
          name: 'web',
          isolate: false,
          include: ['{verifier,web}/src/**/*.test.{ts,tsx}'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'api',
          // A worker imports the server once for all of its files; each file opens an instance of its own.
          isolate: false,
          include: ['tests/{api,conformance,contract,docs,generated,sdk,support}/**/*.test.ts'],
          exclude: tokenTests,
          // The guides have readers fetch built pages.
          globalSetup: builtSetup,
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'tokens',
          include: tokenTests,
          globalSetup: databaseSetup,
        },
      },
      {
        test: {
          ...wholeProcesses,
          name: 'faults',
          include: [
            'tests/{faults,cli}/**/*.test.ts',
            ...(process.env.PARAPH_TEST_BEFORE ? ['tests/upgrades/*.test.ts'] : []),
          ],
          // `npm run moves` runs it, with an argument for how many organizations there are.
          exclude: process.env.PARAPH_TEST_MOVES ? [] : ['tests/faults/moves.test.ts'],
        },
      },
      {
        test: {
          ...wholeProcesses,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
        },
      },
    ],
  },
});
