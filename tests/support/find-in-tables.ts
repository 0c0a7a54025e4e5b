import type { TestInstance } from './instance.ts';
import { workflowTables } from './workflow-tables.ts';

/**
 * The tables that hold one of these texts, written out or as bytes: "public.workflows: Lease". What is written out is not
 * looked for within hashes, where six digits stand by chance in one run of some hundred.
 */
export async function findInTables(instance: TestInstance, texts: readonly string[]): Promise<string[]> {
  const { query } = workflowTables(() => instance);
  const tables = await query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
       join pg_class on oid = format('%I.%I', schemaname, tablename)::regclass
     where schemaname not in ('pg_catalog', 'information_schema') and not relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    for (const text of texts) {
      const hex = Buffer.from(text).toString('hex');
      const rows = await query(
        `select 1 from ${name} as r
         where regexp_replace(r::text, '[0-9a-f]{32,}', '', 'g') ilike '%' || $1 || '%' or r::text like '%' || $2 || '%'
         limit 1`,
        [text, hex],
      );
      if (rows.length > 0) found.push(`${name}: ${text}`);
    }
  }
  return found;
}
