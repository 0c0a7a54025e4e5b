import type { FaultyFile } from './mutation.ts';

const backup = 'tests/api/backup.test.ts';
const erased = 'tests/api/backup-restore.test.ts';

/** Backups, and what keeps stored files while one is made. */
export const backupFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/files/sweep-files.ts',
    tests: [backup],
    faults: { 'swept-during-a-backup': ['(await hasLease(deps.database)) ? [] : ', ''] },
  },
  {
    file: 'server/src/files/delete-files.ts',
    tests: [backup],
    faults: { 'removed-during-a-backup': ['if (isPostponed) return;', ''] },
  },
  {
    file: 'server/src/files/file-store.ts',
    tests: [backup],
    faults: { 'lease-of-a-dead-backup-stays': [".where('ends_at', '>', sql<Date>`now()`)", ''] },
  },
  {
    file: 'operator/src/backup/require-restored.ts',
    tests: [backup],
    faults: { 'half-restored-instance-starts': ['if (!begun) return;', 'return;'] },
  },
  {
    file: 'operator/src/backup/fetch-blob.ts',
    tests: [backup],
    faults: { 'damaged-backup-is-whole': ["found.sha256.toString('hex') === sha256", 'found.size >= 0'] },
  },
  {
    file: 'operator/src/backup/restore-blobs.ts',
    tests: [backup],
    faults: { 'erased-document-is-restored': ["blob.state === 'encrypted' && !key", 'false'] },
  },
  {
    file: 'operator/src/backup/restore-store.ts',
    tests: [erased],
    faults: {},
  },
  {
    file: 'server/src/workflows/store/workflow-facts-store.ts',
    tests: [erased],
    faults: {
      'tombstone-of-another-workflow': ['and w.envelope_id = ', 'or w.envelope_id = '],
    },
  },
  {
    file: 'server/src/accounts/account-store.ts',
    tests: [erased],
    faults: {
      'tombstone-of-another-account': ['and floor(extract(epoch from u.created_at) * 1000) = ', 'or 1 = '],
    },
  },
  {
    file: 'operator/src/backup/restore-backup.ts',
    tests: [erased],
    faults: { 'erased-comes-back': ['if (fetched.erasures !== null)', 'if (fetched.erasures === null)'] },
  },
  {
    file: 'server/src/personal-data/erase-account.ts',
    tests: [erased],
    faults: { 'account-erased-under-way': ['if (plan.obstacles.length === 0) return', 'if (plan) return'] },
  },
  {
    file: 'operator/src/backup/copy-rows.ts',
    tests: ['operator/src/backup/copy-rows.test.ts'],
    faults: {
      'connection-waits-after-a-copy': ['resume();\n      done(error);', 'done(error);'],
      'connection-waits-after-half-a-copy': ['!rows.destroyed && ', ''],
    },
  },
  {
    file: 'server/src/files/sweep-files.ts',
    tests: ['server/src/files/sweep-copies.test.ts'],
    faults: {
      'copies-are-swept-after-the-end': ['clearInterval(timer);\n    return sweeping', 'return sweeping'],
    },
  },
  {
    file: 'storage/src/local-copies.ts',
    tests: ['tests/api/object-storage.test.ts'],
    faults: {
      'copy-of-erased-stays': ['!needed.has(key)', "needed.has(key + ' ')"],
      'copy-in-use-is-removed': ['copy?.holders === 0)', 'copy)'],
      'copies-of-dead-machine-stay': ['now.getTime() - info.mtimeMs < ABANDONED_MS', 'now.getTime() > 0'],
    },
  },
  {
    file: 'operator/src/backup/destination.ts',
    tests: [backup],
    faults: {
      'destination-of-another-instance': ['!destination.signer.equals(own)', 'false'],
      'manifest-not-signed': [
        "Buffer.from(signature, 'base64')) ? text : null",
        "Buffer.from(signature, 'base64')) || true ? text : null",
      ],
    },
  },
  {
    file: 'storage/src/object-store.ts',
    tests: ['tests/api/object-storage.test.ts'],
    faults: {
      'refused-upload-is-stored': ["&& !answer.text.includes('<Error>')", ''],
      'upload-is-left-behind': ['await abort(client, name, uploadId).catch(() => {});', ''],
      'hash-of-hashes-is-compared': ["&& !checksum.includes('-')", ''],
    },
  },
  {
    file: 'operator/src/backup/prune-destination.ts',
    tests: [backup],
    faults: { 'former-keys-stay': ['|| isFormerKeys', ''] },
  },
  {
    file: 'operator/src/commands/move.ts',
    tests: ['tests/api/move.test.ts'],
    faults: {
      'moved-instance-starts-twice': ['onVerified: () => markMoved(database, name, systemClock.now()),', ''],
    },
  },
];
