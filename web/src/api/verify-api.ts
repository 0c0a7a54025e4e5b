import { type UploadOptions, upload } from './call.ts';
import type { Verification } from './wire.ts';

/** Needs no sign-in; the server does not store the file. */
export function verifyDocument(
  file: File,
  options: Pick<UploadOptions, 'onProgress' | 'signal'>,
): Promise<Verification> {
  const form = new FormData();
  form.set('document', file);
  return upload('/api/v1/verify', { ...options, form });
}
