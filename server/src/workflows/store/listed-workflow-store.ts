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

/** Workflows newest first, and what their views show of other rooms' rows. */
export interface ListedWorkflows {
  records: ViewedRecord[];
  around: ListedAround;
}

export interface ListedAround {
  /** Of uploaded and sealed files. */
  fileSizes: { id: number; size: number }[];
  /** Of the latest revision of each document that has any. */
  latestSizes: { document_id: number; size: number }[];
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

/** What a statement with `listedOf` returns for it. */
export interface ListedJson extends Omit<ListedAround, InColumns> {
  workflows: JsonColumns<JsonRow<ViewedRecord['workflow']>>;
  documents: Part<'documents'>;
  recipients: Part<'recipients'>;
  roles: Part<'roles'>;
  steps: Part<'steps'>;
  actions: Part<'actions'>;
  fields: JsonColumns<JsonRow<FieldPart>>;
  fileSizes: JsonColumns<ListedAround['fileSizes'][number]>;
  latestSizes: JsonColumns<ListedAround['latestSizes'][number]>;
  tagged: JsonColumns<ListedAround['tagged'][number]>;
}

type InColumns = 'fileSizes' | 'latestSizes' | 'tagged';

/** Most fields have no rules, which are the longest part of a row. */
type FieldPart = Omit<ViewedRecord['fields'][number], 'rules'> & {
  workflow_id: number;
  rules: FieldRules | null;
};

/**
 * Those with these ids, by a statement of its own: it is the same for all filters, so it is planned once. What was
 * deleted meanwhile is absent.
 */
export async function loadListed(reads: Reads, ids: readonly number[]): Promise<ListedWorkflows> {
  const [row] = await selectListed(reads, [...ids]);
  if (!row) throw new Error('a statement without a source has lost its row');
  return toListed(row.listed);
}

const selectListed = prepareStatement('listed-workflows', (statements, ids: number[]) =>
  statements.selectNoFrom(listedOf(sql`${ids}::bigint[]`).as('listed')),
);

/**
 * Many workflows as part of a statement: each table is read once for all of them. `offset 0` hides from the planner how
 * many ids there are, or a plan for this very array would always seem cheaper.
 */
export function listedOf(ids: Expression<unknown>): RawBuilder<ListedJson> {
  const from = (name: string, column: string) => sql`(select ${sql.ref(column)} from ${sql.ref(name)})`;
  const tagged = selectPart('workflow_tags').where(isListed('workflow_tags.workflow_id'));
  const fileIds = sql`array(select original_file_id from document union all
    select sealed_file_id from document where sealed_file_id is not null)`;
  return sql`(select listed from (select ${ids} as ids offset 0) as wanted cross join lateral (
    with workflow as materialized ${selectPart('workflows').select(LISTED).where(isListed('workflows.id'))},
    document as materialized ${partOf('documents', DOCUMENT)},
    recipient as materialized ${partOf('recipients', RECIPIENT)}
    select json_build_object(
      'workflows', ${jsonColumnsFrom(sql<ViewedRecord['workflow']>`(select * from workflow)`, LISTED)},
      'documents', ${jsonColumnsFrom(sql<DocumentPart>`(select * from document)`, [...DOCUMENT, OF])},
      'recipients', ${jsonColumnsFrom(sql<RecipientPart>`(select * from recipient)`, [...RECIPIENT, OF])},
      'roles', ${jsonColumnsFrom(partOf('recipient_roles', ROLE), [...ROLE, OF])},
      'steps', ${jsonColumnsFrom(partOf('steps', STEP), [...STEP, OF])},
      'actions', ${jsonColumnsFrom(partOf('actions', ACTION), [...ACTION, OF])},
      'fields', ${jsonColumnsFrom(fields(), [...PLAIN_FIELD, OF, 'rules'])},
      'fileSizes', ${fileSizesAmong(fileIds)},
      'latestSizes', ${latestSizesAmong(sql`array(select id from document)`)},
      'tagged', ${jsonColumnsFrom(tagged.select(TAGGED), TAGGED)},
      'tags', ${tagsAmong(tagged.select('tag_id'))},
      'organizations', ${organizationNamesAmong(from('workflow', 'organization_id'))},
      'profiles', ${profilesAmong({
        ids: from('workflow', 'creator_id'),
        emailKeys: from('recipient', 'email_key'),
      })},
      'workspaceUsers', ${workspaceUsersAmong(from('workflow', 'workspace_id'))}
    ) as listed) as loaded)`;
}

const LISTED = [...WORKFLOW, ...TIMES] as const;
const TAGGED = ['workflow_id', 'tag_id'] as const;
const OF = 'workflow_id';
type DocumentPart = ViewedRecord['documents'][number] & { workflow_id: number };
type RecipientPart = ViewedRecord['recipients'][number] & { workflow_id: number };

function isListed(column: string) {
  return sql<boolean>`${sql.ref(column)} = any(wanted.ids)`;
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

/** Of what a statement with `listedOf` returned. */
export function toListed(json: ListedJson): ListedWorkflows {
  const { organizations, profiles, workspaceUsers, tags } = json;
  const documents = byWorkflow(json.documents);
  const recipients = byWorkflow(json.recipients);
  const roles = byWorkflow(json.roles);
  const steps = byWorkflow(json.steps);
  const actions = byWorkflow(json.actions);
  const fields = byWorkflow(json.fields);
  const records = rowsOfColumns(json.workflows)
    .sort((a, b) => b.id - a.id)
    .map((workflow) => ({
      workflow: {
        ...workflow,
        created_at: timeOf(workflow.created_at),
        expires_at: timeOf(workflow.expires_at),
        started_at: timeOf(workflow.started_at),
        scheduled_start_at: timeOf(workflow.scheduled_start_at),
      },
      documents: documents(workflow.id).sort(byPosition),
      recipients: recipients(workflow.id).sort(byPosition),
      roles: roles(workflow.id).sort(byId),
      steps: steps(workflow.id)
        .sort((a, b) => a.step_order - b.step_order)
        .map((step) => ({ ...step, expires_at: timeOf(step.expires_at) })),
      actions: actions(workflow.id).sort(byId),
      fields: fields(workflow.id)
        .sort(byPosition)
        .map((field) => ({ ...field, rules: field.rules ?? NO_RULES })),
    }));
  const around = {
    ...{ organizations, profiles, workspaceUsers, tags },
    fileSizes: rowsOfColumns(json.fileSizes),
    latestSizes: rowsOfColumns(json.latestSizes),
    tagged: rowsOfColumns(json.tagged),
  };
  return { records, around };
}

function byWorkflow<Row extends { workflow_id: number }>(columns: JsonColumns<Row>): (id: number) => Row[] {
  const lists = Map.groupBy(rowsOfColumns(columns), ({ workflow_id: id }) => id);
  return (id) => lists.get(id) ?? [];
}
