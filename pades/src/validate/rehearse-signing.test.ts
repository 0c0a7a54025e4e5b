import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { defaultLimits } from '../limits.ts';
import { put, revise } from '../testing/hostile-base.ts';
import { authority } from '../testing/level-fixture.ts';
import { samplePdf } from '../testing/sample-pdf.ts';
import { signedIn } from '../testing/signed-pdf.ts';
import { taggedPdf } from '../testing/tagged-pdf.ts';
import { prepareDocument } from '../write/prepare-document.ts';
import { rehearseSigning } from './rehearse-signing.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [certificate = new Uint8Array()] = authority.signer('Rehearsal', { keys }).certificates;

/** Structure, form with an empty field and page of a tagged file: objects from number 10 up. */
const structure = [
  '<< /Type /StructTreeRoot /K 11 0 R /ParentTree << /Nums [0 [11 0 R]] >> >>',
  '<< /Type /StructElem /S /Document /P 10 0 R /K 0 >>',
];
const widget = (lock: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Old) /Rect [9 9 90 40] /P 13 0 R ${lock} >>`;
/** Another kind of element than the one that was signed. */
const element = put(11, '<< /Type /StructElem /S /Part /P 10 0 R /K 0 >>');
const lists = { catalog: '/AcroForm << /Fields [12 0 R] >>', page: '/Annots [12 0 R]' };

/** Signed by another party, whose field has this lock. */
const signedByStranger = (lock = '', docMdp: 2 | null = null): Promise<Buffer> =>
  signedIn(taggedPdf({ objects: [...structure, widget(lock)], ...lists }), 'Old', {
    ...{ docMdp, signer: authority.signer('Mara') },
  });

function rehearse(original: Buffer, prepared: Buffer = original) {
  const field = { name: 'Ours', page: 0, rect: [100, 100, 200, 150] as const };
  const whole = Buffer.concat([prepared, prepareDocument(prepared, { signatureFields: [field] })]);
  const harmed = rehearseSigning({
    prepared: bytesSource(whole),
    originalSize: original.length,
    fieldNames: ['Ours'],
    key: keys.privateKey,
    certificate,
    limits: defaultLimits,
  });
  return harmed.map(({ signerName, harm }) => `${signerName}: ${harm}`);
}

test('the signature of another party survives ours, in a tagged file as well', async () => {
  expect(rehearse(await signedByStranger())).toEqual([]);
  expect(rehearse(samplePdf())).toEqual([]);
});

test.each([
  ['locks every field', '/Lock << /Type /SigFieldLock /Action /All >>'],
  ['permits nothing more (ISO 32000-2 Table 236)', '/Lock << /Action /Include /Fields [(x)] /P 1 >>'],
  ['permits no new field', '/Lock << /Action /Include /Fields [(x)] /P 2 >>'],
])('a signature that %s permits no further one', async (_title, lock) => {
  expect(rehearse(await signedByStranger(lock))).toEqual(['Mara: no-further-signature']);
});

test('what the preparation changes, takes away or breaks is found', async () => {
  const signed = await signedByStranger();
  expect(rehearse(signed, revise(signed, element))).toEqual(['Mara: changed']);
  expect(rehearse(signed, revise(signed, put(12, widget(''))))).toEqual(['Mara: removed']);
});

test('what was wrong before is not our doing', async () => {
  const signed = await signedByStranger();
  expect(rehearse(revise(signed, element))).toEqual([]);
});
