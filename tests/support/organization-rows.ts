import { listTablesOf, pathCondition } from '../../server/src/organization-moves/owned-rows-store.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** What each table has of an organization: how many rows, and a hash over them. Those without one are left out. */
export async function digestRows(query: Query, organizationId: number): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of listTablesOf('organizations')) {
    const isOurs = pathCondition(table, 'r', (id) => `${id} = ${organizationId}`);
    const [row] = await query(
      `select count(*)::int as count, md5(string_agg(r::text, ' ' order by r::text)) as hash from ${table} r where ${isOurs}`,
    );
    if (row?.count !== 0) digests[table] = `${row?.count} ${row?.hash}`;
  }
  return digests;
}
