import type { FaultyFile } from './mutation.ts';

const keys = ['tests/api/timestamping-keys.test.ts'];

export const ageingFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/authority/timestamping-keys.ts',
    tests: keys,
    faults: {
      'former-key-for-timestamps-stays': ['await deps.vault.remove(file)', 'await deps.vault.find(file)'],
      'key-for-timestamps-used-unannounced': ['isUsable ? { notBefore: due } : {}', '{}'],
    },
  },
  {
    file: 'server/src/authority/publish-revocations.ts',
    tests: ['tests/api/ageing.test.ts'],
    faults: {
      'timestamps-share-the-list-of-the-root': ['? ownListOf(certificate) : null', '? null : null'],
      'list-outlives-the-key-for-timestamps': [
        'lifeMs: left > 0 ? left : LIST_LIFE_MS.root',
        'lifeMs: 2 * left',
      ],
    },
  },
  {
    file: 'pades/src/revocation/revocation-status.ts',
    tests: ['pades/src/revocation/revocation.test.ts'],
    faults: {
      'list-of-another-address-counts': [
        'crl.distributionPoints?.some((url) => certificate.crlUrls.includes(url)) ?? true',
        'true',
      ],
    },
  },
  {
    file: 'server/src/authority/open-certified-key.ts',
    tests: keys,
    faults: {
      'key-for-timestamps-never-renewed': ['const SUCCESSOR_AT = 0.3;', 'const SUCCESSOR_AT = 1;'],
      'key-for-timestamps-used-for-life': ['const USE_ENDS_AT = 0.5;', 'const USE_ENDS_AT = 1;'],
    },
  },
  {
    file: 'server/src/authority/timestamping.ts',
    tests: ['tests/cli/root.test.ts'],
    faults: { 'ended-key-stamps': ['if (time > usedUntil)', 'if (time > usedUntil && time < usedUntil)'] },
  },
  {
    file: 'server/src/sealing/renew-seal.ts',
    tests: ['tests/api/seal-renewal.test.ts'],
    faults: {
      'seal-renewed-by-the-hash-that-ends': [
        'if (dependsOn(timestamp.hashes, endingHashes(deps)))',
        'if (dependsOn(timestamp.hashes, []))',
      ],
    },
  },
  {
    file: 'pades/src/validate/digest-trust.ts',
    tests: ['pades/src/validate/digest-trust.test.ts'],
    faults: {
      'ended-hash-counts-without-a-time': [
        '(time !== null && time <= until)',
        '(time === null || time <= until)',
      ],
      'ended-hash-in-an-imprint': ['[cms.digestAlgorithm, ...imprint]', '[cms.digestAlgorithm]'],
      'ended-hash-in-a-list': ['crls: evidence.crls.filter(holds),', 'crls: evidence.crls,'],
      'ended-hash-in-an-issuer': [
        'pool: evidence.pool.filter((each) => this.#agedHash(each, timeOf(each.der)) === null),',
        'pool: evidence.pool,',
      ],
      'ended-hash-in-an-ocsp-response': ['holds(answer) &&', ''],
    },
  },
];
