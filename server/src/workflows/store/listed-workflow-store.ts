import { type FieldRules, NO_RULES } from '@paraph/domain';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { type ProfileRow, profilesAmong } from '../../accounts/api.ts';
import { fileSizesAmong } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { type JsonColumns, jsonColumnsFrom, rowsOfColumns } from '../../platform/json-columns.ts';
import { type JsonRow, selectPart, timeOf } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import type { Tables } from '../../platform/tables.ts';
import { latestSizesAmong } from '../../revisions/api.ts';
import { tagsAmong } from '../../tags/api.ts';
import { organizationNamesAmong, type WorkspaceUserJson, workspaceUsersAmong } from '../../workspaces/api.ts';
import {
  ACTION,
  DOCUMENT,
  PLAIN_FIELD,
  RECIPIENT,
  ROLE,
  STEP,
  TIMES,
  type ViewedRecord,
  WORKFLOW,
} from './viewed-columns.ts';
import { byId, byPosition } from './workflow-store.ts';

/** A workflow as lists show it, but for what they show of other rooms' rows. */
export interface ListedWorkflow extends ViewedRecord {
  /** The transaction that last changed anything of it: what was loaded is true as long as this is the same. */
  changedIn: string;
  /** Of its uploaded and sealed files. */
  fileSizes: { id: number; size: number }[];
  /** Of the latest revision of each of its documents that has any. */
  latestSizes: { document_id: number; size: number }[];
}

/** What views of listed workflows show of other rooms' rows. */
export interface ListedAround {
  organizations: { id: number; name: string }[];
  /** Of creators, and of recipients with an account. */
  profiles: ProfileRow[];
  workspaceUsers: WorkspaceUserJson[];
  /** Each list by name. */
  tags: { id: number; name: string; color: string }[];
  tagged: { workflow_id: number; tag_id: number }[];
}

type Part<Name extends Exclude<keyof ViewedRecord, 'workflow'>> = JsonColumns<
  JsonRow<ViewedRecord[Name][number] & { workflow_id: number }>
>;

type AroundJson = Omit<ListedAround, 'tagged'> & { tagged: JsonColumns<ListedAround['tagged'][number]> };

/** What a statement with `outlinedOf` returns for it. */
export interface OutlinedJson extends AroundJson {
  outlines: JsonColumns<{ id: number; changed_in: string }>;
}

/** What a statement with `listedOf` returns for it. */
interface ListedJson extends AroundJson {
  workflows: JsonColumns<JsonRow<ViewedRecord['workflow'] & { changed_in: string }>>;
  documents: Part<'documents'>;
  recipients: Part<'recipients'>;
  roles: Part<'roles'>;
  steps: Part<'steps'>;
  actions: Part<'actions'>;
  fields: JsonColumns<JsonRow<FieldPart>>;
  fileSizes: JsonColumns<ListedWorkflow['fileSizes'][number]>;
  latestSizes: JsonColumns<ListedWorkflow['latestSizes'][number]>;
}

/** Most fields have no rules, which are the longest part of a row. */
type FieldPart = Omit<ViewedRecord['fields'][number], 'rules'> & {
  workflow_id: number;
  rules: FieldRules | null;
};

/**
 * Those with these ids, in no order, by a statement of its own: it is the same for all filters, so it is planned once.
 * What was deleted meanwhile is absent.
 */
export async function loadListed(
  reads: Reads,
  ids: readonly number[],
): Promise<{ workflows: ListedWorkflow[]; around: ListedAround }> {
  const [row] = await selectListed(reads, [...ids]);
  if (!row) throw new Error('a statement without a source has lost its row');
  return { workflows: toListed(row.listed), around: toAround(row.listed) };
}

const selectListed = prepareStatement('listed-workflows', (statements, ids: number[]) =>
  statements.selectNoFrom(listedOf(sql`${ids}::bigint[]`).as('listed')),
);

/**
 * Many workflows as part of a statement: each table is read once for all of them. `offset 0` hides from the planner how
 * many ids there are, or a plan for this very array would always seem cheaper.
 */
function listedOf(ids: Expression<unknown>): RawBuilder<ListedJson> {
  const fileIds = sql`array(select original_file_id from document union all
    select sealed_file_id from document where sealed_file_id is not null)`;
  return sql`(select listed from (select ${ids} as ids offset 0) as wanted cross join lateral (
    with workflow as materialized ${workflowsOf(LISTED)},
    document as materialized ${partOf('documents', DOCUMENT)},
    recipient as materialized ${partOf('recipients', RECIPIENT)}
    select json_build_object(
      'workflows', ${jsonColumnsFrom(sql<WorkflowPart>`(select * from workflow)`, LISTED)},
      'documents', ${jsonColumnsFrom(sql<DocumentPart>`(select * from document)`, [...DOCUMENT, OF])},
      'recipients', ${jsonColumnsFrom(sql<RecipientPart>`(select * from recipient)`, [...RECIPIENT, OF])},
      'roles', ${jsonColumnsFrom(partOf('recipient_roles', ROLE), [...ROLE, OF])},
      'steps', ${jsonColumnsFrom(partOf('steps', STEP), [...STEP, OF])},
      'actions', ${jsonColumnsFrom(partOf('actions', ACTION), [...ACTION, OF])},
      'fields', ${jsonColumnsFrom(fields(), [...PLAIN_FIELD, OF, 'rules'])},
      'fileSizes', ${fileSizesAmong(fileIds)},
      'latestSizes', ${latestSizesAmong(sql`array(select id from document)`)},
      ${aroundParts()}
    ) as listed) as loaded)`;
}

/** Which version of each workflow there is, with what its view shows of other rooms' rows, as part of a statement. */
export function outlinedOf(ids: Expression<unknown>): RawBuilder<OutlinedJson> {
  return sql`(select outlined from (select ${ids} as ids offset 0) as wanted cross join lateral (
    with workflow as materialized ${workflowsOf(OUTLINED)},
    recipient as materialized (select email_key from recipients where ${isListed('recipients.workflow_id')})
    select json_build_object(
      'outlines', ${jsonColumnsFrom(sql<WorkflowPart>`(select * from workflow)`, ['id', 'changed_in'])},
      ${aroundParts()}
    ) as outlined) as loaded)`;
}

function aroundParts() {
  const from = (name: string, column: string) => sql`(select ${sql.ref(column)} from ${sql.ref(name)})`;
  const tagged = selectPart('workflow_tags').where(isListed('workflow_tags.workflow_id'));
  return sql`'tagged', ${jsonColumnsFrom(tagged.select(TAGGED), TAGGED)},
      'tags', ${tagsAmong(tagged.select('tag_id'))},
      'organizations', ${organizationNamesAmong(from('workflow', 'organization_id'))},
      'profiles', ${profilesAmong({
        ids: from('workflow', 'creator_id'),
        emailKeys: from('recipient', 'email_key'),
      })},
      'workspaceUsers', ${workspaceUsersAmong(from('workflow', 'workspace_id'))}`;
}

const LISTED = [...WORKFLOW, ...TIMES, 'changed_in'] as const;
const OUTLINED = ['id', 'changed_in', 'workspace_id', 'organization_id', 'creator_id'] as const;
const TAGGED = ['workflow_id', 'tag_id'] as const;
const OF = 'workflow_id';
type WorkflowPart = ViewedRecord['workflow'] & { changed_in: string };
type DocumentPart = ViewedRecord['documents'][number] & { workflow_id: number };
type RecipientPart = ViewedRecord['recipients'][number] & { workflow_id: number };

function isListed(column: string) {
  return sql<boolean>`${sql.ref(column)} = any(wanted.ids)`;
}

function workflowsOf(names: readonly (keyof WorkflowPart)[]) {
  return sql`(select ${sql.join(names.map((name) => sql.ref(name)))} from workflows
    where ${isListed('workflows.id')})`;
}

type PartTable = 'documents' | 'recipients' | 'recipient_roles' | 'steps' | 'actions' | 'fields';

function partOf<Table extends PartTable, Name extends keyof Tables[Table] & string>(
  table: Table,
  names: readonly Name[],
) {
  return sql<Selectable<Pick<Tables[Table], Name>> & { workflow_id: number }>`(
    select ${sql.join([...names, OF].map((name) => sql.ref(name)))} from ${sql.table(table)}
    where ${isListed(`${table}.workflow_id`)})`;
}

function fields() {
  return sql<FieldPart>`(
    select ${sql.join([...PLAIN_FIELD, OF].map((name) => sql.ref(name)))},
      nullif(rules, ${sql.lit(JSON.stringify(NO_RULES))}::jsonb) as rules
    from fields where ${isListed('fields.workflow_id')})`;
}

function toListed(json: ListedJson): ListedWorkflow[] {
  const documents = byWorkflow(json.documents);
  const recipients = byWorkflow(json.recipients);
  const roles = byWorkflow(json.roles);
  const steps = byWorkflow(json.steps);
  const actions = byWorkflow(json.actions);
  const fields = byWorkflow(json.fields);
  const fileSizes = new Map(rowsOfColumns(json.fileSizes).map((row) => [row.id, row]));
  const latestSizes = new Map(rowsOfColumns(json.latestSizes).map((row) => [row.document_id, row]));
  return rowsOfColumns(json.workflows).map(({ changed_in: changedIn, ...workflow }) => {
    const ofIt = documents(workflow.id).sort(byPosition);
    return {
      changedIn,
      workflow: {
        ...workflow,
        created_at: timeOf(workflow.created_at),
        expires_at: timeOf(workflow.expires_at),
        started_at: timeOf(workflow.started_at),
        scheduled_start_at: timeOf(workflow.scheduled_start_at),
      },
      documents: ofIt,
      recipients: recipients(workflow.id).sort(byPosition),
      roles: roles(workflow.id).sort(byId),
      steps: steps(workflow.id)
        .sort((a, b) => a.step_order - b.step_order)
        .map((step) => ({ ...step, expires_at: timeOf(step.expires_at) })),
      actions: actions(workflow.id).sort(byId),
      fields: fields(workflow.id)
        .sort(byPosition)
        .map((field) => ({ ...field, rules: field.rules ?? NO_RULES })),
      fileSizes: ofIt
        .flatMap(({ original_file_id: original, sealed_file_id: sealed }) => [original, sealed])
        .flatMap((id) => (id === null ? [] : (fileSizes.get(id) ?? []))),
      latestSizes: ofIt.flatMap(({ id }) => latestSizes.get(id) ?? []),
    };
  });
}

/** Of what a statement with `outlinedOf` returned: the last change of each workflow by its id, and what is around. */
export function toOutlined(json: OutlinedJson): { changes: Map<number, string>; around: ListedAround } {
  const outlines = rowsOfColumns(json.outlines);
  return { changes: new Map(outlines.map((each) => [each.id, each.changed_in])), around: toAround(json) };
}

function toAround({ organizations, profiles, workspaceUsers, tags, tagged }: AroundJson): ListedAround {
  return { organizations, profiles, workspaceUsers, tags, tagged: rowsOfColumns(tagged) };
}

function byWorkflow<Row extends { workflow_id: number }>(columns: JsonColumns<Row>): (id: number) => Row[] {
  const lists = Map.groupBy(rowsOfColumns(columns), ({ workflow_id: id }) => id);
  return (id) => lists.get(id) ?? [];
}
