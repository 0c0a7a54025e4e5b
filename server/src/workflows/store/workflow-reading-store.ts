import { type Expression, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { mailedUserOf, profilesAmong } from '../../accounts/api.ts';
import { ledgerEntriesAmong } from '../../audit/api.ts';
import { linkHostOf, publishedBrandOf } from '../../brands/api.ts';
import { hidden } from '../../database/columns.ts';
import type { Reads } from '../../database/database.ts';
import { selectClause } from '../../database/json-rows.ts';
import { type PreparedOn, prepareStatement } from '../../database/prepared-statements.ts';
import { COLUMNS } from '../../database/rows.generated.ts';
import { fileRowOf, fileSizesAmong } from '../../files/read-file-facts.ts';
import { latestSizesAmong, revisionsOf } from '../../revisions/api.ts';
import { tagsAmong } from '../../tags/api.ts';
import {
  accessRowsAmong,
  hasTrustProviderOf,
  organizationNameOf,
  organizationNamesAmong,
  workspaceUsersAmong,
} from '../../workspaces/api.ts';
import {
  type Reading,
  type SectionName,
  type Sections,
  toWorkflows,
  type WorkflowRecord,
  type WorkflowWith,
} from './workflow-record.ts';

// The one reading of workflows, for all that needs more of one than a column or two: a single statement, in which each
// table is read once for all of them. What belongs to other rooms is a section, asked for by its name.

/** Of those who change a workflow. */
export const RECORD = { intake: true, ledger: true } as const;
/** Of jobs, of the signing page and of evidence. */
export const FACTS = { intake: true, ledger: true, files: true, sender: true } as const;
/** Of what the quick family shows. */
export const SUMMARY = { sizes: true, people: true } as const;
/** Of what the other families show. */
export const VIEW = { sizes: true, people: true, workspace: true } as const;

/** Integer ids of workflows, or the 40 characters of the other id of one. */
export type WorkflowIds = readonly number[] | string;

/** Workflows in the order of their ids; those that are gone are absent. */
export async function readWorkflows<const Asked extends Sections>(
  reads: Reads,
  ids: WorkflowIds,
  sections: Asked,
): Promise<WorkflowWith<keyof Asked & SectionName>[]> {
  if (ids.length === 0) return [];
  const names = (Object.keys(sections) as SectionName[]).sort();
  const [row] = await statementFor(ids, names)(reads, ids, sections.access);
  if (!row) return [];
  const workflows = new Map(toWorkflows(row).map((each) => [each.workflow.id, each]));
  const order = typeof ids === 'string' ? [...workflows.keys()] : ids;
  return order.flatMap((id) => workflows.get(id) ?? []) as WorkflowWith<keyof Asked & SectionName>[];
}

/** For a change of it; null once it is gone. */
export async function loadWorkflow(reads: Reads, id: number): Promise<WorkflowRecord | null> {
  const [record] = await readWorkflows(reads, [id], RECORD);
  return record ?? null;
}

type Statement = (reads: PreparedOn, ids: WorkflowIds, userId?: number) => Promise<Reading[]>;

/** By what they select. A text depends on the sources alone, so none becomes stale. */
const statements = new Map<string, Statement>();

function statementFor(ids: WorkflowIds, names: readonly SectionName[]): Statement {
  const by = typeof ids === 'string' ? 'envelope' : ids.length === 1 ? 'id' : 'ids';
  const name = ['workflows-by', by, ...names].join('-');
  const statement = statements.get(name) ?? prepareReading(name, by, names);
  statements.set(name, statement);
  return statement;
}

function prepareReading(
  name: string,
  by: 'envelope' | 'id' | 'ids',
  names: readonly SectionName[],
): Statement {
  const reading = prepareStatement(name, (each, ids: unknown, ...[userId]: number[]) => {
    const one = each.selectFrom('workflows as wanted').select(clausesOf(ONE, names, userId));
    if (by === 'id') return one.where(sql<boolean>`wanted.id = ${ids}`).$castTo<Reading>();
    if (by === 'envelope') return one.where(sql<boolean>`wanted.envelope_id = ${ids}`).$castTo<Reading>();
    const many = sql`${hidden(ids, 'bigint')}::bigint[]`;
    return each.selectNoFrom(clausesOf(many, names, userId)).$castTo<Reading>();
  });
  return (reads, ids, userId) => {
    const reference = by === 'id' ? ids[0] : by === 'ids' ? [...ids] : ids;
    return userId === undefined ? reading(reads, reference) : reading(reads, reference, userId);
  };
}

/** What a statement returns for `factsOf`. */
export type FactsJson = Reading;

/** A workflow with the sections of `FACTS`, null without it; as a clause of a statement about something else. */
export function factsOf(workflowId: Expression<number>) {
  const names = Object.keys(FACTS) as SectionName[];
  return jsonObjectFrom(
    selectClause('workflows as wanted').select(clausesOf(ONE, names)).where('wanted.id', '=', workflowId),
  ).$castTo<FactsJson | null>();
}

export type FactsRecord = WorkflowWith<keyof typeof FACTS>;

/** From what a statement returned for `factsOf`. */
export function toFactsRecord(row: FactsJson): FactsRecord {
  return toWorkflows(row)[0] as FactsRecord;
}

const ONE = sql`array[wanted.id]`;
const SHORT_DOCUMENT = COLUMNS.documents.filter((column) => column !== 'contents');

/** The columns of the statement. `ids` is an array in SQL. */
function clausesOf(ids: Expression<unknown>, names: readonly SectionName[], userId?: number) {
  const among = (column: string) => sql<boolean>`${sql.ref(column)} = any(${ids})`;
  const has = (name: SectionName) => names.includes(name);
  const documents = selectClause('documents').where(among('documents.workflow_id'));
  const ofAll = (
    table: 'annexes' | 'recipient_roles' | 'steps' | 'actions' | 'fields' | 'followers' | 'recipients',
  ) =>
    jsonArrayFrom(
      selectClause(table)
        .selectAll()
        .where(among(`${table}.workflow_id`)),
    );
  return [
    jsonArrayFrom(selectClause('workflows').selectAll().where(among('workflows.id'))).as('workflows'),
    jsonArrayFrom(has('intake') ? documents.selectAll() : documents.select(SHORT_DOCUMENT)).as('documents'),
    ofAll('recipients').as('recipients'),
    ofAll('recipient_roles').as('roles'),
    ofAll('steps').as('steps'),
    ofAll('actions').as('actions'),
    ofAll('fields').as('fields'),
    ofAll('followers').as('followers'),
    ofAll('annexes').as('annexes'),
    ...(has('ledger') ? [ledgerEntriesAmong(ids).as('ledger')] : []),
    ...(has('files') ? [filesOf(among).as('files')] : []),
    ...(has('sizes') ? sizesOf(among) : []),
    ...(has('sender') ? [sendersOf(among).as('sender')] : []),
    ...(has('people') ? [peopleOf(among).as('people')] : []),
    ...(has('workspace') ? workspaceFactsOf(among) : []),
    ...(userId === undefined ? [] : [accessRowsAmong(workspacesOf(among), userId).as('access')]),
  ];
}

type Among = (column: string) => Expression<boolean>;

const workspacesOf = (among: Among) =>
  selectClause('workflows').select('workspace_id').where(among('workflows.id'));

function filesOf(among: Among) {
  const files = selectClause('documents').select(({ ref }) => [
    'documents.id as documentId',
    fileRowOf(ref('documents.original_file_id')).as('original'),
    fileRowOf(ref('documents.sealed_file_id')).as('sealed'),
    revisionsOf(ref('documents.id')).as('revisions'),
  ]);
  return jsonArrayFrom(files.where(among('documents.workflow_id')));
}

function sizesOf(among: Among) {
  const documents = selectClause('documents').where(among('documents.workflow_id'));
  const files = documents
    .select('original_file_id')
    .unionAll(documents.select('sealed_file_id').$castTo<{ original_file_id: number }>());
  return [
    fileSizesAmong(sql`array${files}`).as('fileSizes'),
    latestSizesAmong(sql`array${documents.select('id')}`).as('latestSizes'),
  ];
}

function sendersOf(among: Among) {
  const senders = selectClause('workflows').select(({ ref }) => [
    'workflows.id',
    mailedUserOf(ref('workflows.creator_id')).as('creator'),
    organizationNameOf(ref('workflows.organization_id')).as('organization'),
    hasTrustProviderOf(ref('workflows.organization_id')).as('hasTrustProvider'),
    publishedBrandOf(ref('workflows.organization_id')).as('brand'),
    linkHostOf(ref('workflows.organization_id')).as('linkHost'),
  ]);
  return jsonArrayFrom(senders.where(among('workflows.id')));
}

function peopleOf(among: Among) {
  return profilesAmong({
    ids: selectClause('workflows').select('creator_id').where(among('workflows.id')),
    emailKeys: selectClause('recipients').select('email_key').where(among('recipients.workflow_id')),
  });
}

function workspaceFactsOf(among: Among) {
  const workflows = selectClause('workflows').where(among('workflows.id'));
  const tagged = selectClause('workflow_tags').where(among('workflow_tags.workflow_id'));
  return [
    organizationNamesAmong(workflows.select('organization_id')).as('organizations'),
    jsonArrayFrom(tagged.select(['workflow_id', 'tag_id'])).as('tagged'),
    tagsAmong(tagged.select('tag_id')).as('tags'),
    workspaceUsersAmong(workspacesOf(among)).as('users'),
  ];
}
