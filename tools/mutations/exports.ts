import type { FaultyFile } from './mutation.ts';

const API = ['tests/api/exports.test.ts'];

export const exportFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/exports/write-export.ts',
    tests: API,
    faults: {
      'export-is-added-after-an-erasure': [
        'current.round !== job.round || current.done !== job.done',
        'current.done !== job.done',
      ],
      'export-run-is-added-twice': [
        'current.round !== job.round || current.done !== job.done',
        'current.round !== job.round',
      ],
      'export-has-what-was-moved-away': ['if (!maySeeBy([access], facts))', 'if (false)'],
      'export-keeps-half-of-a-workflow': ['    await removeBlobs(deps, keysOf(goBack()));\n', ''],
      'export-of-who-has-left': [
        'if (!access) return endExport',
        'if (!access && job.done > 0) return endExport',
      ],
    },
  },
  {
    file: 'server/src/exports/end-exports.ts',
    tests: API,
    faults: {
      'archive-outlives-its-workflow': [
        "if (job.state === 'done') {",
        "if (job.state === 'done' && false) {",
      ],
      'export-keeps-what-was-erased': ['    if (!job.isWritten) continue;\n', '    continue;\n'],
    },
  },
  {
    file: 'server/src/exports/download-export.ts',
    tests: API,
    faults: {
      'download-of-what-may-not-be-seen': ['if (unseen > 0)', 'if (unseen > 1_000_000)'],
      'half-an-archive-is-served': ['  requireDone(deps, job);\n', ''],
    },
  },
  {
    file: 'server/src/exports/read-exports.ts',
    tests: API,
    faults: {
      'export-of-another-member': [' || job.creator_id !== caller.userId', ''],
    },
  },
  {
    file: 'server/src/exports/export-view.ts',
    tests: API,
    faults: { 'archive-after-its-day': ['expiresAt <= now', 'false'] },
  },
  {
    file: 'server/src/exports/make-export.ts',
    tests: API,
    faults: {
      'export-passes-over-unknown-ids': [
        'if (ids && chosen.length < new Set(ids).size)',
        'if (ids && chosen.length === 0)',
      ],
      'three-exports-at-once': ['>= LIMITS.exportsMax)', '> LIMITS.exportsMax)'],
    },
  },
  {
    file: 'server/src/files/serve-parts.ts',
    tests: API,
    faults: { 'range-of-parts-is-shifted': ['    offset += file.size;\n', '    offset += file.size + 1;\n'] },
  },
];
