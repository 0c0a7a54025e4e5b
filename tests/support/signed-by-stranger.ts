import { prepareDocument, signPdf } from '@paraph/pades';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';

/** A file that another program has signed: only signature fields can still be added to it. */
export async function signedByStranger(file: Buffer): Promise<Buffer> {
  const place = { page: 0, displayed: { posX: 10, posY: 90, width: 10, height: 5 } };
  const field = prepareDocument(file, { signatureFields: [{ name: 'First', ...place }] });
  const prepared = Buffer.concat([file, field]);
  return Buffer.concat([
    prepared,
    await signPdf(prepared, firstSignature(), sampleAuthority().signer('First')),
  ]);
}

/** Signed in the field `First`, which has this lock (ISO 32000-1 Table 233); the field `Second` is empty. */
export async function lockedByStranger(lock: string): Promise<Buffer> {
  const field = (name: string, left: number, entries = '') =>
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /Rect [${left} 100 ${left + 120} 150] /P 12 0 R ${entries} >>`;
  const file = samplePdf({
    objects: [field('First', 72, `/Lock << /Type /SigFieldLock ${lock} >>`), field('Second', 300)],
    catalog: '/AcroForm << /Fields [10 0 R 11 0 R] >>',
    page: '/Annots [10 0 R 11 0 R]',
  });
  return Buffer.concat([file, await signPdf(file, firstSignature(), sampleAuthority().signer('Mara Maker'))]);
}

function firstSignature() {
  const signingTime = new Date('2026-05-01T10:00:00Z');
  return { fieldName: 'First', appearance: null, name: 'First', signingTime, docMdp: null };
}
