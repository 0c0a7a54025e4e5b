import type { FaultyFile } from './mutation.ts';

/** Whom and what a proof is about, and what a backup must hold to be whole. */
export const proofFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/signing/proof/prove-by-passkey.ts',
    tests: ['tests/api/passkeys.test.ts'],
    faults: {
      'passkey-of-a-corrected-person': [
        "return current.action.id === action.id && isNamedSo && identification === 'passkey';",
        'return current.action.id === action.id && email === recipient.email;',
      ],
    },
  },
  {
    file: 'server/src/signing/reassign-recipient.ts',
    tests: ['tests/api/passkeys.test.ts'],
    faults: {
      'proof-outlives-a-correction': ['await endProofsOf(tx, actionIds, clock.now());', ''],
      'code-outlives-a-correction': ['await endCodesOf(tx, actionIds, clock.now());', ''],
    },
  },
  {
    file: 'server/src/signing/advanced/certify-own-key.ts',
    tests: ['tests/api/own-key.test.ts'],
    faults: {
      'public-key-in-any-encoding': [
        'if (spki.length !== P256_BYTES || !spki.subarray(0, P256_HEAD.length).equals(P256_HEAD)) return null;',
        '',
      ],
    },
  },
  {
    file: 'operator/src/backup/count-sections.ts',
    tests: ['tests/api/backup-restore.test.ts'],
    faults: {
      'section-with-any-number-of-rows': ['if (left.get(name) !== rows) throw notCounted(name);', ''],
      'missing-section-is-restored': ['if (missing !== undefined) throw notCounted(missing);', ''],
    },
  },
  {
    file: 'operator/src/backup/load-snapshot.ts',
    tests: ['tests/api/backup-restore.test.ts'],
    faults: { 'missing-table-is-restored': ['if (missing !== undefined)', 'if (missing === "")'] },
  },
  {
    file: 'operator/src/backup/blob-list.ts',
    tests: ['tests/api/backup-restore.test.ts'],
    faults: { 'missing-lines-of-files': ['if (listed !== files)', 'if (listed > files)'] },
  },
  {
    file: 'operator/src/backup/key-part.ts',
    tests: ['tests/api/backup-restore.test.ts'],
    faults: { 'missing-key-is-restored': ['if (read !== keys)', 'if (read > keys)'] },
  },
];
