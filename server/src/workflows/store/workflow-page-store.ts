import { LIMITS } from '@paraph/domain';
import { type RawBuilder, sql } from 'kysely';
import { isMadeOfTemplate } from '../../audit/api.ts';
import { countRows, type Reads, type Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';

export const SOURCE_TYPES = ['api', 'web', 'mobile', 'integration'] as const;

/** A workspace, and whether a user may see their own workflows there, others', or both. */
export interface VisibleWorkspace {
  workspaceId: number;
  userId: number;
  own: boolean;
  others: boolean;
}

export interface WorkflowFilter {
  /** Whether seals of the organization are listed, and nothing else. */
  isOfSeals?: boolean;
  workspaces: readonly VisibleWorkspace[];
  statuses: readonly string[] | null;
  /** Each must match; null where nothing is searched for. */
  words: readonly string[] | null;
  creatorId: number | null;
  sourceTypes: readonly string[] | null;
  sourceValues: readonly string[] | null;
  metadata: Readonly<Record<string, string>> | null;
  tagIds: readonly number[] | null;
  /** Whether those that are filed away are listed, or the others; null: both. */
  isFiled: boolean | null;
  /** Those that wait for people and end before it, the earliest first. */
  expiresBefore: Date | null;
}

export type Condition = RawBuilder<unknown>;
export type Range = Record<'limit' | 'offset', number>;

/**
 * One page of workflows, newest first, and the total, by one statement and so from the same snapshot. If the maintained
 * counts contain the total, it is exact and nothing is counted. Results filtered by text, tags or metadata are counted
 * up to a bound, but always beyond the page, so that the total shows whether there is another page.
 */
export async function findWorkflowPage(
  reads: Reads,
  filter: WorkflowFilter,
  range: Range,
): Promise<{ total: number; ids: number[] }> {
  const { workspaces } = filter;
  const [workspace] = workspaces;
  if (!workspace) return { total: 0, ids: [] };
  const isCounted = uncountedConditions(filter).length === 0 && filter.words === null;
  const isWhole = isCounted && !filter.isOfSeals && countedConditions(filter).length === 0;
  const [row] =
    isWhole && workspaces.length === 1 && workspace.own && workspace.others
      ? await selectWholePage(reads, { workspaceId: workspace.workspaceId, ...range })
      : (await (isCounted ? countedPage(filter, range) : searchedPage(filter, range)).execute(reads)).rows;
  return { total: row?.total ?? 0, ids: (row?.ids ?? []).map(Number) };
}

interface PageRow {
  total: number;
  ids: string[];
}

/**
 * The page that is asked for most: of one workspace, unfiltered. It is planned once for all of them. With "equal"
 * that plan could be the one for the largest workspace, which reads the whole table for a small one; bounds, and an
 * order that begins with the workspace, leave no other index.
 */
const selectWholePage = prepareStatement(
  'workspace-page',
  (_statements, { workspaceId, limit, offset }: Range & { workspaceId: number }) => {
    const rows = sql`select id from workflows
      where workspace_id >= ${workspaceId} and workspace_id <= ${workspaceId} and ${NO_SEAL}
      order by workspace_id, id desc limit (select ${limit}::bigint + ${offset}::bigint)`;
    return pageOf({ rows, total: countOf([sql`workspace_id = ${workspaceId}`, NO_SEAL]) }, { limit, offset });
  },
);

function countedPage(filter: WorkflowFilter, { limit, offset }: Range) {
  // One index scan in order for each workspace, status and source, merged: nothing else is read, however far back.
  const branches = filter.workspaces.flatMap((workspace) =>
    split(filter.statuses).flatMap((statuses) =>
      split(filter.sourceTypes).map((sourceTypes) => {
        const conditions = [
          inWorkspace(workspace, filter),
          ...countedConditions({ ...filter, statuses, sourceTypes }),
        ];
        return sql`(${newest(sql`select id from workflows where ${all(conditions)}`, offset + limit)})`;
      }),
    ),
  );
  const total = countOf([inWorkspaces(filter), ...countedConditions(filter)]);
  return pageOf({ rows: sql.join(branches, sql` union all `), total }, { limit, offset });
}

function pageOf({ rows, total }: Record<'rows' | 'total', Condition>, { limit, offset }: Range) {
  return sql<PageRow>`select (${total}) as total,
    array(select id from (${rows}) as listed order by id desc limit ${limit} offset ${offset}) as ids`;
}

/** The sum of the folded counts and of the changes since. */
export function countOf(conditions: readonly Condition[]): Condition {
  const columns = sql`workspace_id, creator_id, status, source_type, source_value`;
  return sql`select coalesce(sum(total), 0)::bigint from (
      select ${columns}, total from workflow_counts
      union all select ${columns}, change from workflow_count_changes
    ) as counted where ${all(conditions)}`;
}

/** The filters for which counts are maintained. */
export function countedConditions({
  creatorId,
  statuses,
  sourceTypes,
  sourceValues,
}: WorkflowFilter): Condition[] {
  return [
    ...(statuses === null ? [] : [oneOf('status', statuses)]),
    ...(creatorId === null ? [] : [sql`creator_id = ${creatorId}`]),
    ...(sourceTypes === null ? [] : [oneOf('source_type', sourceTypes)]),
    ...(sourceValues === null ? [] : [oneOf('source_value', sourceValues)]),
  ];
}

function searchedPage(filter: WorkflowFilter, { limit, offset }: Range) {
  const most = Math.max(LIMITS.searchCountMax, offset + limit) + 1;
  return sql<PageRow>`with matching as materialized (${boundedRows(filter, most)})
    select (select count(*) from matching) as total,
      array(select id from matching order by ${orderOf(filter)} limit ${limit} offset ${offset}) as ids`;
}

/** In the order of the list; of a search alone, one index scan in order for each status. */
function boundedRows(filter: WorkflowFilter, most: number): Condition {
  const isSplit = filter.isFiled !== null && filter.words === null && filter.expiresBefore === null;
  const statuses = isSplit ? split(filter.statuses) : [filter.statuses];
  const branches = statuses.map((each) => {
    const rows = matching({ ...filter, statuses: each });
    return sql`(${rows} order by ${orderOf(filter)} limit ${most})`;
  });
  const union = sql.join(branches, sql` union all `);
  return sql`select * from (${union}) as branches order by ${orderOf(filter)} limit ${most}`;
}

function orderOf({ expiresBefore }: WorkflowFilter): Condition {
  return expiresBefore === null ? sql`id desc` : sql`expires_at, id`;
}

/** Those for which no counts are maintained, but the words of a search. */
export function uncountedConditions({
  metadata,
  tagIds,
  isFiled,
  expiresBefore,
}: WorkflowFilter): Condition[] {
  const ids = tagIds && [...tagIds];
  return [
    ...(metadata === null ? [] : [sql`metadata @> ${JSON.stringify(metadata)}::jsonb`]),
    ...(ids === null
      ? []
      : [sql`id in (select workflow_id from workflow_tags where tag_id = any(${ids}::bigint[]))`]),
    ...(isFiled === null ? [] : [isFiled ? sql`filed_at is not null` : sql`filed_at is null`]),
    ...(expiresBefore === null ? [] : [sql`status = 'started' and expires_at < ${expiresBefore}`]),
  ];
}

/** Searches the text that triggers maintain of each workflow and its recipients (migration 0109). */
export function matching(
  filter: WorkflowFilter,
  // Nothing else, so that an index alone answers.
  { columns = filter.expiresBefore === null ? sql`id` : sql`id, expires_at`, more = [] as Condition[] } = {},
): Condition {
  const conditions = [
    inWorkspaces(filter),
    ...countedConditions(filter),
    ...uncountedConditions(filter),
    ...more,
  ];
  if (filter.words === null) return sql`select ${columns} from workflows where ${all(conditions)}`;
  conditions.push(...wordConditions(filter.words));
  return sql`select ${columns} from workflows join workflow_search on workflow_id = id where ${all(conditions)}`;
}

export function wordConditions(words: readonly string[]): Condition[] {
  return words.map((word) => sql`words like search_pattern(${word})`);
}

/** What an export asks for besides the filters of the list. */
export interface Narrowing {
  ids: readonly number[] | null;
  endedFrom: Date | null;
  endedBefore: Date | null;
  templateId: number | null;
}

function narrowingConditions({ endedFrom, endedBefore, templateId }: Narrowing): Condition[] {
  return [
    ...(endedFrom === null ? [] : [sql`ended_at >= ${endedFrom}`]),
    ...(endedBefore === null ? [] : [sql`ended_at < ${endedBefore}`]),
    ...(templateId === null ? [] : [isMadeOfTemplate(sql.ref('slice.id'), templateId)]),
  ];
}

interface Slice {
  ids: number[];
  /** Where the next one begins; null after the last one. */
  before: number | null;
}

/**
 * What of the next so many workflows matches, newest first. Each slice is read once, whatever is searched for: all of
 * them together cost one pass.
 */
export async function readMatchingSlice(
  reads: Reads,
  filter: WorkflowFilter,
  { before, limit, narrowing }: { before: number | null; limit: number; narrowing?: Narrowing | undefined },
): Promise<Slice> {
  if (filter.workspaces.length === 0) return { ids: [], before: null };
  const base = [inWorkspaces(filter), ...countedConditions(filter)];
  if (before !== null) base.push(sql`id < ${before}`);
  if (narrowing?.ids) base.push(sql`id = any(${[...narrowing.ids]}::bigint[])`);
  const exact = [
    sql`true`,
    ...uncountedConditions(filter),
    ...(narrowing ? narrowingConditions(narrowing) : []),
  ];
  if (filter.words !== null)
    exact.push(
      sql`exists (select from workflow_search where workflow_id = id and ${all(wordConditions(filter.words))})`,
    );
  const { rows } = await sql<{ ids: string[]; last: number | null; scanned: number }>`
    with slice as materialized (${newest(sql`select * from workflows where ${all(base)}`, limit)})
    select array(select id from slice where ${all(exact)} order by id desc) as ids,
      min(id) as last, count(*) as scanned from slice`.execute(reads);
  const { ids = [], last = null, scanned = 0 } = rows[0] ?? {};
  return { ids: ids.map(Number), before: scanned < limit ? null : last };
}

/** How many a page of each filter would say; each up to the bound of searches. */
export async function countFiltered(reads: Reads, filters: readonly WorkflowFilter[]): Promise<number[]> {
  const most = LIMITS.searchCountMax + 1;
  const counts = filters.map(
    (filter) => sql`(select count(*) from (${boundedRows(filter, most)}) as bounded)`,
  );
  const { rows } = await sql<{ counts: string[] }>`select array[${sql.join(counts)}] as counts`.execute(
    reads,
  );
  return (rows[0]?.counts ?? []).map(Number);
}

function newest(rows: Condition, limit: number): Condition {
  return sql`${rows} order by id desc limit ${limit}`;
}

/** Without a parameter, so that the index without seals is known to hold all of them. */
const NO_SEAL: Condition = sql`source_type <> 'seal'`;

export function inWorkspaces(filter: WorkflowFilter): Condition {
  return any(filter.workspaces.map((each) => inWorkspace(each, filter)));
}

function inWorkspace(
  { workspaceId, userId, own, others }: VisibleWorkspace,
  { isOfSeals = false }: Pick<WorkflowFilter, 'isOfSeals'>,
): Condition {
  const conditions = [sql`workspace_id = ${workspaceId}`, isOfSeals ? sql`source_type = 'seal'` : NO_SEAL];
  if (!own) conditions.push(sql`creator_id <> ${userId}`);
  if (!others) conditions.push(sql`creator_id = ${userId}`);
  return all(conditions);
}

/** Whether a workflow is there and may be seen in this workspace, as a clause; the id is a column of the statement. */
export function isSeenBy(id: RawBuilder<unknown>, workspace: VisibleWorkspace): RawBuilder<boolean> {
  return sql`exists (select from workflows where workflows.id = ${id} and ${inWorkspace(workspace, {})})`;
}

/** One subquery per value: an index returns rows in order only for a single value. */
export function split(values: readonly string[] | null): (string[] | null)[] {
  return values === null ? [null] : [...new Set(values)].map((value) => [value]);
}

export function oneOf(
  column: 'status' | 'source_type' | 'source_value',
  values: readonly string[],
): Condition {
  const [first, ...others] = values;
  if (others.length === 0) return sql`${sql.ref(column)} = ${first}`;
  return sql`${sql.ref(column)} = any(${[...values]}::text[])`;
}

export function all(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([...conditions], sql` and `)})`;
}

function any(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([...conditions], sql` or `)})`;
}

/**
 * Folds the changes left by transactions into the counts; returns their number. Serialized, and the only writer of the
 * counts.
 */
export async function foldCountChanges(tx: Tx, limit: number): Promise<number> {
  const columns = sql`workspace_id, creator_id, status, source_type, source_value`;
  await sql`select pg_advisory_xact_lock(hashtextextended('workflow_counts', 0))`.execute(tx);
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from workflow_count_changes
        where id in (select id from workflow_count_changes order by id limit ${limit})
        returning ${columns}, change
    ), folded as (
      insert into workflow_counts (${columns}, total)
        select ${columns}, sum(change) from taken group by ${columns}
        on conflict (${columns}) do update set total = workflow_counts.total + excluded.total
    )
    select count(*) as taken from taken`.execute(tx);
  await sql`delete from workflow_counts where total = 0`.execute(tx);
  return rows[0]?.taken ?? 0;
}

/** Open actions of recipients with this address, newest workflow first. */
export async function listOpenActionRows(
  reads: Reads,
  emailKey: string,
  { limit, offset }: Range,
): Promise<{ total: number; rows: { actionId: number; workflowId: number; recipientId: number }[] }> {
  const open = sql`from actions
    join recipients on recipients.id = actions.recipient_id
    join workflows on workflows.id = actions.workflow_id
    where recipients.email_key = ${emailKey} and actions.status = 'started' and workflows.status = 'started'`;
  const total = await countRows(reads, open);
  const { rows } = await sql<{ actionId: number; workflowId: number; recipientId: number }>`
    select actions.id as "actionId", actions.workflow_id as "workflowId", actions.recipient_id as "recipientId"
    ${open} order by actions.workflow_id desc limit ${limit} offset ${offset}`.execute(reads);
  return { total, rows };
}

/** Finished workflows in which a recipient with this address has acted, newest first. */
export async function listSignedBy(
  reads: Reads,
  emailKey: string,
  { limit, offset }: Range,
): Promise<{ total: number; ids: number[] }> {
  const signed = sql`from workflows where status = 'signed' and id in (
    select recipients.workflow_id from recipients join actions on actions.recipient_id = recipients.id
    where recipients.email_key = ${emailKey} and actions.acted_at is not null)`;
  const total = await countRows(reads, signed);
  const { rows } = await sql<{ id: number }>`
    select id ${signed} order by id desc limit ${limit} offset ${offset}`.execute(reads);
  return { total, ids: rows.map(({ id }) => id) };
}
