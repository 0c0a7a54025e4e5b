import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/annexes.test.ts'];

/** Files for information: as they were sent, no programs, frozen at the start, for who reads the documents. */
export const annexFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/annex.ts',
    tests,
    faults: {
      'annexed-program-by-content': ['start.startsWith(each))', 'start === each)'],
      'annexed-program-by-name': ["PROGRAM_ENDINGS.split(' ').includes(endingOf(name))", 'false'],
      'annexes-without-number': ['if (annexes.length > max)', 'if (annexes.length > max * max)'],
      'annexes-without-size': ['<= bytesMax) return null;', '> 0) return null;'],
    },
  },
  {
    file: 'server/src/files/ingest-annexes.ts',
    tests,
    faults: { 'annex-is-not-scanned': ['if (finding !== null) {', "if (finding === '') {"] },
  },
  {
    file: 'server/src/workflows/drafts/change-annexes.ts',
    tests,
    faults: {
      'annex-added-after-the-start': ['requireDraft(record);\n    requireAnnexRoom', 'requireAnnexRoom'],
      'annex-removed-after-the-start': [
        '    requireDraft(record);\n    await deleteAnnexRow',
        '    await deleteAnnexRow',
      ],
      'removed-annex-stays': ['await removeBlobs(deps, blobs);', ''],
      'annex-of-another-workflow': ['if (annex) return annex;', 'return (annex ?? annexes[0]) as Row;'],
    },
  },
  {
    file: 'server/src/evidence/find-inconsistencies.ts',
    tests,
    faults: { 'annex-beside-the-trail': ['    ...annexInconsistencies(facts),\n', ''] },
  },
];
