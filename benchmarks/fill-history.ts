import type { Pool, PoolClient } from 'pg';

// A history of finished workflows, straight in SQL: one that really went through its whole life, so many times over,
// with every row that refers to it, in whatever tables there are.

interface Column {
  table: string;
  column: string;
  type: string;
  isUnique: boolean;
  /** Nothing writes it: PostgreSQL does. */
  isGenerated: boolean;
  references: { table: string; column: string } | null;
}

/** Texts that are not needed once they are history, and would fill the disk. */
const LENGTH_MAX = 300;

/** Copies a workflow, the newest of its instance; its ids and those of its rows move on by a fixed stride. */
export async function fillHistory(
  pool: Pool,
  { workflowId, copies }: { workflowId: number; copies: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // References hold by construction; checking each row would take minutes.
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '512MB'`);
    const columns = await readColumns(client);
    const rows = await findRows(client, columns, workflowId);
    const tables = [...rows.keys()];
    const indexes = await dropIndexes(client, tables);
    const stride = await strideOf(client, rows);
    for (const [table, ctids] of rows) {
      const own = columns.filter((each) => each.table === table && !each.isGenerated);
      const values = own.map((column) => expressionOf(column, columns, tables));
      await client.query(
        `insert into ${table} (${own.map(({ column }) => column).join(', ')}) overriding system value
           select ${values.join(', ')} from ${table} as t, generate_series(1, $1::bigint) as n
           where t.ctid = any($3::tid[]) and $2::bigint > 0`,
        [copies, stride, ctids],
      );
      await moveSequence(client, table, own);
    }
    for (const definition of indexes) await client.query(definition);
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`);
    await client.query('checkpoint');
  } finally {
    client.release(true);
  }
}

async function readColumns(client: PoolClient): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       a.attgenerated <> '' as "isGenerated",
       exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indnkeyatts = 1
         and i.indkey[0] = a.attnum) as "isUnique",
       (select json_build_object('table', k.confrelid::regclass::text, 'column', f.attname)
          from pg_constraint k join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
          where k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum] limit 1) as references
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     order by c.relname, a.attnum`,
  );
  // Not every table that goes by the number of a workflow has a reference to say so.
  return rows.map((row) =>
    row.column === 'workflow_id' ? { ...row, references: { table: 'workflows', column: 'id' } } : row,
  );
}

/** The rows of the workflow, those that refer to them, and the files that they name. */
async function findRows(
  client: PoolClient,
  columns: readonly Column[],
  workflowId: number,
): Promise<Map<string, string[]>> {
  const rows = new Map([
    ['workflows', await ctidsOf(client, 'workflows', { condition: 'id = $1', values: [workflowId] })],
  ]);
  for (let found = true; found; ) {
    found = false;
    for (const { table, column, references } of columns) {
      const parents = references && references.table !== table ? rows.get(references.table) : undefined;
      if (!references || !parents || parents.length === 0) continue;
      const condition = `${column} in (select ${references.column} from ${references.table} where ctid = any($1::tid[]))`;
      const all = new Set([
        ...(rows.get(table) ?? []),
        ...(await ctidsOf(client, table, { condition, values: [parents] })),
      ]);
      if (all.size > (rows.get(table)?.length ?? 0)) found = true;
      if (all.size > 0) rows.set(table, [...all]);
    }
  }
  const files = new Set<string>();
  for (const { table, column, references } of columns) {
    const children = rows.get(table);
    if (references?.table !== 'files' || !children) continue;
    const condition = `id in (select ${column} from ${table} where ctid = any($1::tid[]))`;
    for (const ctid of await ctidsOf(client, 'files', { condition, values: [children] })) files.add(ctid);
  }
  rows.set('files', [...files]);
  return rows;
}

async function ctidsOf(
  client: PoolClient,
  table: string,
  { condition, values }: { condition: string; values: unknown[] },
): Promise<string[]> {
  const { rows } = await client.query<{ ctid: string }>(
    `select ctid::text as ctid from ${table} where ${condition}`,
    values,
  );
  return rows.map(({ ctid }) => ctid);
}

/** An index is built in a tenth of the time that filling it row by row takes. */
async function dropIndexes(client: PoolClient, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = any($1::regclass[]) and not indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** As far as the ids of one copy reach, in the table where they reach farthest. */
async function strideOf(client: PoolClient, rows: ReadonlyMap<string, string[]>): Promise<number> {
  let stride = 1;
  for (const [table, ctids] of rows) {
    const { rows: found } = await client.query<{ reach: number | null }>(
      `select (max((to_jsonb(t) ->> 'id')::bigint) - min((to_jsonb(t) ->> 'id')::bigint) + 1) as reach
         from ${table} as t where ctid = any($1::tid[]) and to_jsonb(t) ->> 'id' ~ '^[0-9]+$'`,
      [ctids],
    );
    stride = Math.max(stride, Number(found[0]?.reach ?? 0));
  }
  return stride;
}

function expressionOf(column: Column, columns: readonly Column[], tables: readonly string[]): string {
  const { references } = column;
  const name = `t.${column.column}`;
  const target = references
    ? columns.find((each) => each.table === references.table && each.column === references.column)
    : column;
  const moves = references ? tables.includes(references.table) : column.isUnique;
  if (moves && target?.isUnique) return moved(name, column.type);
  if (/^(email|email_key|to_email)$/.test(column.column)) return `'p' || n || '.' || ${name}`;
  if (column.type === 'text') return `left(${name}, ${LENGTH_MAX})`;
  if (column.type === 'bytea') return `substring(${name} for ${LENGTH_MAX})`;
  return name;
}

function moved(name: string, type: string): string {
  if (type === 'bigint' || type === 'integer') return `${name} + n * $2`;
  if (type === 'bytea') return `sha256(${name} || convert_to(n::text, 'UTF8'))`;
  // The head stays: keys begin with their time, and meet their index where the newest rows are.
  return `left(left(${name}, 8) || md5(${name} || n) || md5(n || ${name}), greatest(length(${name}), 24))`;
}

async function moveSequence(client: PoolClient, table: string, columns: readonly Column[]): Promise<void> {
  const id = columns.find(({ column, type }) => column === 'id' && type === 'bigint');
  if (!id) return;
  await client.query(
    `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  );
}
