import type { Reads } from '../platform/database.ts';
import { readWorkflowFacts } from '../workflows/reading/read-workflow-facts.ts';
import { listSignatureImageFileIds } from './signing-store.ts';

/** The files of all signature images of a workflow. */
export async function listSignatureImageFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const facts = await readWorkflowFacts(reads, workflowId);
  return listSignatureImageFileIds(reads, facts?.recipients.map(({ id }) => id) ?? []);
}
