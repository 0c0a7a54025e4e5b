import type { Reads } from '../platform/database.ts';
import { findWorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { findSignatureImageByFile, listSignatureImageFileIds } from './signing-store.ts';

/** The files of all signature images of a workflow. */
export async function listSignatureImageFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const facts = await findWorkflowFacts(reads, workflowId);
  return listSignatureImageFileIds(reads, facts?.recipients.map(({ id }) => id) ?? []);
}

/** The recipient whose signature image a stored file is; null when it is none. */
export async function findSignatureImageRecipient(reads: Reads, fileId: number): Promise<number | null> {
  return (await findSignatureImageByFile(reads, fileId))?.recipient_id ?? null;
}
