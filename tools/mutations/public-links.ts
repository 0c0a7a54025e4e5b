import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/public-links.test.ts'];

export const publicLinkFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/public-links/public-link-store.ts',
    tests: API,
    faults: {
      'link-code-without-limit': ['      and tries < ${triesMax} returning *', '      returning *'],
      'link-code-of-another-link': ['and link_id = ${linkId} and state', 'and state'],
      'link-code-never-late': ["and state = 'asked' and expires_at > ${now}", "and state = 'asked'"],
      'link-place-without-lock': [
        'where id = ${id} for update`.execute(tx)',
        'where id = ${id}`.execute(tx)',
      ],
      'link-forgets-no-visitor': ['set name = null, email = null', 'set name = name'],
    },
  },
  {
    file: 'server/src/public-links/prove-mailbox.ts',
    tests: API,
    faults: {
      'link-any-code': ['!equalSecrets(code, expected) || !submission', '!submission'],
      'link-begun-twice': ['  if (visits.open) {', '  if (visits.open && link.maximum === -1) {'],
      'link-answered-twice': ['link.is_once_per_person && visits', 'link.maximum === -1 && visits'],
      'link-takes-who-came-back-for-new': [
        "if (submission.entered === null) return { outcome: 'full' };",
        '',
      ],
      'link-full-goes-on': ["if (state !== 'open') return { outcome: state };", ''],
    },
  },
  {
    file: 'server/src/public-links/begin-submission.ts',
    tests: API,
    faults: {
      'link-full-lets-nobody-back': [
        "const isBack = state === 'full' || state === 'closed';",
        'const isBack = false;',
      ],
      'link-prefill-of-any-key': ['if (!link.prefill_keys.includes(key))', 'if (key === "")'],
      'link-any-signature': ['if (!equalSecrets(signature, signed))', 'if (signed === "")'],
      'link-starts-without-limit': ["  await countHit(deps, 'publicLinkStarts', addressKey(ip));\n", ''],
      'link-starts-of-link-without-limit': [
        "  await countHit(deps, 'publicLinkStartsOfLink', String(id));\n",
        '',
      ],
      'link-floods-a-mailbox': [
        "  await countHit(deps, 'signingCodesTo', sha256(email.toLowerCase()).toString('base64url'));\n",
        '',
      ],
      'link-gives-a-given-place': [
        'if (named.length + missing.length !== asked.length)',
        'if (named.length < 0)',
      ],
    },
  },
  {
    file: 'server/src/public-links/link-access.ts',
    tests: API,
    faults: {
      'link-of-who-left': ['    await authorizeLinks(deps, maker, address);\n    if', '    if'],
    },
  },
  {
    file: 'domain/src/public-link.ts',
    tests: ['domain/src/public-link.test.ts'],
    faults: {
      'link-mails-others-first': ['if (first.length === 1 && own.some(', 'if (own.length > 0 || own.some('],
      'link-name-with-address': [
        "    return 'Must be the name of a person",
        '    if (name === "") return \'Must be the name of a person',
      ],
    },
  },
];
