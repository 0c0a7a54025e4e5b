import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { validate } from '../../pades/src/index.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { signedIn, withFields } from '../../pades/src/testing/signed-pdf.ts';
import { isInShare, isWhole, shareName } from '../support/share.ts';
import { allPairs, coveringRows, pairsOf } from './covering-rows.ts';
import { findJavaValidator, type JavaVerdict } from './java-validator.ts';
import { factors, MatrixFiles, type Row, roots, type SignedRow } from './matrix-files.ts';
import {
  MatrixValidators,
  type Roots,
  type ValidatorResult,
  validatorVersions,
} from './matrix-validators.ts';
import { extractSignatures, run } from './pdf-validators.ts';

// Hundreds of processes of other programs, and a Java that compiles first: patience on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const { PARAPH_CONFORMANCE_TABLE: tablePath } = process.env;
const table = coveringRows<Row>(factors);
/** Those of the table that are signed, by their numbers in it. */
const rows = new Map(tablePath || isWhole ? table.entries() : shareOfTable());
const java = findJavaValidator();
/** Its root is known to no validator. */
const other = sampleAuthority();
const signed: SignedRow[] = [];
const verdictsOf = new Map<number, ValidatorResult[]>();
let folder = '';
let all: Roots;
let validators: MatrixValidators;
let javaVerdicts: Promise<JavaVerdict[]>;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-matrix-'));
  const files = new MatrixFiles(folder);
  for (const [number, row] of rows) signed.push(await files.sign(row, number));
  all = { ...roots, stranger: files.stranger.der };
  validators = new MatrixValidators(folder, all);
  writeFileSync(at('root.der'), roots.ours);
  // One start for all: it compiles its source each time.
  const refused = [...spoiledForJava(), await signedElsewhere()];
  javaVerdicts = validateWithJava([...signed.map(({ path }) => path), ...refused]);
  // The test that waits for it reports the error.
  javaVerdicts.catch(() => undefined);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const text = matrixTable();
  console.log(text);
  if (tablePath) writeFileSync(tablePath, text + writtenByHand(tablePath));
});

/** A share of the table, what the refusals below need, and of the rest each row with a value that is not among these. */
function shareOfTable(): [number, Row][] {
  const all = [...table.entries()];
  const needed = [
    all.find(([, row]) => isKnownToAll(row, { input: 'table', signers: '3' })),
    all.find(([, row]) => isKnownToAll(row, { level: 'B-LTA' })),
    ...[0, 1].map((half) => all.find(([at, row]) => at % 2 === half && isKnownToAll(row, { level: 'B-LT' }))),
  ];
  // Levels follow one another by four: each group of four begins one later.
  const isTaken = (one: [number, Row]): boolean =>
    isInShare(one[0] + Math.floor(one[0] / 4), 4) || needed.includes(one);
  const values = new Set(all.filter(isTaken).flatMap(([, row]) => valuesOf(row)));
  const isNew = (one: [number, Row]): boolean =>
    !isTaken(one) && valuesOf(one[1]).filter((value) => values.size < values.add(value).size).length > 0;
  return [...all.filter(isTaken), ...all.filter(isNew)];
}

function valuesOf(row: Row): string[] {
  return Object.entries(row).map((entry) => entry.join('='));
}

/** Whether it is of this kind, not signed before by others, and of a key that every validator knows. */
function isKnownToAll(row: Row, wanted: Partial<Row>): boolean {
  return (
    row.input !== 'already signed' &&
    row.key !== 'RSA-PSS' &&
    Object.entries(wanted).every(([factor, value]) => row[factor as keyof Row] === value)
  );
}

function rowOf(wanted: Partial<Row>, revocation?: 'ocsp' | 'crl'): SignedRow {
  const found = signed.find(
    (one) => isKnownToAll(one.row, wanted) && (revocation === undefined || one.revocation === revocation),
  );
  if (!found) throw new Error('The table has no such row.');
  return found;
}

/** The same file with one byte changed, in the part that every signature covers unless told otherwise. */
function flipped(original: SignedRow, place = original.file.indexOf('/MediaBox') + 15, name = 'flipped') {
  const file = Buffer.from(original.file);
  file[place] = (file[place] ?? 0) ^ 1;
  const path = at(`${name}.pdf`);
  writeFileSync(path, file);
  return { ...original, file, path };
}

/** One byte under every signature, and one that only a document timestamp covers. */
function spoiledForJava(): string[] {
  const stamped = rowOf({ level: 'B-LTA' });
  return [
    flipped(rowOf({ input: 'table', signers: '3' }), undefined, 'spoiled').path,
    flipped(stamped, stamped.file.indexOf('/DSS') + 1, 'spoiled-later').path,
  ];
}

async function signedElsewhere(): Promise<string> {
  const path = at('elsewhere.pdf');
  const about = { signer: other.signer('Ana'), signingTime: new Date() };
  writeFileSync(path, await signedIn(withFields(samplePdf(), 'One'), 'One', about));
  return path;
}

async function validateWithJava(paths: readonly string[]): Promise<JavaVerdict[]> {
  return typeof java === 'string' ? [] : java.validate(paths, [at('root.der'), at('stranger.der')]);
}

describe('every kind of file, number of signers, key and level', () => {
  test('meets every other at least once', () => {
    expect(new Set(table.flatMap(pairsOf)).size).toBe(allPairs(factors).length);
  });

  test(`is there, ${shareName}`, () => {
    const count = Object.values(factors).flat().length;
    expect(new Set([...rows.values()].flatMap(valuesOf)).size).toBe(count);
  });

  test.each([...rows.values()].map((row, index) => ({ ...row, index })))(
    '$input, $signers × $key, $level: every validator accepts it',
    ({ index }) => {
      const row = signed[index];
      const verdicts = row ? validators.validate(row) : [];
      verdictsOf.set(index, verdicts);
      expect(verdicts.filter(({ isGood }) => !isGood)).toEqual([]);
      expect(verdicts.length).toBeGreaterThanOrEqual(5);
    },
  );

  test(`PDFBox and Bouncy Castle call all of them good (${typeof java === 'string' ? java : java.name})`, async () => {
    const verdicts = (await javaVerdicts).slice(0, signed.length);
    const wanted = typeof java === 'string' ? [] : signed.map(wantedOf);
    for (const [index, { text, ...counts }] of verdicts.entries()) {
      const { signatures, timestamps, ocsps, crls } = counts;
      const verdict = text === 'ok' ? `${signatures} + ${timestamps} + ${ocsps + crls} valid` : text;
      verdictsOf.get(index)?.push({ validator: 'PDFBox', verdict, isGood: text === 'ok' });
    }
    expect(verdicts.map(({ text, signatures, timestamps }) => ({ text, signatures, timestamps }))).toEqual(
      wanted,
    );
    for (const [index, { ocsps, crls }] of verdicts.entries())
      expect(ocsps + crls > 0).toBe(signed[index]?.row.level.startsWith('B-LT'));
  });
});

function wantedOf({ names, earlier, row }: SignedRow) {
  return { text: 'ok', signatures: names.length + earlier, timestamps: row.level === 'B-LTA' ? 1 : 0 };
}

describe('a validator that accepts everything is useless: each refuses', () => {
  test('a byte of what was signed: openssl, pdfsig, MuPDF, ours', () => {
    const broken = flipped(rowOf({ input: 'table', signers: '3' }));
    expect(validators.opensslCms(extractSignatures(broken.file).slice(0, 3)).isGood).toBe(false);
    expect(validators.pdfsig(broken).verdict).toContain('Digest Mismatch');
    expect(validators.mutool(broken).isGood).toBe(false);
    expect(validators.ours(broken).verdict).toContain('was changed after signing');
  });

  test('a byte of what was signed, and a root that they do not know: PDFBox and Bouncy Castle, where they run', async () => {
    const refused = (await javaVerdicts).slice(signed.length).map(({ text }) => text);
    const notOk = expect.stringMatching(/^(?!ok$)/);
    const ofNoRoot = expect.stringContaining('CertPathValidatorException');
    expect(refused).toEqual(typeof java === 'string' ? [] : [notOk, notOk, ofNoRoot]);
  });

  test('a byte under a document timestamp: openssl ts', () => {
    const row = rowOf({ level: 'B-LTA' });
    const broken = flipped(row, row.file.indexOf('/DSS') + 1);
    const [timestamp] = extractSignatures(broken.file).slice(row.names.length);
    expect(timestamp && validators.opensslTs([timestamp]).isGood).toBe(false);
  });

  test.each(['ocsp', 'crl'] as const)('a byte of the proof against revocation: openssl %s', (kind) => {
    const row = rowOf({ level: 'B-LT' }, kind);
    const name = kind === 'ocsp' ? 'OCSPs' : 'CRLs';
    const proof = Buffer.from(
      run('mutool', ['show', '-b', row.path, `trailer/Root/DSS/${name}/1`]).text,
      'latin1',
    );
    const place = row.file.indexOf(proof);
    expect(place).toBeGreaterThan(0);
    expect(validators.opensslRevocation(flipped(row, place + proof.length - 3)).isGood).toBe(false);
  });

  test('a byte of the cross-reference: qpdf', () => {
    const row = rowOf({ input: 'table' });
    expect(validators.qpdf(flipped(row, row.file.lastIndexOf('startxref') + 10)).isGood).toBe(false);
  });

  test('a root that it does not know: openssl, NSS, ours', () => {
    const row = rowOf({ input: 'table', signers: '3' });
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
    const strict = new MatrixValidators(elsewhere, { ...all, ours: other.root, issuing: other.issuing });
    expect(strict.opensslCms(extractSignatures(row.file).slice(0, 3)).isGood).toBe(false);
    expect(strict.pdfsig(row).verdict).not.toContain('Certificate is Trusted');
    expect(validate(row.file, { anchors: [other.root] }).signatures[0]?.certificate.ok).toBe(false);
  });
});

const columns = [
  'openssl cms',
  'openssl ts',
  'openssl ocsp',
  'openssl crl',
  'pdfsig',
  'mutool sign',
  'qpdf --check',
  'PDFBox',
  'pades validate',
];

/** Markdown: a line for each file with every verdict, and the validators with their versions. */
function matrixTable(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [...verdictsOf].map(([index, verdicts]) => {
    const { input, signers, key, level } = signed[index]?.row ?? {
      input: '',
      signers: '',
      key: '',
      level: '',
    };
    const cells = columns.map(
      (validator) => verdicts.find((one) => one.validator === validator)?.verdict ?? '–',
    );
    return line([input, `${signers} × ${key}`, level, ...cells]);
  });
  const head = ['File', 'Signers', 'Level', ...columns];
  const versions = [
    ...validatorVersions(),
    typeof java === 'string' ? `PDFBox: not run, ${java}` : java.name,
  ];
  return `# What other programs say of our signatures

Written by \`PARAPH_CONFORMANCE_TABLE=docs/conformance.md vitest run tests/conformance/pades-matrix.test.ts\`, which
also shows that each of these validators refuses a changed byte. Any two of kind of file, number of signers, key and level
meet in at least one row. *Filled in turn*: each signer has fields of every kind, and their answers are in the update of their
signature. The validators:

${versions.map((one) => `- ${one}`).join('\n')}

*trusted*: the path leads to a root in the NSS store. PDFBox counts signatures (with the timestamps in them), document
timestamps, and proofs that a certificate was not revoked.

${[line(head), line(head.map(() => '---')), ...lines].join('\n')}
`;
}

/** The part of the page that no test writes. */
function writtenByHand(path: string): string {
  const page = readFileSync(path, 'utf8');
  return page.slice(page.indexOf('\n## Validators of long-term signatures, by hand'));
}
