import type { Signer } from '../certificates/signer.ts';
import type { SignatureOptions } from '../sign/prepare-signature.ts';
import { createSigningJob } from '../sign/signing-job.ts';
import { authority, start } from './level-fixture.ts';

/** The file with empty fields for signatures of these names, on page 1. */
export function withFields(pdf: Uint8Array, ...names: readonly string[]): Buffer {
  const signatureFields = names.map((name) => ({ name, page: 0, rect: [100, 100, 200, 150] as const }));
  return Buffer.concat([pdf, createSigningJob(pdf).prepareDocument({ signatureFields })]);
}

/** The file after a signature in one of its fields that shows nothing, by Ana unless told otherwise. */
export async function signedIn(
  file: Uint8Array,
  fieldName: string,
  {
    signer = authority.signer('Ana'),
    ...more
  }: Partial<SignatureOptions> & { readonly signer?: Signer } = {},
): Promise<Buffer> {
  const options = { fieldName, name: fieldName, appearance: null, signingTime: start, ...more };
  return Buffer.concat([file, await createSigningJob(file).sign(options, signer)]);
}
