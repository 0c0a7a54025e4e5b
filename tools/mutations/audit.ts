import type { FaultyFile } from './mutation.ts';

const trail = 'server/src/audit/verify-chain.test.ts';

/** The trail of events. */
export const auditFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/audit/chain-link.ts',
    tests: [trail],
    faults: {
      'event-out-of-sequence': ['event.sequence !== end.sequence + 1', 'event.sequence < 0'],
      'event-changed': ['.equals(hash)) return', '.equals(hash) && version < 0) return'],
      'event-rewritten-without-key': [".equals(mac) ? null : 'forged'", '.equals(mac) ? null : null'],
      'snapshot-changed': ['sha256(snapshot).equals(snapshotSha256)', 'true'],
    },
  },
  {
    file: 'server/src/audit/verify-chain.ts',
    tests: [trail],
    faults: {
      'trail-cut-off-at-its-end': ['if (end.sequence < events) {', 'if (end.sequence < 0) {'],
      'trail-longer-than-ledger': ['if (end.sequence > events)', 'if (end.sequence < 0)'],
    },
  },
  {
    file: 'server/src/audit/chain-link.ts',
    tests: [trail],
    faults: { 'ledger-row-changed': ['entryMac(keys, entry).equals(entry.mac)', 'true'] },
  },
  {
    file: 'server/src/audit/audit-keys.ts',
    tests: ['tests/cli/doctor.test.ts'],
    faults: { 'keys-of-another-instance': ['recorded.equals(vault.fingerprint)', 'recorded.length > 0'] },
  },
  {
    file: 'server/src/audit/append-events.ts',
    tests: ['tests/api/signing-guards.test.ts'],
    faults: {
      'sequence-numbers-repeat': [
        'const sequence = last.sequence + 1;',
        'const sequence = end.sequence + 1;',
      ],
      'trail-continued-where-it-was-read': ['!appended.get(tx)?.has(read.workflow_id)', 'appended'],
    },
  },
  {
    file: 'server/src/transparency-log/integrate-leaves.ts',
    tests: ['tests/api/transparency-log.test.ts'],
    faults: {
      'leaves-are-not-taken-from-those-that-wait': [
        'const consumed = waiting.map(({ id }) => id);',
        'const consumed: number[] = [];',
      ],
      'checkpoint-not-of-the-log': [
        'signCheckpoint({ origin, size, root: await treeRoot(size, nodes) }, privateKey)',
        "''",
      ],
      'frontier-of-another-tree': [
        'if (frontier && (await isFrontierOf(parseCheckpoint(checkpoint), frontier)))',
        'if (frontier)',
      ],
    },
  },
  {
    file: 'cli/src/compare-log.ts',
    tests: ['tests/api/transparency-log.test.ts'],
    faults: {
      'changed-leaf-not-found': [
        'if (Buffer.compare(root, checkpoint.root) !== 0)',
        'if (root.length === 0)',
      ],
      'leaf-dated-back-not-found': ['if (time < latest)', "if (time === '')"],
      'published-tile-not-compared': ['if (!published)', 'if (published === undefined)'],
    },
  },
  {
    file: 'pades/src/transparency/checkpoint.ts',
    tests: ['pades/src/transparency/checkpoint.test.ts'],
    faults: { 'checkpoint-of-another-key': ['!isSignedBy(parseNote(note), key)', 'note.length === 0'] },
  },
  {
    file: 'pades/src/transparency/log-proof.ts',
    tests: ['pades/src/transparency/log-proof.test.ts'],
    faults: {
      'kept-root-not-compared': ["? 'same' : 'different'", "? 'same' : 'same'"],
      'signature-of-a-proof-not-checked': [' && isSignedBy(note, key)', ''],
    },
  },
  {
    file: 'server/src/audit/event-ranges.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: {
      'range-made-too-late': ['while (end < last + monthly)', 'while (end < last)'],
      'range-of-numbers-in-use': ['end > last ? end : last + AHEAD', 'end'],
      'range-in-use-ends-the-sweep': ['if (isLockTimeout(error)) return null;', ''],
      'range-never-dropped': ['if (range.before <= numbering.last - AHEAD)', 'if (range.before < 0)'],
    },
  },
  {
    file: 'server/src/audit/event-range-store.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: {
      'range-dropped-with-its-events': ['return rows.length === 0;', 'return true;'],
      'range-made-by-two': ['.before !== after;', '.before === 0;'],
      'range-kept-out-of-the-rest': [
        'drop constraint if exists ${sql.ref(FREE)}`.execute(tx);\n    return',
        'validate constraint ${sql.ref(FREE)}`.execute(tx);\n    return',
      ],
    },
  },
  {
    file: 'server/src/audit/follow-events.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: {
      'events-of-a-job-without-workflow-are-lost': [
        'workflowId ?? (await findWorkflowOfEvent(database, first))',
        'workflowId ?? null',
      ],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-facts-store.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: { 'ranges-of-one-width': [' monthly *= 2;', ' break;'] },
  },
  {
    file: 'operator/src/backup/restore-backup.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: { 'restore-into-one-range': ['if (manifest.eventRanges) await', 'if (!manifest) await'] },
  },
  {
    file: 'operator/src/doctor/database.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: { 'missing-range-is-well': ['if (end > last + monthly / 2)', 'if (end > 0)'] },
  },
];
