import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/in-person.test.ts'];

/** A host hands a device or a link to a recipient, and their own session is locked meanwhile. */
export const inPersonFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/accounts/sessions.ts',
    tests: API,
    faults: {
      'locked-session-is-one': ['!session || session.locked_at !== null', '!session'],
      'locked-device-signs-others-in': ['if (lock && lock.user_id !== userId)', 'if (lock && userId < 0)'],
    },
  },
  {
    file: 'server/src/accounts/sign-in.ts',
    tests: API,
    faults: { 'locked-device-signs-out': ['if (await findLock(deps, token)) throw lockedDevice();', ''] },
  },
  {
    file: 'server/src/accounts/session-lock-store.ts',
    tests: API,
    faults: {
      'lock-guessed-without-end': ['and wrong_pins < ${max}', 'and ${max} > 0'],
      'lock-leaves-the-token': [
        'update sessions set token_hash = ${to}',
        'update sessions set token_hash = ${from}',
      ],
      'lock-open-after-hand-back': ['set open_path = null where', 'set open_path = open_path where'],
    },
  },
  {
    file: 'server/src/accounts/session-lock.ts',
    tests: API,
    faults: {
      'lock-takes-any-pin': ['if (!lock.pin_hash.equals(hashOf(deps, tokenHash, pin)))', 'if (pin === "-")'],
      'lock-without-digits': ['if (!/^\\d{4,6}$/.test(lock.pin))', 'if (lock.pin === "-")'],
      'lock-twice': ['if (!isNew) throw conflict', 'if (lock.pin === "-") throw conflict'],
    },
  },
  {
    file: 'server/src/http/authenticate.ts',
    tests: API,
    faults: {
      'lock-leaves-other-links': [
        "if (operation.access === 'signer' && cookie) await requireOpenByLock(request, credentials, cookie);",
        '',
      ],
    },
  },
  {
    file: 'server/src/signing/session/in-person-store.ts',
    tests: API,
    faults: {
      'in-person-without-end': ['= ${tokenHash} and expires_at > ${now}', '= ${tokenHash}'],
      'in-person-counts-twice': ['return numAffectedRows === 1n;', 'return numAffectedRows >= 0n;'],
    },
  },
  {
    file: 'server/src/signing/session/in-person.ts',
    tests: API,
    faults: {
      'in-person-by-keys': ["if (caller.kind === 'key')", 'if (caller.userId < 0)'],
      'in-person-against-the-sender': [
        'if (allowsInPerson(workflow.preferences)) return;',
        'if (workflow) return;',
      ],
      'in-person-at-any-address': ['if (returnUrl !== null && !/^https', "if (returnUrl === '' && !/^https"],
      'in-person-without-lock': [
        'if (isLocked && sessionToken !== null)',
        "if (isLocked && sessionToken === '')",
      ],
      'copied-link-locks-others': [
        "(way === 'device' || caller.userId === hostId)",
        '(way !== null || caller.userId === hostId)',
      ],
    },
  },
  {
    file: 'server/src/signing/session/authenticate-signer.ts',
    tests: API,
    faults: {
      'in-person-for-a-day': [
        "hosted?.way === 'device' ? HOSTED_SECONDS",
        "hosted?.way === 'device' ? LIFE_SECONDS",
      ],
      'in-person-sets-up-passkeys': ["if (hosted?.way === 'device')\n", "if (hosted?.host === '')\n"],
      'in-person-unsaid': [
        'visitor: { ...call.visitor, hosted: recordedHost(hosted) }',
        'visitor: call.visitor',
      ],
    },
  },
  {
    file: 'server/src/identity-providers/connection-pages.ts',
    tests: ['tests/api/connections.test.ts'],
    faults: {
      'locked-device-signs-in-by-provider': ['(await findLock(deps, token)) !== null', 'token === ""'],
    },
  },
  {
    file: 'server/src/evidence/compose-signer.ts',
    tests: API,
    faults: { 'in-person-proves-the-mailbox': ['find(({ actor }) => !actor?.hosted)', 'find(() => true)'] },
  },
  {
    file: 'server/src/authority/issue-certificate.ts',
    tests: API,
    faults: {
      'in-person-by-the-mailed-link': [
        'policyOf(arrival, null)',
        "policyOf(arrival === 'in-person' ? 'mailbox' : arrival, null)",
      ],
    },
  },
  {
    file: 'server/src/signing/advanced/certify-own-key.ts',
    tests: API,
    faults: {
      'in-person-by-the-mailed-link-and-a-code': [
        'policyOf(arrival, method)',
        "policyOf(arrival === 'in-person' ? 'mailbox' : arrival, method)",
      ],
    },
  },
];
