import type { Reads } from '../platform/database.ts';
import { readWorkflowFacts } from '../workflows/reading/read-workflow-facts.ts';
import {
  findSignatureImageByFile,
  listSignatureImageFileIds,
  listSignatureImagesByIds,
} from './signing-store.ts';

/** The file of each signature image. */
export async function readSignatureImageFiles(
  reads: Reads,
  signatureImageIds: readonly string[],
): Promise<Map<string, number>> {
  const signatureImages = await listSignatureImagesByIds(reads, signatureImageIds);
  return new Map(signatureImages.map((image) => [image.id, image.file_id]));
}

/** The files of all signature images of a workflow. */
export async function listSignatureImageFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const facts = await readWorkflowFacts(reads, workflowId);
  return listSignatureImageFileIds(reads, facts?.recipients.map(({ id }) => id) ?? []);
}

/** The recipient whose signature image a stored file is; null when it is none. */
export async function findSignatureImageRecipient(reads: Reads, fileId: number): Promise<number | null> {
  return (await findSignatureImageByFile(reads, fileId))?.recipient_id ?? null;
}
