import { expect, test } from 'vitest';
import { signAll } from '../testing/honest-base.ts';
import { anchors } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { fileOf, oneFacedFiles, refusedFiles, twoFacedFiles } from '../testing/two-faced-files.ts';
import { describeReport } from './describe-report.ts';
import { addTwoFaces } from './shown-comparison.ts';
import { validate } from './validate.ts';

const evaluated = (file: Buffer) => addTwoFaces(validate(file, { anchors }), file);
/** What differs only when somebody acts, or on some printers. */
const MINOR: ReadonlySet<string> = new Set(['action', 'hidden-layer', 'ink', 'print-area']);

test.each(Object.entries({ ...twoFacedFiles, ...refusedFiles }))(
  'of a signed file is said what does not show the same everywhere: %s',
  async (_name, each) => {
    const report = evaluated(await signAll(fileOf(each), ['One']));
    expect(report.document.twoFaced?.map(({ kind }) => kind)).toContain(each.kind);
    expect(describeReport(report)).toContain(each.words);
    expect(report.verdict).toEqual(
      MINOR.has(each.kind)
        ? { state: 'as-signed', reason: 'intact' }
        : { state: 'cannot-be-judged', reason: 'two-faced' },
    );
  },
);

test.each(Object.entries(oneFacedFiles))(
  'other signed files keep their verdict: %s',
  async (_name, sample) => {
    const report = evaluated(await signAll(samplePdf(sample), ['One']));
    expect(report.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
    expect(report.document.twoFaced).toEqual([]);
  },
);

test('a file that was changed is called changed, whatever its faces', async () => {
  const signed = await signAll(fileOf({ sample: twoFacedFiles['a layer for print alone']?.sample ?? {} }), [
    'One',
  ]);
  signed[signed.indexOf('/Producer (sample)') + 11] = 0x53;
  expect(evaluated(signed).verdict).toEqual({ state: 'changed', reason: 'bytes' });
});
