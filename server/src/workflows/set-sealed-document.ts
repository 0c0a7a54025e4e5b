import type { Tx } from '../platform/database.ts';
import { setSealedFile } from './workflow-store.ts';

/** Names the sealed file of a document; the caller holds the workflow's row. */
export async function setSealedDocument(tx: Tx, documentId: number, fileId: number): Promise<void> {
  await setSealedFile(tx, documentId, fileId);
}
