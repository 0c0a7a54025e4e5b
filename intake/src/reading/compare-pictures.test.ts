import { type ValidationReport, validate } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { arraySource, dictSource } from '../../../pades/src/pdf/source-text.ts';
import { isArray, isDict } from '../../../pades/src/pdf/values.ts';
import {
  type Change,
  changeOf,
  evilContent,
  objectIds,
  put,
  revise,
  update,
  usedAt,
  type VictimOptions,
  victim,
} from '../../../pades/src/testing/hostile-base.ts';
import { anchors, authority } from '../../../pades/src/testing/level-fixture.ts';
import { sampleAuthority } from '../../../pades/src/testing/sample-authority.ts';
import { streamSource } from '../../../pades/src/testing/sample-pdf.ts';
import { signedIn } from '../../../pades/src/testing/signed-pdf.ts';
import { comparePictures } from './compare-pictures.ts';
import { openViewer } from './pdfium.ts';

const viewer = await openViewer();

const box = (content: string) =>
  streamSource(
    '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 3 0 R >> >>',
    Buffer.from(content),
  );
const cover = box('1 1 1 rg 0 0 100 20 re f');
const HATCHING = Array.from({ length: 100 }, (_each, x) => `${x} 0 m ${x} 20 l S`).join(' ');
/** A field with an opaque look over the only text of the page. */
const covering: VictimOptions = {
  docMdp: 2,
  hidden: cover,
  note: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /V (ten) /Rect [60 690 400 730] /F 4 /AP << /N 12 0 R >> >>',
};
const TEXT = { left: 60 / 5.95, right: 400 / 5.95, top: (842 - 730) / 8.42, bottom: (842 - 690) / 8.42 };

/** Adds an item to a list of a dictionary. */
const addTo =
  (number: number, key: string, item: string): Change =>
  (revision, document) => {
    const dict = document.object(number)?.value;
    const list = isDict(dict) ? document.resolve(dict.entries.get(key)) : null;
    if (!list || !isArray(list)) throw new Error(`There is no list ${key}.`);
    changeOf(number, { [key]: arraySource(list, [item]) })(revision, document);
  };
const addField =
  (item: string): Change =>
  (revision, document) => {
    const form = document.dict(document.root.dict, 'AcroForm');
    const list = form && document.resolve(form.entries.get('Fields'));
    if (!form || !list || !isArray(list)) throw new Error('There is no form.');
    const source = dictSource(form, { Fields: arraySource(list, [item]) });
    changeOf(objectIds.root, { AcroForm: source })(revision, document);
  };

const evaluate = (file: Buffer) => validate(file, { anchors });
const compare = (file: Buffer, report: ValidationReport = evaluate(file)) =>
  comparePictures(viewer, report, { file, onPagesRead: () => {} });
const later = async (options: VictimOptions, ...changes: Change[]) =>
  revise(await victim(options), ...changes);
const kindsOf = ({ signatures }: ValidationReport) => signatures[0]?.changesAfter.at(-1)?.kinds ?? [];

describe('pictures of the signed revision and of the whole file', () => {
  test('are equal apart from a field that was filled in, and from a further signature', async () => {
    const look = box('0 0 1 rg 0 0 100 20 re f');
    const filled = compare(
      await later(
        { docMdp: 2 },
        changeOf(objectIds.note, { V: '(x)', AP: '<< /N 60 0 R >>' }),
        put(60, look),
      ),
    );
    expect(kindsOf(filled)).not.toContain('shown');
    expect(filled.document.shown).toEqual({ signatures: 1, pages: 2, of: 2 });
    const signed = compare(await victim({ isSignedTwice: true }));
    expect(signed.verdict).toEqual({ state: 'as-signed', reason: 'intact' });
    expect(signed.document.shown).toEqual({ signatures: 1, pages: 2, of: 2 });
  });

  /** A new signature field with this look on the first page of a file that Ana signed. */
  const withField = async (rect: readonly number[], look = '1 1 1 rg 0 0 100 20 re f') => {
    const rectangle = `/Rect [${rect.join(' ')}] /P ${objectIds.firstPage} 0 R /F 4`;
    const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Three) ${rectangle} /AP << /N 61 0 R >> >>`;
    return revise(
      await victim({ docMdp: null }),
      put(60, field),
      put(61, box(look)),
      addTo(objectIds.firstPage, 'Annots', '60 0 R'),
      addField('60 0 R'),
    );
  };
  const signedBy = (file: Buffer, who: typeof authority, fieldName: string) =>
    signedIn(file, fieldName, { signer: who.signer('Ben'), docMdp: null });
  const paper = [300, 300, 400, 400];

  test.each([
    ['the paper', paper, false],
    ['the text of the page', [60, 690, 400, 730], true],
  ] as const)('tell whether a new field lies over %s', async (_title, rect, covers) => {
    const report = compare(await signedBy(await withField(rect), authority, 'Three'));
    const changes = report.signatures[0]?.changesAfter.flatMap((revision) => revision.changes) ?? [];
    expect(changes.filter(({ kind }) => kind === 'field-added').map((change) => change.covers)).toEqual([
      covers,
    ]);
    // A confirmed signer answers for the field, and nobody for what it hides.
    expect(report.verdict.state).toBe(covers ? 'changed' : 'as-signed');
    expect(changes.some(({ sentence }) => sentence.includes('It hides something'))).toBe(covers);
  });

  test.each([
    ['crosses', '0.08 0.13 0.24 RG 2 w 0 2 m 30 18 l 60 2 l 90 18 l S', false],
    ['is written beside and across', 'BT /F1 12 Tf 10 4 Td (Ben) Tj ET', false],
    ['is painted over by the colour of the paper', '1 1 1 rg 40 0 20 20 re f', true],
    ['is blackened, though every dot of ink stays dark', '0 g 0 0 100 20 re f', true],
    ['is replaced by other words', '1 1 1 rg 0 0 100 20 re f 0 g BT /F1 12 Tf 10 4 Td (Ben) Tj ET', true],
    ['is replaced by what is as dense', `1 1 1 rg 0 0 100 20 re f 0.2 w ${HATCHING}`, true],
  ])('tell of a new field over text whether the text %s', async (_title, look, covers) => {
    const report = compare(await signedBy(await withField([60, 690, 400, 730], look), authority, 'Three'));
    const changes = report.signatures[0]?.changesAfter.flatMap((revision) => revision.changes) ?? [];
    expect(changes.find(({ kind }) => kind === 'field-added')).toMatchObject({ covers, shows: true });
    expect(report.verdict.state).toBe(covers ? 'changed' : 'as-signed');
  });

  test('tell that a new field which nobody signed shows something on the paper', async () => {
    const stranger = sampleAuthority();
    const verdictOf = (file: Buffer) => compare(file).verdict;
    const written = await withField(paper, '0 0 0 rg 10 5 80 10 re f');
    const added = { state: 'changed', reason: 'added' };
    expect(verdictOf(written)).toEqual(added);
    expect(verdictOf(await signedBy(written, stranger, 'Two'))).toEqual(added);
    const asSigned = { state: 'as-signed', reason: 'intact' };
    // A confirmed signer answers for it, what shows nothing says nothing, and a mark is that of its signature.
    expect(verdictOf(await signedBy(written, authority, 'Two'))).toEqual(asSigned);
    expect(verdictOf(await withField(paper))).toEqual(asSigned);
    expect(verdictOf(await signedBy(written, stranger, 'Three'))).toEqual(asSigned);
  });

  test('are not drawn where nothing follows the signature', async () => {
    const file = await victim();
    expect(compare(file)).toEqual(evaluate(file));
    expect(compare(file).document.shown).toBeNull();
  });

  test.each<[string, Change[]]>([
    ['becomes blank', [changeOf(objectIds.note, { V: '(x)' }), put(objectIds.hidden, box('q Q'))]],
    ['is missing', [changeOf(objectIds.note, { V: '(x)', AP: null })]],
    ['becomes hidden', [changeOf(objectIds.note, { V: '(x)', F: '6' })]],
  ])('tell that text shows which a field covered whose look %s', async (_title, changes) => {
    const report = compare(await later(covering, ...changes));
    expect(kindsOf(report)).toContain('shown');
    const change = report.signatures[0]?.changesAfter.at(-1)?.changes.find(({ kind }) => kind === 'shown');
    expect(change).toMatchObject({ page: 0, allowed: false });
    const [left, right, top, bottom] = (change?.sentence.match(/\d+/g) ?? []).slice(1).map(Number);
    expect(left).toBeGreaterThanOrEqual(Math.floor(TEXT.left));
    expect(right).toBeLessThanOrEqual(Math.ceil(TEXT.right));
    expect(top).toBeGreaterThanOrEqual(Math.floor(TEXT.top));
    expect(bottom).toBeLessThanOrEqual(Math.ceil(TEXT.bottom));
  });

  test('tell that an entry leads to content which lay in the file unused', async () => {
    const spare = `\n4 0 obj\n${evilContent.toString('latin1')}\nendobj\n`;
    const pdf = await victim({ hidden: streamSource('', Buffer.from(spare, 'latin1')) });
    const offsets = new Map([[objectIds.content, usedAt(pdf.lastIndexOf('\n4 0 obj') + 1)]]);
    expect(kindsOf(compare(update(pdf, {}, { offsets })))).toEqual(['content', 'shown']);
  });

  test('decide the verdict also where the objects tell nothing', async () => {
    const file = await later({ docMdp: 2 }, put(objectIds.content, evilContent));
    const report = evaluate(file);
    const silent: ValidationReport = {
      ...report,
      verdict: { state: 'as-signed', reason: 'intact' },
      signatures: report.signatures.map((signature) => ({
        ...signature,
        sinceSigning: 'allowed-changes',
        changesAfter: [
          { revision: 1, kinds: [], allowed: true, changes: [], bytes: file.length, confirmedBy: null },
        ],
      })),
    };
    const { verdict, signatures } = compare(file, silent);
    expect(verdict).toEqual({ state: 'changed', reason: 'content' });
    expect(signatures[0]).toMatchObject({
      sinceSigning: 'changes-not-allowed',
      indication: { main: 'INDETERMINATE', sub: 'SIG_CONSTRAINTS_FAILURE' },
      changesAfter: [{ kinds: ['shown'], allowed: false }],
    });
  });

  test('are drawn as a viewer repairs a damaged file', async () => {
    const pdf = await victim();
    const body = `4 0 obj\n${evilContent.toString('latin1')}\nendobj\nstartxref\n7\n%%EOF\n`;
    const report = compare(Buffer.concat([pdf, Buffer.from(body, 'latin1')]));
    expect(kindsOf(report)).toEqual(['content', 'repaired', 'shown']);
  });
});
