import { type UploadOptions, upload } from './call.ts';
import type { Verification } from './wire.ts';

/** Nobody needs to be signed in, and nothing of the file is kept. */
export function verifyDocument(
  file: File,
  options: Pick<UploadOptions, 'onProgress' | 'signal'>,
): Promise<Verification> {
  const form = new FormData();
  form.set('document', file);
  return upload('/api/v1/verify', { ...options, form });
}
