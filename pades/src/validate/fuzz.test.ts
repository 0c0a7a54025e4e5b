import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInShare, shareName } from '../../../tests/support/share.ts';
import { PdfDocument } from '../pdf/document.ts';
import { makeCorpus } from '../testing/fuzz/corpus.ts';
import { fingerprint, inputOf, runCase } from '../testing/fuzz/fuzz-case.ts';
import { generate } from '../testing/fuzz/generate.ts';
import { differences, differencesFromQpdf, viewOfQpdf } from '../testing/fuzz/qpdf-view.ts';
import { Random } from '../testing/fuzz/random.ts';
import { samplePdf } from '../testing/sample-pdf.ts';

const CASES = 3000;
const PATIENCE_MS = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'paraph-fuzz-'));
let corpus: Buffer[];

beforeAll(async () => {
  corpus = await makeCorpus();
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('files made by chance', () => {
  test(
    `are answered or refused, and no unsigned file is reported as unchanged, ${shareName}`,
    async () => {
      const seen = new Set(corpus.map(fingerprint));
      const outcomes = new Set<string>();
      for (let seed = 1; seed <= CASES; seed += 1) {
        // The same seeds make the same files each time.
        if (!isInShare(seed, 3)) continue;
        const { steps } = await runCase(inputOf(seed, corpus), seen).catch((error: unknown) => {
          throw new Error(`The case of seed ${seed} failed.`, { cause: error });
        });
        for (const [name, outcome] of Object.entries(steps)) outcomes.add(`${name} ${outcome}`);
      }
      // Chance must reach what it is for: files that are read, signed and refused.
      expect([...outcomes]).toEqual(
        expect.arrayContaining(['inspect ok', 'examine ok', 'validate ok', 'sign ok', 'validate xref']),
      );
    },
    PATIENCE_MS,
  );

  test(
    'are read as qpdf reads them, where both take them',
    () => {
      let compared = 0;
      const made = Array.from({ length: 40 }, (_item, seed) =>
        seed % 2 === 0 ? inputOf(seed, corpus) : generate(new Random(seed)),
      );
      for (const input of [...corpus, ...made]) {
        const differing = differencesFromQpdf(input, join(folder, 'compared.pdf'));
        if (differing) compared += 1;
        expect(differing ?? []).toEqual([]);
      }
      expect(compared).toBeGreaterThan(10);
    },
    PATIENCE_MS,
  );

  test('would not pass for one another', () => {
    const objects = ['<< /A (x) /B [1 2.5 /N] /C true >>'];
    const view = viewOfQpdf(samplePdf({ objects, pages: 2 }), join(folder, 'other.pdf'));
    const oddObjects = ['<< /A (y) /B [1 2.4 /M] /C false >>'];
    const differing =
      view && differences(new PdfDocument(samplePdf({ objects: oddObjects, pages: 3 })), view);
    expect(differing?.slice(0, 2)).toEqual([
      '3 pages, and 2 by qpdf',
      'object 2/Kids: ["11 0 R","12 0 R"] by qpdf',
    ]);
    for (const at of ['10/A', '10/B[1]', '10/B[2]', '10/C'])
      expect(differing?.some((line) => line.startsWith(`object ${at}:`))).toBe(true);
  });
});
