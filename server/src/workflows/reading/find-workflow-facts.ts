import type { SigningLanguage } from '@paraph/domain';
import { type FileFacts, factsOfJson } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { type RevisionFacts, toRevision } from '../../revisions/api.ts';
import { type FactsJson, findFactsRow } from '../store/workflow-facts-store.ts';
import { toRecord, type WorkflowRecord } from '../store/workflow-store.ts';

export type FactFile = Pick<FileFacts, 'blobKey' | 'id' | 'sha256' | 'size'>;

/** A workflow and the names around it, for rooms that follow its events. */
export interface WorkflowFacts extends WorkflowRecord {
  /** What people are shown: the name at the start, and until then the name. */
  title: string;
  creator: { id: number; name: string; email: string; language: SigningLanguage | null };
  organization: { id: number; name: string };
  /** Whether the organization has switched a trust service provider of its own on. */
  hasTrustProvider: boolean;
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
export async function findWorkflowFacts(reads: Reads, workflowId: number): Promise<WorkflowFacts | null> {
  const row = await findFactsRow(reads, workflowId);
  return row && toFacts(row);
}

/** From what a statement with `factsOf` returned. */
export function toFacts({
  creator,
  organization,
  hasTrustProvider,
  files,
  ...row
}: FactsJson): WorkflowFacts {
  const record = toRecord(row);
  const { workflow } = record;
  return {
    ...record,
    title: workflow.title ?? workflow.name,
    creator: {
      id: workflow.creator_id,
      name: creator?.name ?? '',
      email: creator?.email ?? '',
      language: creator?.language ?? null,
    },
    organization: { id: workflow.organization_id, name: organization ?? '' },
    hasTrustProvider: hasTrustProvider ?? false,
    files: files.map((file) => toFiles(file, workflow.status === 'signed')),
  };
}

function toFiles(
  { documentId, original, sealed, revisions }: FactsJson['files'][number],
  isSigned: boolean,
): FactFiles {
  if (!original) throw new Error(`document ${documentId} has lost its file`);
  const facts = {
    documentId,
    original: factsOfJson(original),
    sealed: sealed && factsOfJson(sealed),
    revisions: revisions.map(toRevision),
  };
  const current = (isSigned ? facts.sealed : null) ?? facts.revisions.at(-1) ?? facts.original;
  return { ...facts, current };
}
