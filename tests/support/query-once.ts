import pg from 'pg';

/** One statement, on a connection of its own, which the server may break. */
export async function queryOnce<Row = Record<string, unknown>>(
  options: pg.ClientConfig | string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(options);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(sql, values);
    return rows as Row[];
  } finally {
    await client.end().catch(() => {});
  }
}
