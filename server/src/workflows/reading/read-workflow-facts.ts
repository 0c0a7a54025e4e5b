import { readUserNames } from '../../accounts/api.ts';
import { readFileFacts } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { listRevisions, type RevisionFacts } from '../../revisions/api.ts';
import { readOrganizationNames } from '../../workspaces/api.ts';
import { loadWorkflow, type WorkflowRecord } from '../store/workflow-store.ts';

export interface FactFile {
  id: number;
  blobKey: string;
  size: number;
  sha256: Buffer;
}

/** A workflow and the names around it, for rooms that follow its events. */
export interface WorkflowFacts extends WorkflowRecord {
  /** What people are shown: the name at the start, and until then the name. */
  title: string;
  creator: { id: number; name: string; email: string };
  organization: { id: number; name: string };
  files: FactFiles[];
}

export interface FactFiles {
  documentId: number;
  original: FactFile;
  sealed: FactFile | null;
  /** The document as it is now: the sealed file once the workflow is signed, else the latest revision. */
  current: Pick<FactFile, 'sha256' | 'size'>;
  /** In their order; none in a draft, and in a document that an earlier version started. */
  revisions: readonly RevisionFacts[];
}

/** For jobs and for the signing page, which have their own right to know; null once the workflow is gone. */
export async function readWorkflowFacts(reads: Reads, workflowId: number): Promise<WorkflowFacts | null> {
  const record = await loadWorkflow(reads, workflowId);
  if (!record) return null;
  const { workflow, documents } = record;
  const creator = (await readUserNames(reads, [workflow.creator_id])).get(workflow.creator_id);
  const names = await readOrganizationNames(reads, [workflow.organization_id]);
  const ids = documents.flatMap((row) => [
    row.original_file_id,
    ...(row.sealed_file_id ? [row.sealed_file_id] : []),
  ]);
  const facts = await readFileFacts(reads, ids);
  const revisions = await listRevisions(
    reads,
    documents.map(({ id }) => id),
  );
  const files = documents.map((document): FactFiles => {
    const original = facts.get(document.original_file_id);
    if (!original) throw new Error(`document ${document.id} has lost its file`);
    const sealed = document.sealed_file_id === null ? null : (facts.get(document.sealed_file_id) ?? null);
    const own = revisions.get(document.id) ?? [];
    const current = (workflow.status === 'signed' ? sealed : null) ?? own.at(-1) ?? original;
    return { documentId: document.id, original, sealed, current, revisions: own };
  });
  return {
    ...record,
    title: workflow.title ?? workflow.name,
    creator: { id: workflow.creator_id, name: creator?.name ?? '', email: creator?.email ?? '' },
    organization: { id: workflow.organization_id, name: names.get(workflow.organization_id) ?? '' },
    files,
  };
}
