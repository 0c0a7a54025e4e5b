import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { validate } from '../../pades/src/index.ts';
import { type VictimOptions, victim } from '../../pades/src/testing/hostile-base.ts';
import { anchors } from '../../pades/src/testing/level-fixture.ts';
import { run } from './pdf-validators.ts';
import { scratchFiles } from './scratch-files.ts';

const { at, write } = scratchFiles();

/** What MuPDF appends when it writes a text into fields of the first page. */
async function filledByMupdf(options: VictimOptions, count: number): Promise<Buffer> {
  const signed = await victim(options);
  write('signed.pdf', signed);
  write(
    'fill.js',
    `var document = new PDFDocument(${JSON.stringify(at('signed.pdf'))});
var widgets = document.loadPage(0).getWidgets();
for (var index = 0; index < ${count}; index += 1) {
  widgets[index].setTextValue("hello");
  widgets[index].update();
}
document.save(${JSON.stringify(at('filled.pdf'))}, "incremental");
`,
  );
  const { status, text } = run('mutool', ['run', at('fill.js')]);
  expect(status, text).toBe(0);
  const filled = readFileSync(at('filled.pdf'));
  expect(filled.subarray(0, signed.length).equals(signed)).toBe(true);
  return filled;
}

describe('what another program appended after our signature', () => {
  test.each([
    ['table', 2],
    ['table', null],
    ['stream', 2],
    ['stream', null],
  ] as const)('raises no alarm when it filled in a form, %s, DocMDP %s', async (xref, docMdp) => {
    const [report] = validate(await filledByMupdf({ xref, docMdp }, 1), { anchors }).signatures;
    expect(report).toMatchObject({
      integrity: { ok: true },
      sinceSigning: 'allowed-changes',
      changesAfter: [{ kinds: ['form-fill'], changes: [{ fieldName: 'Note', page: 0 }] }],
    });
  });

  test('is a field filled in that may not be, where the certification permits nothing', async () => {
    const [report] = validate(await filledByMupdf({ docMdp: 1 }, 1), { anchors }).signatures;
    expect(report?.sinceSigning).toBe('changes-not-allowed');
  });

  test('is a signature taken away when it wrote a text in its place', async () => {
    const { signatures, document } = validate(await filledByMupdf({}, 3), { anchors });
    expect(signatures).toEqual([]);
    expect(document.removedSignatures).toEqual(['One']);
  });
});
