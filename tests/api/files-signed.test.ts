import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planSteps } from '@paraph/domain';
import { type Intake, openIntake, requesterWithoutClient } from '@paraph/intake';
import { type DocMdpLevel, prepareDocument, signPdf } from '@paraph/pades';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { type ExaminedDocument, examineDocument } from '../../server/src/files/examine-document.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { buildPdf, formFixture, fullPage, textLines } from '../support/pdf-fixtures.ts';

let folder: string;
let intake: Intake;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-signed-'));
  intake = openIntake(openLog('silent'));
});

afterAll(async () => {
  await intake.close();
  await rm(folder, { recursive: true });
});

const agreed = () => buildPdf({ pages: [{ content: textLines(['Agreed.']) }] });

test('a signed file with a blank area takes further signatures, as it is', async () => {
  const examined = await examineBytes(await signed(agreed(), null));
  expect(examined.notes).toEqual(['already-signed']);
  expect(examined.blankAreas).toHaveLength(1);
  expect(examined.replacement).toBeNull();
});

test('a signed file without a blank area is refused: a page added to it would change what was signed', async () => {
  const file = await signed(buildPdf({ pages: [fullPage()] }), null);
  await expectRefused(file, /no blank area for further signatures/);
});

test('a signed file whose anchors ask for more than signatures is refused', async () => {
  const content = textLines(['yumisign_signature_1', '', '', '', '', '', 'yumisign_date_1']);
  await expectRefused(await signed(buildPdf({ pages: [{ content }] }), null), /more than signatures/);
});

test('a certified file is refused unless its own form has a field for everyone', async () => {
  await expectRefused(await signed(agreed(), 2), /no empty signature field/);
  const examined = await examineBytes(await signed(formFixture(), 2));
  expect(examined.formFields.map(({ name }) => name)).toEqual(['Landlord', 'Tenant']);
});

test('a file that was certified against any change is refused', async () => {
  await expectRefused(await signed(formFixture(), 1), /nothing may be added to it/);
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

async function examineBytes(bytes: Buffer): Promise<ExaminedDocument> {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  const plan = planSteps([{ type: 'sign', recipients: [{ name: 'Ada', email: 'ada@example.com' }] }]);
  const requester = requesterWithoutClient('test');
  const about = { size: bytes.length, sha256: Buffer.alloc(32), head: bytes.subarray(0, 1024), held: null };
  const upload = { path, fileName: 'a.pdf', ...about, requester };
  return examineDocument({ intake }, upload, plan);
}

async function expectRefused(file: Buffer, reason: RegExp): Promise<void> {
  await expect(examineBytes(file)).rejects.toMatchObject({
    code: 'DOCUMENT_NOT_ACCEPTED',
    violations: { document: expect.stringMatching(reason) },
  });
}
