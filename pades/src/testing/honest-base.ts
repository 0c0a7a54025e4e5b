import { createHash } from 'node:crypto';
import { buildCms, buildSignedAttributes } from '../cms/build-cms.ts';
import { embedContents } from '../sign/contents-placeholder.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { authority, start } from './level-fixture.ts';
import { type SampleOptions, samplePdf } from './sample-pdf.ts';
import { signedIn, withFields } from './signed-pdf.ts';

export const note = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Note) /Rect [50 50 150 70] /F 4 >>';
/** A page with the field Note, and two pictures. */
export const withNote: SampleOptions = {
  objects: [note, '<< >>', '<< /Type /XObject /Subtype /Form >>'],
  catalog: '/AcroForm << /Fields [10 0 R] >>',
  page: '/Annots [10 0 R] /Resources << /XObject << /One 11 0 R /Two 12 0 R >> >>',
};

/** A file that people signed one after another, each in a field of their name. */
export async function signAll(
  pdf: Buffer,
  names: readonly string[],
  between?: (pdf: Buffer) => Buffer,
): Promise<Buffer> {
  let file = withFields(pdf, ...names);
  for (const fieldName of names) {
    file = await signedIn(file, fieldName, { signer: authority.signer(fieldName) });
    file = between?.(file) ?? file;
  }
  return file;
}

/** A signed file whose bytes another program arranged otherwise before it signed them; of the same length. */
export async function signedAs(arrange: (text: string) => string): Promise<Buffer> {
  const file = withFields(samplePdf(), 'One');
  const signer = authority.signer('Ana');
  const [certificate = Buffer.of()] = signer.certificates;
  const wanted = { fieldName: 'One', name: 'Ana', appearance: null, signingTime: start };
  const prepared = createSigningJob(file).prepare(wanted, certificate);
  const whole = Buffer.concat([file, prepared.incrementalUpdate]);
  const bytes = Buffer.from(arrange(whole.toString('latin1')), 'latin1');
  if (bytes.length !== whole.length) throw new Error('The bytes were not arranged, but changed in length.');
  const [, before, after, rest] = prepared.byteRange;
  const segments = [bytes.subarray(0, before), bytes.subarray(after, after + rest)];
  const digest = createHash('sha256').update(Buffer.concat(segments)).digest();
  const signedAttributes = buildSignedAttributes(digest, certificate);
  const signature = await signer.sign(signedAttributes);
  const cms = buildCms({ ...signer, signedAttributes, signature });
  const update = { ...prepared, incrementalUpdate: bytes.subarray(file.length) };
  return Buffer.concat([bytes.subarray(0, file.length), embedContents(update, cms)]);
}
