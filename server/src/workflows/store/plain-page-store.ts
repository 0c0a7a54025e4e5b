import { type RawBuilder, sql } from 'kysely';
import type { Reads } from '../../platform/database.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import { type AccessRow, placesOf, type Who } from '../../workspaces/api.ts';
import { type OutlinedJson, outlinedOf } from './listed-workflow-store.ts';

// A page without filters, which is asked for most, is found by one statement together with the right to see what is on
// it, so it has the same text for every user.

/** Null: all workspaces of the user. */
export interface PlainPage {
  workspaceId: number | null;
  limit: number;
  offset: number;
}

export interface PlainPageJson {
  /** The places of the user that the page was read from. */
  places: AccessRow[];
  total: number;
  outlined: OutlinedJson;
}

export async function findPlainPage(
  reads: Reads,
  { userId, organizationId }: Who,
  { workspaceId, limit, offset }: PlainPage,
): Promise<PlainPageJson> {
  const [row] = await (workspaceId === null
    ? selectPage(reads, userId, organizationId, limit, offset)
    : selectWorkspacePage(reads, userId, organizationId, limit, offset, workspaceId));
  if (!row) throw new Error('a statement without a source has lost its row');
  return row.page;
}

const selectPage = prepareStatement(
  'page',
  (statements, ...[userId, organizationId, limit, offset]: [number, number | null, number, number]) =>
    statements.selectNoFrom(pageOf(userOf(userId, organizationId), { limit, offset }).as('page')),
);

const selectWorkspacePage = prepareStatement(
  'workspace-page',
  (
    statements,
    ...[userId, organizationId, limit, offset, workspaceId]: [number, number | null, number, number, number]
  ) =>
    statements.selectNoFrom(
      pageOf(userOf(userId, organizationId), { limit, offset, workspaceId }).as('page'),
    ),
);

/** Who asks, as parts of a statement. */
type Asker = Parameters<typeof placesOf>[0];

function userOf(userId: number, organizationId: number | null): Asker {
  return { userId: sql`${userId}::bigint`, organizationId: sql`${organizationId}::bigint` };
}

type Given = Record<'limit' | 'offset', unknown> & { workspaceId?: unknown };

function pageOf(user: Asker, { limit, offset, workspaceId }: Given): RawBuilder<PlainPageJson> {
  const places = placesOf(user);
  const asked =
    workspaceId === undefined ? places : places.where(sql<boolean>`workspaces.id = ${workspaceId}::bigint`);
  return sql`(
    with role as materialized (${asked}),
    place as materialized (
      select "workspaceId" as id, bool_or(own) as own, bool_or(others) as others from role group by 1
    ),
    page as materialized (
      select newest.id from place cross join lateral (${newestIn(user.userId, { limit, offset })}) as newest
      order by newest.id desc limit (select ${limit}::bigint) offset (select ${offset}::bigint)
    )
    select json_build_object(
      'places', (select coalesce(json_agg(role), '[]') from role),
      'total', (${totalOf(user.userId)}),
      'outlined', ${outlinedOf(sql`array(select id from page)`)}
    ))`;
}

/**
 * The newest ids that the user may see in one place, each branch in the order of an index. The plan is the same for all
 * places: with "equal" it would be that for the largest one, which reads the whole table for a small one. Bounds and an
 * order that begins with the place leave no other index.
 */
function newestIn(userId: Asker['userId'], page: Given) {
  const inPlace = sql`workspace_id >= place.id and workspace_id <= place.id`;
  const ofUser = sql`(workspace_id, creator_id) >= (place.id, ${userId})
    and (workspace_id, creator_id) <= (place.id, ${userId})`;
  const branches = [
    newest(page, { order: sql`workspace_id`, rows: sql`${inPlace} and place.own and place.others` }),
    newest(page, {
      order: sql`workspace_id, creator_id`,
      rows: sql`${ofUser} and place.own and not place.others`,
    }),
    newest(page, {
      order: sql`workspace_id`,
      rows: sql`${inPlace} and creator_id <> ${userId} and place.others and not place.own`,
    }),
  ];
  return sql.join(branches, sql` union all `);
}

function newest({ limit, offset }: Given, { order, rows }: Record<'order' | 'rows', RawBuilder<unknown>>) {
  return sql`(select id from workflows where ${rows} order by ${order}, id desc
    limit (select ${limit}::bigint + ${offset}::bigint))`;
}

/** The sum of the folded counts and of the changes since. */
function totalOf(userId: Asker['userId']) {
  return sql`select coalesce(sum(counted.total), 0)::bigint from place cross join lateral (
      select creator_id, total from workflow_counts where workspace_id = place.id
      union all select creator_id, change from workflow_count_changes where workspace_id = place.id
    ) as counted
    where (place.own and counted.creator_id = ${userId}) or (place.others and counted.creator_id <> ${userId})`;
}
