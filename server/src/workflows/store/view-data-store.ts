import { type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type ProfileRow, profilesAmong } from '../../accounts/api.ts';
import { fileSizeOf } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { selectPart } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import { latestSizeOf } from '../../revisions/api.ts';
import { tagsAmong } from '../../tags/api.ts';
import { organizationNameOf, type WorkspaceUserJson, workspaceUsersAmong } from '../../workspaces/api.ts';

/** The sizes of a document's files. */
export interface DocumentSizes {
  id: number;
  original_file_id: number;
  originalSize: number | null;
  sealed_file_id: number | null;
  sealedSize: number | null;
  /** With its latest revision; null without any. */
  latestSize: number | null;
}

/** What views of workflows show of other rooms' rows. */
export interface ViewDataRow {
  workflows: {
    id: number;
    organizationId: number;
    organization: string | null;
    tags: { id: number; name: string; color: string }[];
    documents: DocumentSizes[];
  }[];
  /** Of creators, and of recipients with an account. */
  profiles: ProfileRow[];
  workspaceUsers: WorkspaceUserJson[];
}

/** For many workflows by one statement. */
export async function findViewData(reads: Reads, workflowIds: readonly number[]): Promise<ViewDataRow> {
  const [only, ...others] = workflowIds;
  const [row] =
    only !== undefined && others.length === 0
      ? await selectViewDataOfOne(reads, only)
      : await selectViewData(reads, [...workflowIds]);
  if (!row) throw new Error('a statement without a source has lost its row');
  return row;
}

const selectViewData = prepareStatement('view-data', (statements, ids: number[]) =>
  statements.selectNoFrom(viewDataParts((column) => sql<boolean>`${column} = any(${ids}::bigint[])`)),
);

/**
 * An array of one has a plan that looks cheaper than that for arrays of any length: PostgreSQL would make it at each
 * call, which takes six times as long as executing it.
 */
const selectViewDataOfOne = prepareStatement('view-data-of-one', (statements, id: number) =>
  statements.selectNoFrom(viewDataParts((column) => sql<boolean>`${column} = ${id}`)),
);

/** As columns of a statement; `isListed` is the condition that the id of a workflow fulfills. */
export function viewDataParts(isListed: (column: Expression<number>) => Expression<boolean>) {
  const listed = (column: 'creator_id' | 'workspace_id') =>
    selectPart('workflows')
      .select(column)
      .where(isListed(sql.ref('workflows.id')));
  const emailKeys = selectPart('recipients')
    .select('email_key')
    .where(isListed(sql.ref('recipients.workflow_id')));
  const workflows = selectPart('workflows')
    .select(({ ref }) => [
      'workflows.id as id',
      'workflows.organization_id as organizationId',
      organizationNameOf(ref('workflows.organization_id')).as('organization'),
      tagsAmong(
        selectPart('workflow_tags').select('tag_id').whereRef('workflow_id', '=', ref('workflows.id')),
      ).as('tags'),
      documentsOf().as('documents'),
    ])
    .where(isListed(sql.ref('workflows.id')));
  return [
    jsonArrayFrom(workflows).as('workflows'),
    profilesAmong({ ids: listed('creator_id'), emailKeys }).as('profiles'),
    workspaceUsersAmong(listed('workspace_id')).as('workspaceUsers'),
  ] as const;
}

function documentsOf() {
  return jsonArrayFrom(
    selectPart('documents')
      .select(({ ref }) => [
        'documents.id as id',
        'original_file_id',
        fileSizeOf(ref('original_file_id')).as('originalSize'),
        'sealed_file_id',
        fileSizeOf(ref('sealed_file_id')).as('sealedSize'),
        latestSizeOf(ref('documents.id')).as('latestSize'),
      ])
      .where(sql<boolean>`documents.workflow_id = workflows.id`),
  );
}
