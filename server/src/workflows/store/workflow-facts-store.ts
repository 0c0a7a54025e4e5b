import { type Expression, type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { userNameOf } from '../../accounts/api.ts';
import { type FileJson, fileRowOf } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { type JsonRow, selectPart, timeOf } from '../../platform/json-rows.ts';
import type { Tables, WorkflowRow } from '../../platform/tables.ts';
import { type RevisionFacts, revisionsOf } from '../../revisions/api.ts';
import { organizationNameOf } from '../../workspaces/api.ts';
import { type LoadedRow, workflowParts } from './workflow-store.ts';

/** What a statement with `factsOf` returns: a workflow, all that belongs to it, and the names and files around it. */
export type FactsJson = Omit<LoadedRow, keyof WorkflowRow> &
  JsonRow<Selectable<WorkflowRow>> & {
    creator: { name: string; email: string } | null;
    organization: string | null;
    files: {
      documentId: number;
      original: FileJson | null;
      sealed: FileJson | null;
      revisions: JsonRow<RevisionFacts>[];
    }[];
  };

export async function findFactsRow(reads: Reads, workflowId: number): Promise<FactsJson | null> {
  const id = sql<number>`${workflowId}::bigint`;
  const { facts } = await reads.selectNoFrom(factsOf(id).as('facts')).executeTakeFirstOrThrow();
  return facts;
}

/** As part of a statement. */
export function factsOf(workflowId: Expression<number>) {
  return jsonObjectFrom(
    selectPart('workflows')
      .selectAll('workflows')
      .select(workflowParts)
      .select(relatedParts)
      .where('workflows.id', '=', workflowId),
  );
}

function relatedParts({ ref, selectFrom }: ExpressionBuilder<Tables, 'workflows'>) {
  const files = selectFrom('documents')
    .select(({ ref: of }) => [
      'documents.id as documentId',
      fileRowOf(of('documents.original_file_id')).as('original'),
      fileRowOf(of('documents.sealed_file_id')).as('sealed'),
      revisionsOf(of('documents.id')).as('revisions'),
    ])
    .whereRef('documents.workflow_id', '=', 'workflows.id')
    .orderBy('documents.position');
  return [
    userNameOf(ref('workflows.creator_id')).as('creator'),
    organizationNameOf(ref('workflows.organization_id')).as('organization'),
    jsonArrayFrom(files).as('files'),
  ] as const;
}

/** The row of the workflow itself. */
export function toWorkflow(row: JsonRow<Selectable<WorkflowRow>>): Selectable<WorkflowRow> {
  return {
    ...row,
    created_at: timeOf(row.created_at),
    expires_at: timeOf(row.expires_at),
    started_at: timeOf(row.started_at),
    scheduled_start_at: timeOf(row.scheduled_start_at),
    ended_at: timeOf(row.ended_at),
  };
}
