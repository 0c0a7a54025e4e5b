import { assertPresent, type Draft, type FieldType, type Refusal, type TemplateField } from '@paraph/domain';
import type { DocumentContents, PageSize } from '../../database/column-types.ts';
import type { Deps } from '../../deps.ts';
import type { FileDeps } from '../../files/check-stored-file.ts';
import { copyStoredFile } from '../../files/store-file.ts';
import { toSeconds } from '../../platform/clock.ts';
import type { WorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { placedFieldOf, type WorkflowRecord } from '../store/workflow-record.ts';
import type { PreparedEnvelope } from './create-envelope.ts';
import type { StorableDocument } from './ingest-document.ts';

/** The row of a document of a template or workflow. */
export interface CopiedRow {
  id: number;
  name: string;
  pages: readonly PageSize[];
  contents: DocumentContents;
  original_file_id: number;
}

/**
 * Copies the files of documents; the sweeper removes copies without a row. `refuse` is the error if the source was
 * deleted concurrently.
 */
export async function copyDocuments(
  deps: FileDeps & Pick<Deps, 'ids'>,
  rows: readonly CopiedRow[],
  refuse: () => Refusal,
): Promise<StorableDocument[]> {
  const copies: StorableDocument[] = [];
  for (const { name, pages, contents, original_file_id: originalId } of rows) {
    const original = await copyStoredFile(deps, originalId);
    if (!original) throw refuse();
    copies.push({ name, examined: { ...contents, pages: [...pages], notes: [] }, original });
  }
  return copies;
}

/** What a draft takes over from a workflow or a template. */
interface CopiedDraft {
  type: Draft['type'];
  name: string;
  secondsToSign: number;
  preferences: Draft['preferences'];
  sender_message: string | null;
  workspace: WorkspaceAccess;
  documents: readonly StorableDocument[];
  /** For the trail. */
  origin: Readonly<Record<string, unknown>>;
}

/** A copy whose people, steps and fields are inserted with its plan. */
export function prepareCopy({ clock }: Pick<Deps, 'clock'>, copied: CopiedDraft): PreparedEnvelope {
  const { name, type, preferences, workspace, documents, origin } = copied;
  return {
    draft: {
      name,
      type,
      preferences,
      expiresAtSeconds: toSeconds(clock.now()) + copied.secondsToSign,
      steps: [],
      metadata: {},
      workspaceId: workspace.workspaceId,
      senderName: null,
      senderMessage: copied.sender_message,
    },
    scheduledStartAt: null,
    workspace,
    documents: documents.map((ingested) => ({ ingested, fields: [] })),
    origin,
  };
}

/** From the ids of the rows to those of their copies. */
export function pairIds(rows: readonly CopiedRow[], copies: readonly number[]): Map<number, number> {
  return new Map(
    rows.map(({ id }, index) => [id, assertPresent(copies[index], `the copy of document ${id}`)]),
  );
}

/**
 * The fields of a workflow as sent, by the ids of its documents and roles. After the start a value may be an answer,
 * and answers are never copied; the values of a draft and of read-only fields are the sender's.
 */
export function copyFields(
  { workflow, fields }: WorkflowRecord,
  isCopied: (type: FieldType) => boolean,
): TemplateField[] {
  const isDraft = workflow.status === 'not_started';
  return fields.map(placedFieldOf).map((field) => {
    const { type, readOnly, value } = field;
    return { ...field, value: (isDraft || readOnly) && isCopied(type) ? value : null };
  });
}
