import { beforeEach, expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../server/src/database/named-queries.ts';
import { enqueueAll } from '../../server/src/jobs/enqueue.ts';
import { openRemainingJobs, openRunnerPool, type RemainingJobs } from '../../server/src/jobs/runner-pool.ts';
import { openTestInstance } from '../support/instance.ts';
import { listStatements } from '../support/list-statements.ts';
import { restoreRowsBeforeEachTest } from '../support/restore-rows.ts';
import { forThisFile } from '../support/scratch.ts';

const instance = await forThisFile(openTestInstance());
await instance.deps.pool.query('delete from graphile_worker._private_jobs');
await restoreRowsBeforeEachTest(instance);
let remaining: RemainingJobs;
let pool: ReturnType<typeof openRunnerPool>;
const open = ({ preparesStatements }: { preparesStatements: boolean }) =>
  openRunnerPool(instance.deps, {
    ...{ remaining, preparesStatements, queueSchema: QUEUE_SCHEMA },
    isPaused: () => false,
  });
beforeEach(() => {
  remaining = openRemainingJobs();
  pool = open({ preparesStatements: true });
});

const enqueueSweeps = (count: number) =>
  instance.deps.database.transaction().execute((tx) =>
    enqueueAll(
      tx,
      Array.from({ length: count }, (_, id) => ({ name: 'sweep-files', id })),
    ),
  );

/** Looks for a job as the runner does; answers how many it found and whether the database was asked. */
async function search({ areLanesFull = false } = {}): Promise<{ found: number; asked: boolean }> {
  const text = `update graphile_worker._private_jobs as jobs set locked_by = $1, locked_at = now() from (
      select id from graphile_worker._private_jobs
      where is_available and run_at <= now() and task_id = any($2::int[])
        ${areLanesFull ? `and (flags ?| $3::text[]) is not true` : ''}
      limit 1 for update skip locked
    ) as j where jobs.id = j.id returning *`;
  const name = areLanesFull ? 'get_jobF/graphile_worker' : 'get_job/graphile_worker';
  const tasks = await instance.deps.pool.query<{ id: number }>(
    'select id from graphile_worker._private_tasks',
  );
  const values: unknown[] = ['a runner', tasks.rows.map(({ id }) => id)];
  if (areLanesFull) values.push(['quick']);
  let found = 0;
  const statements = await listStatements(async () => {
    const client = await pool.connect();
    const { rows } = await client.query({ name, text, values });
    client.release();
    found = rows.length;
  });
  return { found, asked: statements.some((sent) => sent.includes('skip locked')) };
}

it.each([
  [true, 'prepared under its name'],
  [false, 'sent without its name, which the next connection of a pooler would not know'],
])('where statements are prepared (%s), one of the runner is %s', async (preparesStatements) => {
  const client = await open({ preparesStatements }).connect();
  const name = `prepared_${preparesStatements}`;
  await client.query({ name, text: 'select 1' });
  const { rows } = await client.query({
    text: `select from pg_prepared_statements where name = '${name}'`,
  });
  client.release();
  expect(rows).toHaveLength(preparesStatements ? 1 : 0);
});

it('a search is not sent after one that has left no job, until more are told of', async () => {
  await enqueueSweeps(2);
  expect(await search()).toEqual({ found: 1, asked: true });
  expect(await search()).toEqual({ found: 1, asked: true });
  expect(await search()).toEqual({ found: 0, asked: false });
  remaining.told();
  expect(await search()).toEqual({ found: 0, asked: true });
  expect(await search()).toEqual({ found: 0, asked: false });
  await enqueueSweeps(1);
  remaining.told();
  expect(await search()).toEqual({ found: 1, asked: true });
});

it('a search that passes over full lanes tells nothing about their jobs', async () => {
  await enqueueSweeps(1);
  expect(await search({ areLanesFull: true })).toEqual({ found: 0, asked: true });
  expect(await search()).toEqual({ found: 1, asked: true });
});

it('a message that arrives during a search may be about a job that it could not see', () => {
  const end = remaining.look();
  remaining.told();
  end(true);
  expect(remaining.isNone()).toBe(false);
  remaining.look()(true);
  expect(remaining.isNone()).toBe(true);
});
