import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeRowsOf } from '../../tools/describe-rows.ts';
import { findPathProblems } from './belongings.ts';
import { queryOnce } from './database.ts';
import { databaseForThisTest } from './operator-case.ts';

test('the row types are those of the migrated tables, and so are the paths from each to an organization', async () => {
  const { options } = await databaseForThisTest();
  const types = await describeRowsOf(options);
  expect(types).toBe(
    await readFile(new URL('../../server/src/database/rows.generated.ts', import.meta.url), 'utf8'),
  );
  expect(types.match(/^export interface \w+Row \{$/gm)?.length).toBeGreaterThan(80);
  expect(await findPathProblems((text) => queryOnce(options, text))).toEqual([]);
});
