import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeRowsOf } from '../../tools/describe-rows.ts';
import { createTestDatabase } from './database.ts';

test('the row types are those that `npm run generate` reads from the migrated tables', async () => {
  const database = await createTestDatabase();
  try {
    const types = await describeRowsOf(database.options);
    expect(types).toBe(
      await readFile(new URL('../../server/src/database/rows.generated.ts', import.meta.url), 'utf8'),
    );
    expect(types.match(/^export interface \w+Row \{$/gm)?.length).toBeGreaterThan(80);
  } finally {
    await database.drop();
  }
});
