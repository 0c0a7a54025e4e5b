import type { Reads } from '../platform/database.ts';
import { findWorkflowOfDocument } from './workflow-store.ts';

/** The workflow that a document belongs to; null once it is gone. */
export async function readDocumentWorkflow(reads: Reads, documentId: number): Promise<number | null> {
  return findWorkflowOfDocument(reads, documentId);
}
