import { type QueryCreator, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Reads } from '../../platform/database.ts';
import { selectPart } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import type { Tables } from '../../platform/tables.ts';
import { type AccessRow, accessRowOf } from '../../workspaces/api.ts';
import { type ViewDataRow, viewDataParts } from './view-data-store.ts';
import { toRecord, type WorkflowRecord, workflowParts } from './workflow-store.ts';

/** A workflow by its integer id, or by the 40 characters of its other one. */
export type WorkflowReference = number | string;

export interface WithAccess {
  record: WorkflowRecord;
  /** The place of the user in its workspace: whether they may see the workflow is for the caller to decide. */
  access: AccessRow | null;
}

/** By one statement. */
export async function findWithAccess(
  reads: Reads,
  reference: WorkflowReference,
  userId: number,
): Promise<WithAccess | null> {
  const [row] = await (typeof reference === 'number'
    ? selectById(reads, reference, userId)
    : selectByEnvelopeId(reads, reference, userId));
  return row?.record ? { record: toRecord(row.record), access: row.access } : null;
}

const selectById = prepareStatement('visible-workflow', (statements, id: number, userId: number) =>
  statements.selectNoFrom(accessParts({ column: 'workflows.id', reference: id, userId })),
);

const selectByEnvelopeId = prepareStatement('visible-envelope', (statements, id: string, userId: number) =>
  statements.selectNoFrom(accessParts({ column: 'workflows.envelope_id', reference: id, userId })),
);

/** The same, with what its views show of other rooms' rows, by one statement as well. */
export async function findWithView(
  reads: Reads,
  reference: WorkflowReference,
  userId: number,
): Promise<(WithAccess & { viewData: ViewDataRow }) | null> {
  const [row] = await (typeof reference === 'number'
    ? selectViewById(reads, reference, userId)
    : selectViewByEnvelopeId(reads, reference, userId));
  if (!row?.record) return null;
  const { record, access, ...viewData } = row;
  return { record: toRecord(record), access, viewData };
}

const selectViewById = prepareStatement('viewed-workflow', (statements, id: number, userId: number) =>
  selectWithView(statements, { column: 'workflows.id', reference: id, userId }),
);

const selectViewByEnvelopeId = prepareStatement('viewed-envelope', (statements, id: string, userId: number) =>
  selectWithView(statements, { column: 'workflows.envelope_id', reference: id, userId }),
);

interface AccessedBy {
  column: string;
  reference: WorkflowReference;
  userId: number;
}

function selectWithView(statements: QueryCreator<Tables>, by: AccessedBy) {
  const id = referred(by).select('workflows.id').$asScalar();
  return statements
    .selectNoFrom(accessParts(by))
    .select(viewDataParts((column) => sql<boolean>`${column} = ${id}`));
}

function accessParts(by: AccessedBy) {
  const workflow = referred(by);
  return [
    jsonObjectFrom(workflow.selectAll('workflows').select(workflowParts)).as('record'),
    accessRowOf(workflow.select('workspace_id').$asScalar(), by.userId).as('access'),
  ] as const;
}

function referred({ column, reference }: AccessedBy) {
  return selectPart('workflows').where(sql<boolean>`${sql.ref(column)} = ${reference}`);
}

/** Where a workflow is and who created it, with the place of a user in its workspace. */
export async function findPlaceAndAccess(
  reads: Reads,
  id: number,
  userId: number,
): Promise<{ workspaceId: number; creatorId: number; access: AccessRow | null } | null> {
  return (await selectPlace(reads, id, userId))[0] ?? null;
}

const selectPlace = prepareStatement('workflow-place', (statements, id: number, userId: number) =>
  statements
    .selectFrom('workflows')
    .select(({ ref }) => [
      'workflows.workspace_id as workspaceId',
      'workflows.creator_id as creatorId',
      accessRowOf(ref('workflows.workspace_id'), userId).as('access'),
    ])
    .where('workflows.id', '=', id),
);
