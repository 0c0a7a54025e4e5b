import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describeRowsOf } from '../../tools/describe-rows.ts';
import { findPathProblems } from './belongings.ts';
import { createTestDatabase } from './database.ts';

test('the row types are those of the migrated tables, and so are the paths from each to an organization', async () => {
  const database = await createTestDatabase();
  try {
    const types = await describeRowsOf(database.options);
    expect(types).toBe(
      await readFile(new URL('../../server/src/database/rows.generated.ts', import.meta.url), 'utf8'),
    );
    expect(types.match(/^export interface \w+Row \{$/gm)?.length).toBeGreaterThan(80);
    const client = new pg.Client(database.options);
    await client.connect();
    const problems = findPathProblems(async (text) => (await client.query(text)).rows);
    expect(await problems.finally(() => client.end())).toEqual([]);
  } finally {
    await database.drop();
  }
});
