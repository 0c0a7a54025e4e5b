import { LIMITS } from '@paraph/domain';
import { sql } from 'kysely';
import type { Reads } from '../../database/database.ts';
import {
  all,
  type Condition,
  countedConditions,
  countOf,
  inWorkspaces,
  matching,
  oneOf,
  type Range,
  split,
  uncountedConditions,
  type WorkflowFilter,
  wordConditions,
} from './workflow-page-store.ts';

const MICROSECONDS = (key: string) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`;
const CHANGED_AT = sql`coalesce(changed_at, ended_at, started_at, created_at)`;

/** What lists may be ordered by: as the indexes of migration 0200 have it, and as a position says it. */
const SORTS = {
  created: { key: sql`id`, text: sql`key::text`, read: (key: string) => sql`${key}::bigint` },
  name: {
    key: sql`left(search_fold(name), 100) collate "C"`,
    text: sql`key`,
    read: (key: string) => sql`${key}::text`,
  },
  deadline: {
    key: sql`expires_at`,
    text: sql`(extract(epoch from key) * 1000000)::bigint::text`,
    read: MICROSECONDS,
  },
  changed: {
    key: CHANGED_AT,
    text: sql`(extract(epoch from key) * 1000000)::bigint::text`,
    read: MICROSECONDS,
  },
} as const;

/** The last of a page: its key as a text, and its id. */
export type Position = readonly [key: string, id: number];

export interface Sorting {
  by: keyof typeof SORTS;
  isDescending: boolean;
  after: Position | null;
}

/** Of a list in its order so many rows are looked through for what a search, a tag or another filter wants. */
const LOOKED_THROUGH_MAX = 4_000;

interface SortedRange extends Range {
  sorting: Sorting;
}

/**
 * One page of one workspace in an order that was asked for. Up to the bound of searches, what matches is found as ever,
 * and sorted. Where more matches, the index of the order is read until the page is full. Only where that finds too few
 * that match, because all of them stand far back in this order, is everything that matches sorted.
 */
export async function findSortedPage(
  reads: Reads,
  filter: WorkflowFilter,
  range: SortedRange,
): Promise<{ total: number; items: Position[] }> {
  if (filter.workspaces.length === 0) return { total: 0, items: [] };
  const { total, statuses, items } = await readFew(reads, filter, range);
  if (items !== null) return { total, items };
  const walked = await walkedPage({ ...filter, statuses }, range).execute(reads);
  const found = walked.rows[0]?.items ?? [];
  if (found.length === range.limit || !isNarrowed(filter)) return { total, items: found };
  return { total, items: await readFarPage(reads, filter, range) };
}

/** Of all that match only the first are sorted, unless too few of them may be seen: that takes half as long. */
async function readFarPage(reads: Reads, filter: WorkflowFilter, range: SortedRange): Promise<Position[]> {
  const isNear = range.offset + range.limit <= LOOKED_THROUGH_MAX;
  for (const most of isNear ? [LOOKED_THROUGH_MAX, null] : [null]) {
    const page = await pageInOrder(everyMatch(filter, range.sorting, most), range).execute(reads);
    const items = page.rows[0]?.items ?? [];
    if (items.length === range.limit || most === null) return items;
  }
  return [];
}

/** How many match, the statuses there are, and the page if few match: then nothing else is planned. */
async function readFew(reads: Reads, filter: WorkflowFilter, range: SortedRange) {
  const most = Math.max(LIMITS.searchCountMax, range.offset + range.limit) + 1;
  const isCounted = uncountedConditions(filter).length === 0 && filter.words === null;
  const counted = isCounted
    ? sql`counted as (${countOf([inWorkspaces(filter), ...countedConditions(filter)])})`
    : sql`matching as materialized (${matching(filter)} limit ${most}), counted as (select count(*) from matching)`;
  const few = isCounted
    ? sortedRows(filter, range.sorting)
    : sql`select ${SORTS[range.sorting.by].key} as key, id from workflows
        where ${all([sql`id in (select id from matching)`, ...beyond(range.sorting)])}`;
  const wanted = [
    inWorkspaces(filter),
    ...(filter.statuses === null ? [] : [oneOf('status', filter.statuses)]),
  ];
  const { rows } = await sql<{ total: number; statuses: string[]; items: Position[] | null }>`
    with ${counted}
    select total, array(
        select distinct status from (
          select workspace_id, creator_id, status, source_type from workflow_counts
          union all select workspace_id, creator_id, status, source_type from workflow_count_changes
        ) as there where ${all(wanted)}
      ) as statuses,
      case when total < ${most} then coalesce((${pageInOrder(few, range)}), '[]') end as items
    from counted as counted (total)`.execute(reads);
  const [{ total, ...first } = { total: 0, statuses: [], items: [] }] = rows;
  return { total: Number(total), ...first };
}

function pageInOrder(rows: Condition, { sorting, limit, offset }: SortedRange) {
  const order = sortedBy(sql`key`, sorting);
  return sql<{ items: Position[] | null }>`
    select json_agg(json_build_array(${SORTS[sorting.by].text}, id) order by ${order}) as items
    from (select key, id from (${rows}) as listed order by ${order} limit ${limit} offset ${offset}) as page`;
}

/** Whether something is asked for that the indexes of the orders do not have. */
function isNarrowed({ words, metadata, tagIds, expiresBefore, ...filter }: WorkflowFilter): boolean {
  const asked = [words, filter.sourceTypes, filter.sourceValues, metadata, tagIds, expiresBefore];
  return asked.some((each) => each !== null);
}

/** One index scan in order for each status, merged. */
function walkedPage(filter: WorkflowFilter, range: SortedRange) {
  const { sorting, limit, offset } = range;
  const most = isNarrowed(filter) ? LOOKED_THROUGH_MAX : offset + limit;
  const order = sortedBy(sql`key`, sorting);
  const { workspaces, creatorId, isFiled } = filter;
  const none = { words: null, sourceTypes: null, sourceValues: null, isFiled: null, metadata: null };
  const open = { ...none, workspaces, creatorId, tagIds: null, expiresBefore: null };
  const branches = split(filter.statuses).flatMap((statuses) =>
    (isFiled === null ? [false, true] : [isFiled]).map((filed) => {
      const rows = sortedRows({ ...open, statuses }, sorting, filedOf(sorting, filed));
      return sql`(${rows} order by ${sortedBy(SORTS[sorting.by].key, sorting)} limit ${most})`;
    }),
  );
  const walked = sql`select key, id from (${sql.join(branches, sql` union all `)}) as branches order by ${order} limit ${most}`;
  if (!isNarrowed(filter)) return pageInOrder(walked, range);
  // Each row of the walk is looked up by itself: no plan makes of it a search for all that match.
  const { words } = filter;
  const others = [
    ...countedConditions({ ...filter, statuses: null, creatorId: null }),
    ...uncountedConditions({ ...filter, isFiled: null }),
  ];
  const asked = [
    ...(words === null
      ? []
      : [sql`(select ${all(wordConditions(words))} from workflow_search where workflow_id = walked.id)`]),
    ...(others.length === 0 ? [] : [sql`(select ${all(others)} from workflows where id = walked.id)`]),
  ];
  return pageInOrder(sql`select key, id from (${walked}) as walked where ${all(asked)}`, range);
}

/** All that matches. The words of a search begin with the name as its order has it: to fold it again takes far longer. */
function everyMatch(filter: WorkflowFilter, sorting: Sorting, most: number | null): Condition {
  const { words } = filter;
  if (words === null || sorting.by !== 'name') return sortedRows(filter, sorting);
  const key = sql`left(split_part(words, chr(10), 1), 100) collate "C"`;
  const found = sql`select ${key} as key, workflow_id as id from workflow_search
    where ${all(wordConditions(words))} offset 0`;
  const named = sql`select key, id from (${found}) as found where ${all([sql`true`, ...beyond(sorting, sql`key`)])}
    order by ${sortedBy(sql`key`, sorting)} limit ${most}`;
  const conditions = [inWorkspaces(filter), ...countedConditions(filter), ...uncountedConditions(filter)];
  return sql`select key, id from (${named}) as named
    where (select ${all(conditions)} from workflows where workflows.id = named.id)`;
}

/** As the index has it. */
function filedOf({ by }: Sorting, isFiled: boolean): Condition {
  if (by === 'created') return isFiled ? sql`filed_at is not null` : sql`filed_at is null`;
  return sql`(filed_at is not null)::int = ${isFiled ? 1 : 0}`;
}

function sortedRows(filter: WorkflowFilter, sorting: Sorting, ...more: Condition[]): Condition {
  const { key } = SORTS[sorting.by];
  return matching(filter, { columns: sql`${key} as key, id`, more: [...more, ...beyond(sorting)] });
}

/** What comes after the last of the page before. */
function beyond({ by, isDescending, after }: Sorting, key: Condition = SORTS[by].key): Condition[] {
  if (after === null) return [];
  const { read } = SORTS[by];
  const side = isDescending ? sql`<` : sql`>`;
  return [sql`(${key}, id) ${side} (${read(after[0])}, ${after[1]}::bigint)`];
}

function sortedBy(key: Condition, { isDescending }: Sorting): Condition {
  return isDescending ? sql`${key} desc, id desc` : sql`${key}, id`;
}
