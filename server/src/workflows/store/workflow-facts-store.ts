import type { SigningLanguage } from '@paraph/domain';
import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { mailedUserOf } from '../../accounts/api.ts';
import { ledgerEntryOf } from '../../audit/ledger-entry.ts';
import { type FileJson, fileRowOf } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { type JsonRow, selectPart } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import type { Tables } from '../../platform/tables.ts';
import { type RevisionFacts, revisionsOf } from '../../revisions/api.ts';
import { hasTrustProviderOf, organizationNameOf } from '../../workspaces/api.ts';
import { type LoadedRow, workflowParts } from './workflow-store.ts';

/** What a statement with `factsOf` returns: a workflow, all that belongs to it, and the names and files around it. */
export type FactsJson = LoadedRow & {
  creator: { name: string; email: string; language: SigningLanguage | null } | null;
  organization: string | null;
  hasTrustProvider: boolean | null;
  files: {
    documentId: number;
    original: FileJson | null;
    sealed: FileJson | null;
    revisions: JsonRow<RevisionFacts>[];
  }[];
};

export async function findFactsRow(reads: Reads, workflowId: number): Promise<FactsJson | null> {
  const [row] = await selectFacts(reads, workflowId);
  return row?.facts ?? null;
}

const selectFacts = prepareStatement('workflow-facts', (statements, id: number) =>
  statements.selectNoFrom(factsOf(sql<number>`${id}::bigint`).as('facts')),
);

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
    ledgerEntryOf(ref('workflows.id')).as('ledger'),
    mailedUserOf(ref('workflows.creator_id')).as('creator'),
    organizationNameOf(ref('workflows.organization_id')).as('organization'),
    hasTrustProviderOf(ref('workflows.organization_id')).as('hasTrustProvider'),
    jsonArrayFrom(files).as('files'),
  ] as const;
}
