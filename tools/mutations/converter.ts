import type { FaultyFile } from './mutation.ts';

const reading = ['intake/src/reading/check-office.test.ts'];
const running = ['server/src/platform/outside/converter.test.ts'];
const sending = ['tests/api/converter.test.ts'];

/** Files of other programs: what a converter never gets, how it is kept in bounds, and what is kept of them. */
export const converterFaults: readonly FaultyFile[] = [
  {
    file: 'intake/src/reading/read-zip.ts',
    tests: reading,
    faults: {
      'bomb-is-unpacked': ['header.size > LIMITS.entryBytes || sum > LIMITS.allBytes', 'sum < 0'],
      'part-leads-out': [" || name.split('/').includes('..')", ''],
      'part-is-there-twice': ['if (names.has(key))', 'if (index < 0)'],
      'headers-contradict': ['if (!isSame || ', 'if ('],
      'bytes-follow-the-archive': ['|| at + END_BYTES + file.readUInt16LE(at + 20) !== file.length', ''],
    },
  },
  {
    file: 'intake/src/reading/office-parts.ts',
    tests: reading,
    faults: {
      'change-under-another-prefix': [
        `new RegExp(\`<\${PREFIX}(?:\${names})`,
        'new RegExp(`<(?:w:|text:|draw:)?(?:${names})',
      ],
      'picture-from-elsewhere': [
        "attribute('TargetMode') !== 'External' || ",
        "attribute('TargetMode') !== '' || ",
      ],
      'template-from-elsewhere': ['/^file:\\/\\/\\/[a-z]:/i.test(attribute(', '/./.test(attribute('],
      'field-in-pieces': [
        "fields[fields.length - 1] += groups.words ?? '';",
        "fields.push(groups.words ?? '');",
      ],
      'entities-are-read': [' : /<!(?:DOCTYPE|ENTITY)/i.test(text))', ' : false)'],
      'hidden-letters': ['/<!/.test(text) || hidesLetters(text)', '/<!/.test(text)'],
    },
  },
  {
    file: 'intake/src/pool/run-converter.ts',
    tests: running,
    faults: {
      'child-of-the-converter-stays': ["process.kill(-child.pid, 'SIGKILL')", "child.kill('SIGKILL')"],
      'converter-has-our-environment': ['env: { PATH,', 'env: { ...process.env, PATH,'],
      'what-was-made-stays': ['await rm(folder, { recursive: true, force: true });', ''],
      'made-without-limit': ['if (made.size > LIMITS.uploadBytesMax) throw tooLarge();', ''],
    },
  },
  {
    file: 'server/src/platform/outside/converter.ts',
    tests: running,
    faults: {
      'page-of-an-error-is-a-document': ['/^application\\/pdf\\b/', '/./'],
      'all-wait-for-the-converter': ['if (waiting.length >= WAITING_MAX)', 'if (waiting.length < 0)'],
    },
  },
  {
    file: 'server/src/evidence/find-inconsistencies.ts',
    tests: sending,
    faults: {
      'exchanged-source-is-not-noticed': [
        '.filter(({ source }) => source && !recorded',
        '.filter(({ source }) => !source && !recorded',
      ],
    },
  },
  {
    file: 'server/src/workflows/store/document-store.ts',
    tests: sending,
    faults: { 'source-stays-when-erased': ['sealed, row.source_file_id]', 'sealed]'] },
  },
];
