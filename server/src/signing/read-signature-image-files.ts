import type { Reads } from '../platform/database.ts';
import { listSignatureImagesByIds } from './signing-store.ts';

/** The file of each signature image. */
export async function readSignatureImageFiles(
  reads: Reads,
  signatureImageIds: readonly string[],
): Promise<Map<string, number>> {
  const signatureImages = await listSignatureImagesByIds(reads, signatureImageIds);
  return new Map(signatureImages.map((image) => [image.id, image.file_id]));
}
