import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkEventRanges } from '../../operator/src/doctor/database.ts';
import { createEventRange, listEventRanges } from '../../server/src/audit/event-range-store.ts';
import { provideEventRanges } from '../../server/src/audit/event-ranges.ts';
import { verifyTrails } from '../../server/src/audit/verify-trails.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { migrateTo, migrateToLatest } from '../../server/src/database/migrate.ts';
import type { FollowUpJob } from '../../server/src/jobs/worker.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { listIdsAfter, readNumbering } from '../../server/src/workflows/api.ts';
import { backUp, type EmptyInstance, folderPlace, restore, withEmpty } from '../support/backup.ts';
import { createEmptyDatabase, queryOnce } from '../support/database.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { ann, bob, lease } from '../support/quick-sender.ts';
import { queuedJobs } from '../support/run-due-jobs.ts';
import { folderForThisTest, forThisTest } from '../support/scratch.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const MILLION = 1_000_000;
const { instance, sender, create, sendSigned, send, sign, get, workflowOf } = await openInstanceCase();
const { deps } = instance;
const { query, idOf } = workflowTables(() => instance);

const boundsOf = async (database = deps.database) =>
  (await listEventRanges(database)).map(({ from, before }) => [from, before]);
const setNumber = (number: number) => query(`select setval('workflows_id_seq', $1)`, [number]);
/** As if those of before were of an earlier month: so many numbers are not what a month takes. */
async function goOnAfter(number: number): Promise<void> {
  await query(`update workflows set created_at = created_at - interval '40 days'`);
  await setNumber(number);
}
const tableOf = async (envelopeId: string) => {
  const rows = await query(
    'select distinct tableoid::regclass::text as name from events where workflow_id = $1',
    [await idOf(envelopeId)],
  );
  return rows.map(({ name }) => name);
};
const finding = () => checkEventRanges(deps.database, deps.clock);
const trails = async () => {
  const findings: unknown[] = [];
  const report = await verifyTrails(deps.database, deps, {
    listIdsAfter,
    onFinding: (each) => findings.push(each),
  });
  expect(findings).toEqual([]);
  return report;
};

test('a range is made a month ahead, holds the events of its workflows alone, and is dropped once all are erased', async () => {
  expect(await boundsOf()).toEqual([[null, 2 * MILLION]]);
  const first = await sendSigned(ann);
  await instance.runJobs();
  await sweepRecords(deps);
  expect(await boundsOf()).toHaveLength(1);

  await goOnAfter(2 * MILLION - 2);
  expect(await finding()).toMatchObject({
    state: 'warning',
    remedy: expect.stringContaining('sweep-records'),
  });
  await sweepRecords(deps);
  await sweepRecords(deps);
  expect(await boundsOf()).toEqual([
    [null, 2 * MILLION],
    [2 * MILLION, 3 * MILLION],
  ]);
  expect(await finding()).toMatchObject({ state: 'well' });
  const [last, next] = [await send(ann), await sendSigned(ann)];
  await instance.runJobs();
  expect([await tableOf(first), await tableOf(last), await tableOf(next)]).toEqual([
    ['events_first'],
    ['events_first'],
    ['events_from_2000000'],
  ]);
  const { status, path, id } = await workflowOf(next);
  expect(status).toBe('signed');
  const timeline = expectStatus(await get(`${path}/timeline`), 200).json() as { event: string }[];
  expect(timeline.at(-1)?.event).toBe('workflow.signed');
  await trails();

  // Its numbers are all given: the sweep may drop it, once nothing lies in it.
  await goOnAfter(4 * MILLION);
  await provideEventRanges(deps.database, await readNumbering(deps.database, deps.clock.now()));
  await sweepRecords(deps);
  expect(await tableOf(next)).toEqual(['events_from_2000000']);
  const erased = await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${id}` });
  expect(erased.statusCode, erased.body).toBeLessThan(300);
  await sweepRecords(deps);
  expect((await boundsOf()).map(([from]) => from)).toEqual([null, 4 * MILLION + 100_000]);
  expect((await trails()).deleted).toBe(1);
});

test('where no range was made in time, events are stored, and the next range begins after those who begin meanwhile', async () => {
  await goOnAfter(7 * MILLION);
  const missed = await sendSigned(ann);
  await instance.runJobs();
  expect(await tableOf(missed)).toEqual(['events_rest']);
  expect((await workflowOf(missed)).status).toBe('signed');
  await sweepRecords(deps);
  // The one that was passed over is empty.
  expect(await boundsOf()).toEqual([
    [null, 2 * MILLION],
    [7_100_001, 8_100_001],
  ]);
  expect(await tableOf(missed)).toEqual(['events_rest']);
  await trails();
});

test('a range is about what a month takes', async () => {
  const [{ last }] = await query('select max(id)::bigint as last from workflows');
  // All workflows are of this month, the first with number 1.
  await query('update workflows set created_at = $1', [deps.clock.now()]);
  await setNumber(3 * MILLION);
  expect((await readNumbering(deps.database, deps.clock.now())).monthly).toBe(4 * MILLION);
  const later = new Date(deps.clock.now().getTime() + 32 * 86_400_000);
  expect((await readNumbering(deps.database, later)).monthly).toBe(MILLION);
  await setNumber(Number(last));
});

test('of two processes one makes a range, and one that is in use is left to the next time', async () => {
  const [end = 0] = (await boundsOf()).map(([, before]) => before).slice(-1);
  const range = { after: end ?? 0, from: end ?? 0, before: (end ?? 0) + MILLION };
  const made = await Promise.all([
    createEventRange(deps.database, range),
    createEventRange(deps.database, range),
  ]);
  expect(made.toSorted()).toEqual([false, true]);
  expect((await boundsOf()).at(-1)).toEqual([range.from, range.before]);
  expect(
    await query(
      `select conname from pg_constraint where conrelid = 'events_rest'::regclass and contype = 'c'`,
    ),
  ).toEqual([]);

  const user = await deps.pool.connect();
  try {
    await user.query('begin; lock table events_rest in access exclusive mode');
    const next = { last: range.before, monthly: MILLION };
    expect(await provideEventRanges(deps.database, next)).toBe(0);
    await user.query('rollback');
    expect(await provideEventRanges(deps.database, next)).toBe(1);
  } finally {
    user.release();
  }
});

test('what is asked of the events of a workflow looks into one range, with a plan that is made once', async () => {
  const client = await deps.pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare between_two (bigint, bigint, bigint) as
      select id from events where workflow_id = $1 and id between $2 and $3 order by sequence`);
    const { rows } = await client.query('explain execute between_two (7, 1, 2)');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Subplans Removed: \d/);
    expect(plan.match(/ on events_/g)).toHaveLength(1);
  } finally {
    client.release(true);
  }
});

test('a job of the version before, which names no workflow, is followed', async () => {
  const id = await send(ann);
  await query(`delete from mails where workflow_id = $1`, [await idOf(id)]);
  const [started] = await query(`select id from events where workflow_id = $1 and name = 'action.started'`, [
    await idOf(id),
  ]);
  await query(
    `select graphile_worker.add_job('follow-events', json_build_object('id', $1::bigint, 'upTo', $1::bigint))`,
    [started.id],
  );
  await instance.runJobs();
  expect(await query('select kind from mails where workflow_id = $1', [await idOf(id)])).toEqual([
    { kind: 'invitation' },
  ]);
});

test('a restored instance has the ranges of the one that was backed up', async () => {
  const root = await folderForThisTest();
  const place = await folderPlace(join(root, 'place'));
  await backUp(instance, place);
  const count = `select tableoid::regclass::text as name, count(*)::int from events group by 1 order by 1`;
  const work = async (empty: EmptyInstance) => {
    await restore(empty, place);
    const { options } = empty.testDatabase;
    const { database, close } = openDatabase(options);
    const ends = (await boundsOf(database)).map(([, before]) => before);
    await close();
    expect(ends).toEqual((await boundsOf()).map(([, before]) => before));
    const counted = await queryOnce(options, count);
    const number = (rows: { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0);
    expect(number(counted as never)).toBe(number((await query(count)) as never));
  };
  await withEmpty(root, work);
});

test('the events of before are the first range, and who wrote to the table goes on with the statements that it has', async () => {
  const { options, drop } = await createEmptyDatabase();
  await forThisTest({ close: drop });
  await migrateTo(options, '0320-organization-moves-departures');
  const client = new pg.Client(options);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('set session_replication_role = replica');
  await client.query(`insert into workflows (id, envelope_id, organization_id, workspace_id, creator_id, name, type, status,
      created_at, sender_name, source_type, metadata, expires_at) overriding system value
    select n, 'envelope ' || n, 1, 1, 1, 'Lease', 'simple', 'signed', now(), 'Ann', 'api', '{}', now()
    from generate_series(4999990, 5000000) as n`);
  await client.query('set session_replication_role = origin');
  const insert = {
    name: 'insert-events',
    text: `insert into events (workflow_id, sequence, name, occurred_at, detail, hash, version, mac, snapshot)
      values ($1, $2, 'workflow.started', now(), '{}', 'h', 1, 'm', 'x') returning id`,
  };
  for (const sequence of [1, 2, 3]) await client.query({ ...insert, values: [4_999_995, sequence] });
  const { applied } = await migrateToLatest(options);
  expect(applied).toContain('0321-audit-event-ranges');

  const { rows } = await client.query({ ...insert, values: [4_999_995, 4] });
  expect(Number(rows[0].id)).toBe(4);
  await expect(client.query({ ...insert, values: [4_999_995, 4] })).rejects.toThrow(
    /workflow_id_sequence_key/,
  );
  await expect(client.query({ ...insert, values: [4_999_000, 1] })).rejects.toThrow(
    /events_workflow_id_fkey/,
  );
  const ids = await client.query('select id::int, tableoid::regclass::text as place from events order by id');
  expect(ids.rows).toEqual([1, 2, 3, 4].map((id) => ({ id, place: 'events_first' })));
  const { database, close } = openDatabase(options);
  onTestFinished(close);
  expect(await boundsOf(database)).toEqual([[null, 6 * MILLION]]);
  expect(await provideEventRanges(database, { last: 5 * MILLION, monthly: MILLION })).toBe(0);
  expect(await provideEventRanges(database, { last: 5 * MILLION + 1, monthly: MILLION })).toBe(1);
  await client.query('delete from workflows where id = 4999995');
  expect((await client.query('select from events')).rowCount).toBe(0);
});

test('an approval that is told twice seals each document once', async () => {
  const { jobs } = instance;
  const steps = [{ type: 'sign', recipients: [bob] }];
  const workflowId = await idOf(await create({ steps, further: [['annex.pdf', lease]] }));
  await instance.runJobs();
  await sign(bob);
  const approvals = await queuedJobs(instance.deps, 'follow-events');
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
  expect(await queuedJobs(instance.deps, 'seal-document')).toHaveLength(1);
  const seals = () =>
    query('select document_id, state, file_id from seals where workflow_id = $1 order by 1', [workflowId]);
  const before = await seals();
  expect(before.map(({ state }) => state).sort()).toEqual(['pending', 'sealed']);
  expect(await tell()).toEqual([]);
  expect(await seals()).toEqual(before);
  await instance.runJobs();
  const counted = await query(
    `select name, count(*) from events where name in ('document.sealed', 'workflow.signed')
       and workflow_id = $1 group by name order by name`,
    [workflowId],
  );
  expect(counted).toEqual([
    { name: 'document.sealed', count: 2 },
    { name: 'workflow.signed', count: 1 },
  ]);
});
