import { describe, expect, test } from 'vitest';
import { augment } from '../levels/augment.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { anchors, authority, bytesOf, levelFixture } from '../testing/level-fixture.ts';
import { type SampleOptions, samplePdf } from '../testing/sample-pdf.ts';
import { prepareForTurns, signingOptionsOf } from '../testing/signing-in-turn.ts';
import { validate } from './validate.ts';
import type { SignatureReport } from './validation-report.ts';

const names = ['Ana', 'Ben', 'Cleo'] as const;

/** The file as each of three signers saw it, and at last with its evidence. */
async function signInSequence(options: SampleOptions = {}): Promise<Buffer[]> {
  const on = levelFixture();
  const job = createSigningJob(samplePdf(options));
  job.prepareDocument(prepareForTurns(names));
  const files = [];
  for (const name of names) {
    await job.sign(signingOptionsOf(name), authority.signer(name), on.timestamping);
    files.push(bytesOf(job));
  }
  await augment(job, 'B-LTA', { ...on, anchors });
  return [...files, bytesOf(job)];
}

const reports = (file: Buffer): readonly SignatureReport[] => validate(file, { anchors }).signatures;

describe('a file that three people fill and sign in turn', () => {
  test.each<SampleOptions>([
    { xref: 'table' },
    { xref: 'stream' },
    { xref: 'hybrid' },
    { rotate: 90 },
    { rotate: 180, cropBox: '[20 30 420 630]' },
  ])('is intact for every signature at every turn: %o', async (options) => {
    for (const [index, file] of (await signInSequence(options)).entries()) {
      const reported = reports(file);
      expect(reported).toHaveLength(Math.min(3, index + 1));
      for (const [order, { integrity, sinceSigning, level, changesAfter }] of reported.entries()) {
        expect(integrity.reasons).toEqual([]);
        expect(sinceSigning).toBe(order === index ? 'unchanged' : 'allowed-changes');
        expect(level).toBe(index === 3 ? 'B-LTA' : 'B-T');
        expect(changesAfter.every(({ allowed }) => allowed)).toBe(true);
      }
    }
  });

  test('names the fields that later signers filled, and no field that stayed as it was', async () => {
    const [, , , file = Buffer.alloc(0)] = await signInSequence();
    const [first] = reports(file);
    const turns = first?.changesAfter.map(({ kinds }) => kinds);
    expect(turns).toEqual([
      ['form-fill', 'signature'],
      ['form-fill', 'signature'],
      ['validation-data'],
      ['timestamp'],
    ]);
    const changed = first?.changesAfter[0]?.changes ?? [];
    expect(changed.map(({ fieldName }) => fieldName).sort()).toEqual([
      'Ben',
      'Ben-city',
      'Ben-either',
      'Ben-initials',
      'Ben-place',
      'Ben-terms',
    ]);
    expect(changed.filter(({ kind }) => kind === 'form-fill').map(({ page }) => page)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });
});
