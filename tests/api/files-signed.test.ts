import { type DocMdpLevel, prepareDocument, signPdf } from '@paraph/pades';
import { expect, test } from 'vitest';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { openExaminer, signers } from '../support/api-case.ts';
import { buildPdf, formFixture, fullPage, textLines } from '../support/pdf-fixtures.ts';

const { examineBytes, expectRefused } = await openExaminer();
const one = signers(1);

const agreed = () => buildPdf({ pages: [{ content: textLines(['Agreed.']) }] });

test('a signed file with a blank area takes further signatures, as it is', async () => {
  const { examined } = await examineBytes(await signed(agreed(), null), one);
  expect(examined.notes).toEqual(['already-signed']);
  expect(examined.blankAreas).toHaveLength(1);
  expect(examined.replacement).toBeNull();
});

test('a signed file without a blank area is refused: a page added to it would change what was signed', async () => {
  const file = await signed(buildPdf({ pages: [fullPage()] }), null);
  await expectRefused(file, /no blank area for further signatures/, one);
});

test('a signed file whose anchors ask for more than signatures is refused', async () => {
  const content = textLines(['yumisign_signature_1', '', '', '', '', '', 'yumisign_date_1']);
  await expectRefused(await signed(buildPdf({ pages: [{ content }] }), null), /more than signatures/, one);
});

test('a certified file is refused unless its own form has a field for everyone', async () => {
  await expectRefused(await signed(agreed(), 2), /no empty signature field/, one);
  const { examined } = await examineBytes(await signed(formFixture(), 2), one);
  expect(examined.formFields.map(({ name }) => name)).toEqual(['Landlord', 'Tenant']);
});

test('a file that was certified against any change is refused', async () => {
  await expectRefused(await signed(formFixture(), 1), /nothing may be added to it/, one);
});

async function signed(file: Buffer, docMdp: DocMdpLevel | null): Promise<Buffer> {
  const place = { posX: 10, posY: 90, width: 10, height: 5 };
  const field = { name: 'First', page: 0, displayed: place };
  const prepared = Buffer.concat([file, prepareDocument(file, { signatureFields: [field] })]);
  const options = {
    fieldName: 'First',
    appearance: null,
    name: 'First Signer',
    signingTime: new Date('2026-05-01T10:00:00Z'),
    docMdp,
  };
  return Buffer.concat([
    prepared,
    await signPdf(prepared, options, sampleAuthority().signer('First Signer')),
  ]);
}
