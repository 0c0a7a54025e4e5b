import type { FaultyFile } from './mutation.ts';

const blobs = 'storage/src/blobs.test.ts';
const vault = 'server/src/platform/keys/key-vault.test.ts';
const vaultOnDisk = 'server/src/platform/keys/key-vault-disk.test.ts';

/** What is on the disk, and what was read from it. */
export const durabilityFaults: readonly FaultyFile[] = [
  {
    file: 'storage/src/blobs.ts',
    tests: [blobs],
    faults: {
      'blob-not-synced': ['await (durable ?? syncFile(path));', ''],
      'upload-not-awaited': ['await (durable ?? syncFile(path));', 'if (!durable) await syncFile(path);'],
      'blob-folder-not-synced': ['await syncFolder(dirname(target));', ''],
      'blob-parent-folder-not-synced': ['await syncFolder(root);', ''],
      'blob-not-compared': ['if (actual.equals(sha256)) return', 'if (actual) return'],
    },
  },
  {
    file: 'storage/src/blob-names.ts',
    tests: [blobs],
    faults: {
      'blob-key-is-a-path': ['if (!BLOB_KEY.test(key)) throw', 'if (!key) throw'],
    },
  },
  {
    file: 'storage/src/blob-file.ts',
    tests: [blobs],
    faults: { 'held-blob-not-compared': [' || !read.equals(piece)', ''] },
  },
  {
    file: 'storage/src/chunk-digests.ts',
    tests: ['storage/src/chunk-digests.test.ts'],
    faults: {
      'digest-of-a-part-is-kept': ['Math.floor(size / CHUNK_BYTES)', 'Math.ceil(size / CHUNK_BYTES)'],
    },
  },
  {
    file: 'server/src/platform/keys/key-vault.ts',
    tests: [vaultOnDisk],
    faults: {
      'key-folder-readable-by-others': ['recursive: true, mode: 0o700', 'recursive: true, mode: 0o755'],
    },
  },
  {
    file: 'storage/src/disk.ts',
    tests: [vaultOnDisk, 'storage/src/disk.test.ts'],
    faults: {
      'new-file-readable-by-others': ["openFile(path, 'wx', 0o600)", "openFile(path, 'wx', 0o644)"],
      'new-file-not-synced': ['await file.sync();', ''],
      'folder-not-synced': ['(file) => file.sync()', 'async () => {}'],
      'closed-under-a-reading': ['while (this.#pending.size > 0)', 'while (this.#pending.size < 0)'],
      'number-of-another-file': ['this.#descriptor = -1;', ''],
      'rest-is-not-written': ['rest = without(rest, count);', 'rest = [];'],
    },
  },
  {
    file: 'server/src/platform/keys/vault-encryption.ts',
    tests: [vault, 'tests/api/callback-secrets.test.ts'],
    faults: {
      'secret-decrypts-in-another-row': [
        'decipher.setAAD(Buffer.from(boundTo));',
        "decipher.setAAD(Buffer.from(''));",
      ],
    },
  },
  {
    file: 'storage/src/encrypted-chunks.ts',
    tests: ['storage/src/encrypted-chunks.test.ts'],
    faults: {
      'chunk-may-be-moved': ['nonce.writeUInt32BE(index, NONCE_BYTES - COUNT_BYTES - 1);', ''],
      'chunk-may-be-cut-off': ['nonce[NONCE_BYTES - 1] = use;', ''],
      'chunk-not-authenticated': ['decipher.final();', ''],
      'continued-under-the-former-key': ['retained.filter(', 'retained.slice(0, 0).filter('],
      'last-chunk-is-kept': ['chunks - 1) }));', 'chunks) }));'],
      'segments-not-authenticated': [
        'Buffer.concat([CONTINUED_HEADER, ...ends.map(uint32)])',
        'CONTINUED_HEADER',
      ],
    },
  },
  {
    file: 'storage/src/blob-copy.ts',
    tests: [blobs],
    faults: {
      'copy-not-compared': ['if (!whole.digest().equals(sha256))', 'if (!whole)'],
      'copy-need-not-be-durable': ['await durable;', ''],
    },
  },
  {
    file: 'storage/src/blob-file.ts',
    tests: [blobs],
    faults: { 'encrypted-blob-not-compared': ['.equals(chunk))', '.equals(chunk) && at < 0)'] },
  },
  {
    file: 'storage/src/decrypted-source.ts',
    tests: ['storage/src/encrypted-chunks.test.ts'],
    faults: { 'end-not-looked-at': ['chunk(layout.chunks - 1);', ''] },
  },
  {
    file: 'storage/src/encrypted-blobs.ts',
    tests: ['tests/api/encryption.test.ts', blobs],
    faults: {
      'data-key-outlives-blob': ['await keys.delete(blobKey);', ''],
      'encrypted-copy-need-not-be-durable': ['await durable;', ''],
      'all-is-encrypted-anew': ['canBeContinued(layout)', 'layout.size < 0'],
    },
  },
  {
    file: 'server/src/files/wrapping-keys.ts',
    tests: ['tests/api/encryption.test.ts'],
    faults: {
      'starts-with-another-key': ['UnreadableBlobFault) return null;', 'UnreadableBlobFault) return PROBE;'],
    },
  },
  {
    file: 'server/src/files/encrypt-files.ts',
    tests: ['tests/api/encryption-keys.test.ts'],
    faults: { 'unencrypted-blob-removed-at-once': ['-GRACE_SECONDS', '60'] },
  },
  {
    file: 'server/src/sealing/compact-seals.ts',
    tests: ['tests/api/seal-compaction.test.ts'],
    faults: {
      'original-removed-at-once': ['-GRACE_SECONDS', '60'],
      'original-of-damaged-seal-removed': [
        'if (await continuesFile(deps, whole, prefix)) prefixes',
        'prefixes',
      ],
    },
  },
  {
    file: 'server/src/files/blob-key-store.ts',
    tests: ['tests/api/seal-compaction.test.ts'],
    faults: {
      'key-of-prefix-destroyed': [
        'files.blob_key = blob_keys.blob_key)`.execute(database)',
        'files.format = blob_keys.blob_key)`.execute(database)',
      ],
    },
  },
  {
    file: 'server/src/files/serve-file.ts',
    tests: ['server/src/files/serve-file.test.ts'],
    faults: { 'unread-file-stays-open': [".once('close', () => stored.destroy())", ''] },
  },
  {
    file: 'server/src/files/verified-range.ts',
    tests: ['tests/api/files-damaged.test.ts'],
    faults: { 'damaged-file-is-served': ['!sha256(chunk).equals(digest)', 'false'] },
  },
  {
    file: 'server/src/files/check-stored-file.ts',
    tests: ['tests/api/files-damaged.test.ts'],
    faults: { 'damaged-file-is-whole': ['sha256.equals(file.sha256)', 'size >= 0'] },
  },
  {
    file: 'storage/src/watched-blobs.ts',
    tests: ['storage/src/watched-blobs.test.ts'],
    faults: { 'storage-fault-not-counted': ['faults += 1;', ''] },
  },
];
