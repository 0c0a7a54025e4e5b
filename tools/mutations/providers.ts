import type { FaultyFile } from './mutation.ts';

const dialects = 'tests/api/provider-dialects.test.ts';
const seals = 'tests/api/provider-seals.test.ts';
const engine = 'pades/src/remote/csc-dialect.test.ts';

/** How trust service providers are called: the dialects of the CSC API, and their OAuth servers. */
export const providerFaults: readonly FaultyFile[] = [
  {
    file: 'pades/src/remote/csc-oauth.ts',
    tests: [engine],
    faults: {
      'account-token-by-the-secret-itself': [
        "createHmac('sha256', key).update(signed)",
        "createHmac('sha256', clientSecret).update(signed)",
      ],
      'long-request-not-pushed': [
        'if (!isPushRequired && url.length <= URL_LENGTH_MAX) return url;',
        'if (!isPushRequired) return url;',
      ],
      'request-that-must-be-pushed-is-not': [
        'if (pushUrl === null && !isPushRequired) return url;',
        'if (pushUrl === null) return url;',
      ],
    },
  },
  {
    file: 'pades/src/remote/csc-authorization-server.ts',
    tests: [engine],
    faults: {
      'metadata-of-another-issuer': ['if (metadata.issuer !== issuer) throw', 'if (false) throw'],
    },
  },
  {
    file: 'pades/src/remote/csc-calls.ts',
    tests: [engine],
    faults: {
      'secret-not-encoded-in-the-header': [
        "const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);",
        'const encoded = (text: string) => text;',
      ],
    },
  },
  {
    file: 'pades/src/remote/csc-service.ts',
    tests: [engine],
    faults: {
      'typed-value-takes-the-name-of-a-parameter': ['.filter(({ id }) => typed?.includes(id))', ''],
      'typed-value-in-the-words-of-a-refusal': ["text.replaceAll(value, '…')", 'text'],
    },
  },
  {
    file: 'pades/src/remote/csc-credential.ts',
    tests: [engine],
    faults: {
      'hash-does-not-fit-the-key': ['const preferred = [fitting, ...hashes];', 'const preferred = hashes;'],
      'key-released-out-of-band': ["String(type).endsWith('OOB')", "String(type).endsWith('other')"],
    },
  },
  {
    file: 'server/src/trust-services/provider-client.ts',
    tests: [dialects],
    faults: {
      'metadata-name-any-address': ['if (url !== null) check(url);', ''],
    },
  },
  {
    file: 'server/src/signing/qualified/visit-provider.ts',
    tests: [dialects],
    faults: {
      'code-of-another-server': ['    requireIssuer(provider, { server, returned });\n', ''],
    },
  },
  {
    file: 'server/src/signing/qualified/finish-with-provider.ts',
    tests: [dialects],
    faults: {
      'digest-by-another-hash-than-that-of-the-key': [
        '{ values, messageDigests, recordUse',
        '{ values, recordUse',
      ],
    },
  },
  {
    file: 'server/src/signing/qualified/choose-credential.ts',
    tests: [dialects],
    faults: {
      'certificate-that-no-seal-can-prove': ['    ...revocationProblem(chain),\n', ''],
    },
  },
  {
    file: 'server/src/trust-services/seal-key.ts',
    tests: [seals],
    faults: {
      'seal-by-a-certificate-of-people': [
        'if (isOfPerson && !qcStatements.isForSeals)',
        'if (false as boolean)',
      ],
      'seal-by-our-own-key-while-the-provider-is-off': [
        'if (!provider)\n    throw new UnavailableFault(',
        'if (!provider) return null;\n  if (!provider)\n    throw new UnavailableFault(',
      ],
      'refused-pin-is-tried-again': ['if (stored.is_blocked)', 'if (false as boolean)'],
      'seal-key-that-asks-for-a-password-each-time': ['/otp/i.test(id)', 'false'],
    },
  },
  {
    file: 'server/src/trust-services/seal-credentials.ts',
    tests: [seals],
    faults: {
      'pin-of-seals-not-tried': ['  await tryToRelease(deps, { service, credential, pin });\n', ''],
      'pin-of-seals-in-clear': ['deps.vault.encrypt(pin, pinBoundTo(id))', 'pin'],
    },
  },
  {
    file: 'server/src/trust-services/manage-providers.ts',
    tests: [seals],
    faults: {
      'pin-of-seals-sent-elsewhere': ['violations.baseUrl = USED_FOR_SEALS;', '{}'],
    },
  },
];
