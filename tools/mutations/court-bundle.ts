import type { FaultyFile } from './mutation.ts';

const bundle = ['tests/api/court-bundle.test.ts'];
const logged = ['tests/conformance/court-bundle-steps.test.ts'];

/** What a court bundle must never show without being so. */
export const courtBundleFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/court-bundle/read-court-bundle.ts',
    tests: bundle,
    faults: {
      'bundle-of-what-nobody-has-signed': ["if (status !== 'signed')", "if (status === 'draft')"],
      'sums-of-other-bytes': ['    hash.update(piece);\n', ''],
    },
  },
  {
    file: 'server/src/court-bundle/read-archive.ts',
    tests: ['tests/api/attachments.test.ts'],
    faults: {
      'archive-before-the-end': ['if (!isFinal(record.workflow.status)) throw', 'if (false) throw'],
      'archive-name-twice': ["distinct(path.join('/'))", "path.join('/')"],
    },
  },
  {
    file: 'server/src/court-bundle/gather-bundle.ts',
    tests: bundle,
    faults: {
      'bundle-of-another-seal': ["file?.sha256.toString('hex') !== record.sealed?.sha256 || !file", '!file'],
    },
  },
  {
    file: 'server/src/court-bundle/html.ts',
    tests: bundle,
    faults: { 'name-is-markup': ["    .replaceAll('<', '&lt;')\n", ''] },
  },
  {
    file: 'server/src/court-bundle/bundled-verifier.ts',
    tests: bundle,
    faults: {
      'record-ends-its-element': [
        "JSON.stringify(bundle).replaceAll('<', '\\\\u003c')",
        'JSON.stringify(bundle)',
      ],
    },
  },
  {
    file: 'server/src/court-bundle/steps.ts',
    tests: bundle,
    faults: {
      'step-believes-the-file-beside-the-pdf': ['`test "$(${inPdf})" = "$(${inFile})" &&', '`true &&'],
      'step-covers-less-than-the-file': ['-eq ${last.end} &&', '-ge ${last.end} &&'],
      'step-ends-before-the-root': ['grep -x -F "$(openssl', 'true "$(openssl'],
    },
  },
  {
    file: 'server/src/court-bundle/steps.ts',
    tests: logged,
    faults: {
      'step-finds-no-other-record': ['grep -i -q "$hash" &&', 'grep -i -q . &&'],
      'step-for-an-entry-of-another': [
        '`hash=$(${hash} | sha256sum | cut -c1-64) &&\\ngrep "$hash"',
        '`hash=$(${hash} | wc -c) &&\\ngrep certificate',
      ],
    },
  },
  {
    file: 'server/src/court-bundle/record-steps.ts',
    tests: bundle,
    faults: {
      'step-takes-a-passkey-for-any-content': [
        '`grep -F "\\\\"challenge\\\\":',
        '`: -F "\\\\"challenge\\\\":',
      ],
      'step-takes-what-was-not-shown': ['grep -c -F "\\\\"sha256\\\\":\\\\"$hash\\\\""`', 'grep -c action`'],
    },
  },
];
