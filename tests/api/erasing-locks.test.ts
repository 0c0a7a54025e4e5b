import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../../server/src/database/database.ts';
import { insertHold, lockHolds, lockHoldsShared } from '../../server/src/holds/api.ts';
import { outageOf } from '../../server/src/platform/outage.ts';
import { lockPolicies } from '../../server/src/retention/policy-store.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { until } from '../support/processes.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const RETENTION = '/api/v1/organization/retention';
const HOLDS = '/api/v1/organization/holds';

const instance = await forThisFile(openTestInstance());
let owner = await instance.signIn('Owner', 'owner@example.com');
const call = (...request: Parameters<ReturnType<typeof caller>>) => caller(owner)(...request);
const { query, createStopped } = workflowTables(() => instance);
const organizationId = Number((await query('select organization_id as id from workspaces'))[0].id);
const stopped = () => createStopped(owner);

test('an organization has 500 holds at most', async () => {
  await query(
    `insert into legal_holds (organization_id, email, email_key, reason, placed_at, placed_by)
     select $1, 'one', 'one', 'Lawsuit', now(), '{"id": 1, "name": "Owner"}' from generate_series(1, 500)`,
    [organizationId],
  );
  const { body } = await call('POST', HOLDS, { reason: 'Lawsuit', email: 'a@example.com' });
  expect(body.error.violations).toEqual({ reason: expect.stringContaining('500 holds') });
  await query(`delete from legal_holds where email = 'one'`);
});

/** A transaction that has done this; what is answered ends it. */
async function begun(hold: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = instance.deps.database.transaction().execute(async (tx) => {
    await hold(tx);
    locked.resolve();
    await end.promise;
  });
  await Promise.race([locked.promise, holding]);
  return () => {
    end.resolve();
    return holding;
  };
}

/** Does something while a transaction holds a lock, and tells whether it waited for the end of that transaction. */
async function waitsFor(hold: (tx: Tx) => Promise<unknown>, act: () => Promise<unknown>): Promise<boolean> {
  const end = await begun(hold);
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const waiting = `select 1 from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`;
  await until('the lock to be waited for', async () => isOver || (await query(waiting)).length > 0);
  const hasWaited = !isOver;
  await Promise.all([end(), acting]);
  return hasWaited;
}

test('a hold is placed before a run erases or after it, never meanwhile', async () => {
  await call('PUT', RETENTION, { stoppedMonths: 1 });
  const id = await stopped();
  instance.advance(40 * 86_400);
  owner = await instance.signIn('Owner', 'owner@example.com');
  const runNightly = async () => {
    await instance.jobs['start-retention'](0);
    await instance.runJobs();
  };
  const placing = async (tx: Tx) => {
    await lockHolds(tx, organizationId);
    await insertHold(tx, {
      organization_id: organizationId,
      workflow_id: id,
      reason: 'Lawsuit of June.',
      placed_at: new Date(),
      placed_by: JSON.stringify({ id: 1, name: 'Owner' }),
    });
  };
  expect(await waitsFor(placing, runNightly)).toBe(true);
  expect(await query('select id from workflows where id = $1', [id])).toHaveLength(1);
  expect(await query('select outcome from retention_run_items')).toEqual([{ outcome: 'held' }]);
  const removing = async () =>
    expect((await call('DELETE', `/api/v1/envelopes/${id}`)).body.error.code).toBe('WORKFLOW_HELD');
  expect(await waitsFor((tx) => lockHolds(tx, organizationId), removing)).toBe(true);
  const placingAnother = async () => {
    const { status } = await call('POST', HOLDS, { reason: 'Lawsuit', email: 'b@example.com' });
    expect(status).toBe(201);
  };
  const erasing = (tx: Tx) => lockHoldsShared(tx, organizationId);
  expect(await waitsFor(erasing, placingAnother)).toBe(true);
});

test('changes of one policy are recorded one after another', async () => {
  const changing = async () => {
    const { status } = await call('PUT', RETENTION, { draftDays: 30 });
    expect(status).toBe(200);
  };
  const another = async (tx: Tx) => {
    await lockPolicies(tx, organizationId);
    await sql`update retention_policies set draft_days = 7 where organization_id = ${organizationId}`.execute(
      tx,
    );
  };
  expect(await waitsFor(another, changing)).toBe(true);
  const [latest] = (await call('GET', `${RETENTION}/changes`)).body.items;
  expect(latest).toMatchObject({ before: { draftDays: 7 }, after: { draftDays: 30 } });
});

test('a run that is under way is not begun again, and counts each workflow once, however often it is carried out', async () => {
  const [first, second] = [await call('POST', `${RETENTION}/runs`), await call('POST', `${RETENTION}/runs`)];
  expect(second.body.id).toBe(first.body.id);
  await Promise.all([1, 2, 3].map(() => instance.jobs['run-retention'](first.body.id)));
  await instance.runJobs();
  const { body: run } = await call('GET', `${RETENTION}/runs/${first.body.id}`);
  expect(run.total).toBeGreaterThan(0);
  expect(run).toMatchObject({ examined: run.total, endDate: expect.any(Number) });
});

test('a run under which the database breaks off goes on later, and calls no workflow failed', async () => {
  const id = await stopped();
  instance.advance(40 * 86_400);
  owner = await instance.signIn('Owner', 'owner@example.com');
  await instance.jobs['start-retention'](0);
  const runId = Number((await query('select max(id) as id from retention_runs'))[0].id);
  const run = () =>
    instance.jobs['run-retention'](runId).then(
      () => null,
      (error: unknown) => error,
    );
  const end = await begun((tx) => sql`select from workflows where id = ${id} for update`.execute(tx));
  const running = run();
  const breakOff = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await until('the run to wait for the workflow', async () => (await query(breakOff)).length > 0);
    expect(outageOf(await running)).toBe('database');
  } finally {
    await end();
  }
  const outcomes = () =>
    query(`select outcome from retention_run_items where run_id = $1 and outcome <> 'held'`, [runId]);
  expect(await outcomes()).toEqual([]);
  expect(await run()).toBe(null);
  expect(await outcomes()).toEqual([{ outcome: 'due' }]);
  expect(await query('select id from workflows where id = $1', [id])).toEqual([]);
});
