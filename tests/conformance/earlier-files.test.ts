import { validate } from '@paraph/pades';
import { expect, test } from 'vitest';
import { readFixture } from '../support/fixtures.ts';
import { run } from './pdf-validators.ts';
import { scratchFiles, succeed } from './scratch-files.ts';

// tests/fixtures/README.md; what the versions that sealed them reported of them, word for word.
const ARCHIVED = { level: 'B-LTA', revocation: 'good', hasTimestamp: true };
const FILES = [
  {
    commit: 'd6f1b6b',
    each: { level: 'B-B', revocation: 'unknown', hasTimestamp: false },
    kinds: [[['signature']], []],
    timestamps: [],
  },
  ...['0b06115', 'c8ef3e2'].map((commit) => ({
    commit,
    each: ARCHIVED,
    kinds: [
      [['signature'], ['validation-data'], ['timestamp']],
      [['validation-data'], ['timestamp']],
    ],
    timestamps: [true],
  })),
];
const AT = new Date('2026-11-22T12:00:00Z');

const { write } = scratchFiles();

test.each(FILES)(
  'a file sealed by $commit is reported as it was then',
  ({ commit, each, kinds, timestamps }) => {
    const file = readFixture(`sealed-${commit}.pdf.gz`);
    const anchors = [readFixture(`sealed-${commit}.root.cer`)];
    const report = validate(file, { anchors, at: AT });
    const [first, second] = report.signatures.map((signature) => ({
      name: signature.signerName,
      ok: [signature.integrity.ok, signature.certificate.ok, ...signature.certificate.reasons],
      level: signature.level,
      revocation: signature.certificate.revocation,
      hasTimestamp: signature.timestamp?.ok ?? false,
      kinds: signature.changesAfter.map((changes) => changes.kinds),
      allowed: signature.changesAfter.every(({ allowed }) => allowed),
    }));
    const valid = { ok: [true, true], allowed: true, ...each };
    expect(first).toEqual({ name: 'Ann Archer', kinds: kinds[0], ...valid });
    expect(second).toEqual({ name: 'Ben Baker', kinds: kinds[1], ...valid });
    expect(report.timestamps.map(({ ok }) => ok)).toEqual(timestamps);
    expect(report.document).toMatchObject({
      signatures: 2,
      lastCoversWholeFile: true,
      removedSignatures: [],
    });
    const path = write(`${commit}.pdf`, file);
    expect(run('pdfsig', [path]).text.match(/Signature is Valid/g)).toHaveLength(2);
    succeed('qpdf', '--check', path);
  },
);
