import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/second-factor.test.ts'];

/** What a session rests on besides the password. */
export const secondFactorFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/second-factors/factor-store.ts',
    tests,
    faults: {
      'code-of-an-app-counts-twice': ['and last_step < ${step}', ''],
      'recovery-code-counts-twice': [
        'and code_hash = ${by.hash} and used_at is null',
        'and code_hash = ${by.hash}',
      ],
    },
  },
  {
    file: 'server/src/accounts/sign-in.ts',
    tests,
    faults: {
      'password-alone-signs-in': [
        'const needsFactor = user.second_factor_at !== null;',
        'const needsFactor = false;',
      ],
    },
  },
  {
    file: 'server/src/second-factors/check-code.ts',
    tests,
    faults: {
      'guesses-at-a-code-are-not-counted': ['if (isReached) {', 'if (false) {'],
      'person-is-not-told-of-guesses': ['if (isLast) await tellPerson', 'if (false) await tellPerson'],
      'stranger-locks-a-known-browser-out': [
        'const isKnown = device !== null &&',
        'const isKnown = device === null &&',
      ],
    },
  },
  {
    file: 'server/src/second-factors/account-passkeys.ts',
    tests,
    faults: {
      'passkey-answers-the-challenge-of-another-browser': [
        'if (!asked || !passkey) throw notTheirs();',
        'if (!passkey) throw notTheirs();',
      ],
    },
  },
  {
    file: 'server/src/second-factors/reset-factors.ts',
    tests: ['tests/api/factor-reset.test.ts'],
    faults: {
      'one-administrator-resets-at-once': [
        'present.asked_by !== caller.userId',
        'present.asked_by === caller.userId',
      ],
      'factor-of-another-organization-is-reset': [
        'if (await hasOtherCompany(',
        'if (false && await hasOtherCompany(',
      ],
    },
  },
  {
    file: 'server/src/second-factors/second-step.ts',
    tests: ['tests/api/factor-reset.test.ts'],
    faults: {
      'reset-goes-on-where-the-factor-is-there': [
        'await withdrawReset(tx, deps, { userId, actorId: userId });',
        '',
      ],
    },
  },
  {
    file: 'server/src/http/session-guards.ts',
    tests,
    faults: {
      'grace-never-ends': ['if (caller.lacksFactor &&', 'if (false && caller.lacksFactor &&'],
      'old-session-changes-factors': ['if (needsStepUp(operation)) requireFreshFactor(deps, caller);', ''],
    },
  },
];
