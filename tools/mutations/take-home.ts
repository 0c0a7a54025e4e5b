import type { FaultyFile } from './mutation.ts';

const verdicts = 'web/src/verify/verify-state.test.ts';

/** What people take home of a workflow, and what the verifier says of it. */
export const takeHomeFaults: readonly FaultyFile[] = [
  {
    file: 'web/src/verify/verify-state.ts',
    tests: [verdicts],
    faults: {
      'name-green-in-a-changed-file': ["if (verdictOf(report).tone === 'stopped')", 'if (document === null)'],
      'name-green-in-an-unsure-file': ["if (verdict.state !== 'as-signed')", 'if (document === null)'],
      'certificate-green-in-a-changed-file': [
        "isOfSandbox(signature) ? 'waiting' : fileToneOf(signature)",
        "isOfSandbox(signature) ? 'waiting' : 'done'",
      ],
    },
  },
];
