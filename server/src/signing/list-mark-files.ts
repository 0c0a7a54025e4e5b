import type { Reads } from '../platform/database.ts';
import { readWorkflowFacts } from '../workflows/read-workflow-facts.ts';
import { findMarkFileIds } from './signing-store.ts';

/** The files of all marks that people made in a workflow. */
export async function listMarkFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const facts = await readWorkflowFacts(reads, workflowId);
  return findMarkFileIds(reads, facts?.recipients.map(({ id }) => id) ?? []);
}
