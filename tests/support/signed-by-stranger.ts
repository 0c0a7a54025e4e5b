import { prepareDocument, signPdf } from '@paraph/pades';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';

/** A file that another program has signed: only signature fields can still be added to it. */
export async function signedByStranger(file: Buffer): Promise<Buffer> {
  const place = { page: 0, displayed: { posX: 10, posY: 90, width: 10, height: 5 } };
  const field = prepareDocument(file, { signatureFields: [{ name: 'First', ...place }] });
  const prepared = Buffer.concat([file, field]);
  const signingTime = new Date('2026-05-01T10:00:00Z');
  const options = { fieldName: 'First', appearance: null, name: 'First', signingTime, docMdp: null };
  return Buffer.concat([prepared, await signPdf(prepared, options, sampleAuthority().signer('First'))]);
}
