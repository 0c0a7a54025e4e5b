import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { changeOf, revise } from '../testing/hostile-base.ts';
import { anchors } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { signedIn, withFields } from '../testing/signed-pdf.ts';
import { validate } from './validate.ts';

const FIELDS = 150;

/** Signed by Ana, who locked one of very many fields; then all but that one are filled in, or all. */
async function filledForm(isLocked: boolean): Promise<Buffer> {
  const numbers = Array.from({ length: FIELDS }, (_item, index) => 10 + index);
  const pdf = samplePdf({
    objects: numbers.map((number) => `<< /FT /Tx /T (F${number}) /Subtype /Widget /Rect [0 0 9 9] >>`),
    catalog: `/AcroForm << /Fields [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
  });
  const lock = '<< /Type /SigFieldLock /Action /Include /Fields [(F159)] >>';
  const locked = revise(withFields(pdf, 'Ana'), changeOf('Ana', { Lock: lock }));
  const signed = await signedIn(locked, 'Ana');
  const filled = isLocked ? numbers.filter((number) => number !== 159) : numbers;
  return revise(
    signed,
    ...filled.slice(0, isLocked ? 90 : FIELDS).map((number) => changeOf(number, { V: '(x)' })),
  );
}

describe('very many changes', () => {
  test('are listed each, as long as a person could read them', async () => {
    const [report] = validate(await filledForm(true), { anchors }).signatures;
    expect(report?.changesAfter[0]?.changes).toHaveLength(90);
    expect(report?.sinceSigning).toBe('allowed-changes');
  });

  test('hide none that a lock forbids', async () => {
    const [report] = validate(await filledForm(false), { anchors }).signatures;
    const changes = report?.changesAfter[0]?.changes ?? [];
    expect(changes).toHaveLength(defaultLimits.findings + 1);
    expect(changes.at(-1)).toMatchObject({ kind: 'form-fill', fieldName: null, allowed: false });
    expect(report?.sinceSigning).toBe('changes-not-allowed');
  });

  test('are refused where they would fill the memory', async () => {
    const file = await filledForm(true);
    const limits = { ...defaultLimits, listedChanges: 50 };
    expect(() => validate(file, { anchors, limits })).toThrow(PdfRefusal);
  });

  test('that cannot all be looked at make the revision unreadable, never unchanged', async () => {
    const file = await filledForm(true);
    const limits = { ...defaultLimits, comparedObjects: 400 };
    const [report] = validate(file, { anchors, limits }).signatures;
    expect(report).toMatchObject({
      sinceSigning: 'changes-not-allowed',
      changesAfter: [{ kinds: ['unreadable'] }],
    });
  });
});
