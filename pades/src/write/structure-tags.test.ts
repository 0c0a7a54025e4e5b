import { describe, expect, test } from 'vitest';
import { PdfDocument } from '../pdf/document.ts';
import { readFields } from '../pdf/form-fields.ts';
import { findPage } from '../pdf/pages.ts';
import { isArray, isDict, isInteger, isRef, nameOf, type PdfDict, type PdfValue } from '../pdf/values.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { anchors, authority } from '../testing/level-fixture.ts';
import { sampleFont } from '../testing/sample-font.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { signedIn } from '../testing/signed-pdf.ts';
import { prepareForTurns, signingOptionsOf } from '../testing/signing-in-turn.ts';
import { taggedPdf } from '../testing/tagged-pdf.ts';
import { validate } from '../validate/validate.ts';
import type { NewSignatureField } from './new-form-fields.ts';
import { prepareDocument } from './prepare-document.ts';

const paragraph = '<< /Type /StructElem /S /P /P 11 0 R /K 0 >>';
/** Structures as programs write them: objects from number 10 up, of which the first is the root. */
const structures: Record<string, readonly string[]> = {
  'a tree of one leaf': [
    '<< /Type /StructTreeRoot /K 11 0 R /ParentTree 13 0 R /ParentTreeNextKey 1 >>',
    '<< /Type /StructElem /S /Document /P 10 0 R /K [12 0 R] >>',
    paragraph,
    '<< /Nums [0 [12 0 R]] >>',
  ],
  'a tree with leaves of their own and a key that is too small': [
    '<< /Type /StructTreeRoot /K [11 0 R] /ParentTree 13 0 R /ParentTreeNextKey 0 >>',
    '<< /Type /StructElem /S /Document /P 10 0 R /K 12 0 R >>',
    paragraph,
    '<< /Kids [14 0 R] >>',
    '<< /Limits [0 6] /Nums [0 [12 0 R] 6 [12 0 R]] >>',
  ],
  'lists that are objects of their own': [
    '<< /Type /StructTreeRoot /K 15 0 R /ParentTree << /Nums 14 0 R >> >>',
    '<< /Type /StructElem /S /Document /P 10 0 R /K 13 0 R >>',
    paragraph,
    '[12 0 R]',
    '[0 [12 0 R]]',
    '[11 0 R]',
  ],
  'several elements at the root': [
    '<< /Type /StructTreeRoot /K [12 0 R 11 0 R] /ParentTree << /Nums [0 [12 0 R]] >> /ParentTreeNextKey 1 >>',
    '<< /Type /StructElem /S /Sect /P 10 0 R >>',
    '<< /Type /StructElem /S /P /P 10 0 R /K 0 >>',
  ],
  'no parent tree': [
    '<< /Type /StructTreeRoot /K 11 0 R >>',
    '<< /Type /StructElem /S /Document /P 10 0 R >>',
  ],
};

const text = { font: sampleFont, characters: 'An' };

const unlocked = (fields: readonly NewSignatureField[]) => fields.map(({ locks: _locks, ...field }) => field);

/** An approval by a person who used another program, which made no element for its field. */
async function signedByStranger(structure: readonly string[]): Promise<Buffer> {
  const [field, page] = [10 + structure.length, 11 + structure.length];
  const widget = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Old) /Rect [9 9 90 40] /P ${page} 0 R >>`;
  const lists = { catalog: `/AcroForm << /Fields [${field} 0 R] >>`, page: `/Annots [${field} 0 R]` };
  const pdf = taggedPdf({ objects: [...structure, widget], ...lists });
  return signedIn(pdf, 'Old', { signer: authority.signer('Old'), docMdp: null });
}

function* numbersOf(document: PdfDocument, node: PdfDict): Generator<[number, PdfValue]> {
  const list = document.resolve(node.entries.get('Nums'));
  if (isArray(list))
    for (let index = 0; index < list.items.length; index += 2) {
      const key = list.items[index];
      if (isInteger(key)) yield [key, list.items[index + 1] ?? null];
    }
  const kids = document.resolve(node.entries.get('Kids'));
  for (const kid of isArray(kids) ? kids.items : []) {
    const dict = document.resolve(kid);
    if (isDict(dict)) yield* numbersOf(document, dict);
  }
}

describe('a tagged file stays tagged', () => {
  test.each(Object.entries(structures))('with %s', (_title, objects) => {
    const pdf = taggedPdf({ objects });
    const { formFields = [], signatureFields = [] } = prepareForTurns(['Ana']);
    const document = new PdfDocument(
      Buffer.concat([pdf, prepareDocument(pdf, { formFields, signatureFields })]),
    );
    const root = document.dict(document.root.dict, 'StructTreeRoot');
    const tree = root && document.dict(root, 'ParentTree');
    if (!root || !tree) throw new Error('The file has no structure.');
    const entries = [...numbersOf(document, tree)];
    const keys = entries.map(([key]) => key);
    expect(keys).toEqual(keys.toSorted((one, other) => one - other));
    expect(new Set(keys).size).toBe(keys.length);
    expect(root.entries.get('ParentTreeNextKey')).toBe((keys.at(-1) ?? 0) + 1);
    const entriesByKey = new Map(entries);
    const widgets = readFields(document).flatMap((field) => field.widgets);
    expect(widgets).toHaveLength(9);
    for (const { ref, dict } of widgets) {
      const key = dict.entries.get('StructParent');
      const element = document.resolve(isInteger(key) ? entriesByKey.get(key) : null);
      if (!isDict(element)) throw new Error('A widget has no element.');
      expect(nameOf(element.entries.get('S'))).toBe('Form');
      const target = document.dict(element, 'K')?.entries.get('Obj');
      expect(isRef(target) && target.number).toBe(ref.number);
      const parent = document.resolve(element.entries.get('P'));
      const kids = isDict(parent) ? document.resolve(parent.entries.get('K')) : null;
      const numbers = isArray(kids) ? kids.items.map((kid) => isRef(kid) && kid.number) : [];
      const treeValue = isInteger(key) ? entriesByKey.get(key) : null;
      expect(isRef(treeValue) && numbers.includes(treeValue.number)).toBe(true);
    }
    expect(nameOf(findPage(document, 0).dict.entries.get('Tabs'))).toBe('S');
  });

  test('through the signatures of all, which object to nothing', async () => {
    const [objects = []] = Object.values(structures);
    const job = createSigningJob(taggedPdf({ objects }));
    job.prepareDocument(prepareForTurns());
    for (const name of ['Ana', 'Ben', 'Cleo']) await job.sign(signingOptionsOf(name), authority.signer(name));
    const { signatures } = validate(job.source, { anchors });
    expect(signatures.map(({ sinceSigning }) => sinceSigning)).toEqual([
      'allowed-changes',
      'allowed-changes',
      'unchanged',
    ]);
  });

  test('keeps the order of its own annotations where it has one', () => {
    const [objects = []] = Object.values(structures);
    const pdf = taggedPdf({ objects, page: '/Tabs /R' });
    const document = new PdfDocument(Buffer.concat([pdf, prepareDocument(pdf, prepareForTurns(['Ana']))]));
    expect(nameOf(findPage(document, 0).dict.entries.get('Tabs'))).toBe('R');
  });

  test.each(Object.entries(structures))('but not once it is signed: with %s', async (_title, objects) => {
    const job = createSigningJob(await signedByStranger(objects));
    const { signatureFields = [], formText } = { ...prepareForTurns(['Ana']), formText: text };
    const prepared = Buffer.from(
      job.prepareDocument({ signatureFields: unlocked(signatureFields), formText }),
    );
    expect(prepared.toString('latin1')).not.toMatch(
      /Type .StructTreeRoot|ParentTree|StructParent |StructElem|Tabs|\/DR/,
    );
    const { answers: _answers, ...options } = signingOptionsOf('Ana');
    await job.sign(options, authority.signer('Ana'));
    const { signatures, verdict } = validate(job.source, { anchors });
    expect(signatures.map(({ sinceSigning }) => sinceSigning)).toEqual(['allowed-changes', 'unchanged']);
    expect(verdict.state).toBe('as-signed');
  });

  test('and another file gets no structure', () => {
    const pdf = samplePdf();
    const update = Buffer.from(prepareDocument(pdf, prepareForTurns(['Ana']))).toString('latin1');
    expect(update).not.toMatch(/StructParent|StructElem|Tabs/);
  });
});

const form = '/AcroForm << /Fields [10 0 R] /NeedAppearances true >>';
const empty = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Old) /Rect [1 2 30 40] /P 11 0 R >>';
const pdf = samplePdf({ objects: [empty], catalog: form, page: '/Annots [10 0 R]' });
const rect = [1, 1, 9, 9] as const;

test.each([
  ['new fields', prepareForTurns(['Ana'])],
  ['a field that the file has', { signatureFields: [{ name: 'Old', page: 0, rect }] }],
])('appearances of the form are final with %s', (_title, options) => {
  const document = new PdfDocument(Buffer.concat([pdf, prepareDocument(pdf, options)]));
  const form = document.dict(document.root.dict, 'AcroForm');
  expect(form?.entries.has('NeedAppearances')).toBe(false);
  expect(form?.entries.has('Fields')).toBe(true);
});
