import { expect, test } from 'vitest';
import type { JobName } from '../../server/src/jobs/enqueue.ts';
import type { FollowUpJob } from '../../server/src/jobs/worker.ts';
import { multipart } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { bob, lease } from '../support/quick-sender.ts';

const { instance, sender, sign } = await openInstanceCase();

async function findJobs(name: JobName): Promise<{ id: number; upTo: number }[]> {
  const { rows } = await instance.deps.pool.query<{ payload: { id: number; upTo: number } }>(
    `select jobs.payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where tasks.identifier = $1`,
    [name],
  );
  return rows.map(({ payload }) => payload);
}

test('an approval that is told twice seals each document once', async () => {
  const { deps, jobs } = instance;
  const form = multipart([
    { name: 'name', value: 'Lease' },
    { name: 'steps[0][type]', value: 'sign' },
    { name: 'steps[0][recipients][0][name]', value: bob.name },
    { name: 'steps[0][recipients][0][email]', value: bob.email },
    ...['lease.pdf', 'annex.pdf'].map((fileName) => ({ name: 'document', value: lease, fileName })),
  ]);
  expectStatus(await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form }), 200);
  await instance.runJobs();
  await sign(bob);
  const approvals = await findJobs('follow-events');
  const tell = async () => {
    const further: FollowUpJob[] = [];
    for (const { id, upTo } of approvals) further.push(...((await jobs['follow-events'](id, upTo)) ?? []));
    return further.filter(({ name }) => name === 'seal-document');
  };
  expect(await tell()).toHaveLength(2);
  // As after a kill before the seals.
  const [first, second] = await tell();
  await first?.run();
  // A place of its lane was free for one of them only.
  await second?.enqueue();
  expect(await findJobs('seal-document')).toHaveLength(1);
  const seals = () =>
    deps.database
      .selectFrom('seals')
      .select(['document_id', 'state', 'file_id'])
      .orderBy('document_id')
      .execute();
  const before = await seals();
  expect(before.map(({ state }) => state).sort()).toEqual(['pending', 'sealed']);
  expect(await tell()).toEqual([]);
  expect(await seals()).toEqual(before);
  await instance.runJobs();
  const { rows } = await deps.pool.query<{ name: string; count: number }>(
    `select name, count(*) from events where name in ('document.sealed', 'workflow.signed')
       and workflow_id = (select max(id) from workflows) group by name order by name`,
  );
  expect(rows).toEqual([
    { name: 'document.sealed', count: 2 },
    { name: 'workflow.signed', count: 1 },
  ]);
});
