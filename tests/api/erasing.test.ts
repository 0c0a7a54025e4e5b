import { describe, expect, test } from 'vitest';
import { findInTables } from '../support/find-in-tables.ts';
import { multipart, openTestInstance, type Session } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';
import { signLease } from '../support/sign-lease.ts';
import { trailFindings } from '../support/trail-findings.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const DAY = 86_400;
const RETENTION = '/api/v1/organization/retention';

const instance = await forThisFile(openTestInstance());
let owner = await instance.signIn('Owner', 'owner@example.com');

const call = (...request: Parameters<ReturnType<typeof caller>>) => caller(owner)(...request);
const { query, idOf, createStopped } = workflowTables(() => instance);
const stopped = (session = owner) => createStopped(session);
const workspaceOf = async (session: Session): Promise<number> =>
  (await caller(session)('GET', '/api/v1/workspaces')).body[0].id;

/** Sessions end meanwhile. */
async function pass(days: number): Promise<void> {
  instance.advance(days * DAY);
  owner = await instance.signIn('Owner', 'owner@example.com');
}

async function kept(ids: readonly number[]): Promise<number[]> {
  const rows = await query('select id from workflows where id = any($1) order by id', [ids]);
  return rows.map(({ id }) => Number(id));
}

/** What a run did: each workflow with its outcome. */
async function outcomesOf(runId: number): Promise<[number, string, number][]> {
  const { body } = await call('GET', `${RETENTION}/runs/${runId}/items?limit=100`);
  return body.items.map(({ workflowId, outcome, dueDate }: Record<string, number>) => [
    workflowId,
    outcome,
    dueDate,
  ]);
}

async function dryRun(): Promise<number> {
  const { status, body } = await call('POST', `${RETENTION}/runs`);
  expect(status).toBe(201);
  await instance.runJobs();
  return body.id;
}

async function nightlyRun(): Promise<number> {
  await instance.jobs['start-retention'](0);
  await instance.runJobs();
  const { body } = await call('GET', `${RETENTION}/runs`);
  expect(body.items[0]).toMatchObject({ kind: 'nightly', endDate: expect.any(Number) });
  return body.items[0].id;
}

const TEXTS = ['Unmistakable Lease', 'Xaver Quill', 'xaver.quill@example.com'];

test('an erased workflow is in no table and no stored file, and its sealed file is still recognized', async () => {
  const [name = '', signer = '', email = ''] = TEXTS;
  const { stored } = instance;
  const listStored = async () => [...(await stored.listKeys()), ...(await stored.listCopies())];
  const keysBefore = new Set(await listStored());
  const id = await signLease(instance, owner, { name: signer, email }, name);
  const workspaceId = await workspaceOf(owner);
  const { body: workflow } = await call('GET', `/api/v1/workspaces/${workspaceId}/workflows/${id}`);
  expect(workflow.status).toBe('signed');
  const sealed = await owner.call({
    method: 'GET',
    url: new URL(workflow.documents[0].file.file).pathname,
  });
  await owner.call({ method: 'GET', url: new URL(workflow.documents[0].file.thumb).pathname });
  expect(await findInTables(instance, TEXTS)).toEqual(
    expect.arrayContaining(['public.workflows: Unmistakable Lease', 'public.certificates: Xaver Quill']),
  );

  await pass(2);
  await instance.jobs['sweep-records'](0);
  await call('PUT', `${RETENTION}/workflows/${id}`, { signedYears: 1 });
  await query(`insert into retention_policies (organization_id, workspace_id, signed_years, changed_at)
      select organization_id, id, 1, now() from workspaces where id = ${workspaceId}`);
  await pass(366);
  await nightlyRun();
  expect(await kept([id])).toEqual([]);
  expect(await findInTables(instance, TEXTS)).toEqual([]);
  expect((await listStored()).filter((key) => !keysBefore.has(key))).toEqual([]);

  const form = multipart([{ name: 'document', value: sealed.rawPayload, fileName: 'lease.pdf' }]);
  const verified = await instance.inject({ method: 'POST', url: '/api/v1/verify', ...form });
  const report = verified.json() as { erased: object; verdict: object; text: string };
  expect(report).toMatchObject({ erased: { sealed: true }, verdict: { state: 'as-signed' } });
  expect(report.text).toContain('erased its copy');
  const [{ count }] = await query('select count(*)::int from certificates where workflow_id is null');
  expect(count).toBeGreaterThan(0);
});

test('nothing is erased where nothing was set, however old', async () => {
  await query('delete from retention_policies');
  const { total } = (await call('GET', `${RETENTION}/runs`)).body;
  const ids = [await stopped(), await stopped()];
  await pass(4_000);
  await instance.jobs['start-retention'](0);
  await instance.runJobs();
  expect(await kept(ids)).toEqual(ids);
  expect((await call('GET', `${RETENTION}/runs`)).body).toMatchObject({ total });
  const { body } = await call('GET', RETENTION);
  const inherits = { signedYears: null, draftDays: null, stoppedMonths: null };
  expect(body).toMatchObject({ organization: inherits, technicalRowsDays: 90 });
  expect(body.workspaces).toMatchObject([{ policy: inherits }]);
  for (const id of ids) expect((await call('DELETE', `/api/v1/envelopes/${id}`)).status).toBeLessThan(300);
});

test('a dry run reports what the real one then does, and a real one leaves tombstones that verify', async () => {
  const old = [await stopped(), await stopped()];
  const longer = await stopped();
  await pass(40);
  const recent = await stopped();
  const running = await idOf(await quickSender(() => owner).create());
  const own = await call('PUT', `${RETENTION}/workflows/${longer}`, { stoppedMonths: 0 });
  expect(own.body).toMatchObject({ source: 'workflow', rule: 'stopped', dueDate: null });
  const effect = await call('POST', `${RETENTION}/effect`, { stoppedMonths: 1 });
  expect(effect.body).toMatchObject({ workflows: 2, held: 0, isComplete: true });
  expect(effect.body.oldestDate).toBeLessThan(instance.nowSeconds() - 39 * DAY);
  expect((await call('PUT', RETENTION, { stoppedMonths: 1 })).status).toBe(200);

  const dry = await outcomesOf(await dryRun());
  expect(dry.map(([id, outcome]) => [id, outcome])).toEqual(old.map((id) => [id, 'due']));
  expect(await kept(old)).toEqual(old);

  const blobs = await query(
    `select blob_key from files join documents on files.id in (original_file_id, thumb_file_id)
     where workflow_id = any($1)`,
    [old],
  );
  const runId = await nightlyRun();
  expect(await outcomesOf(runId)).toEqual(dry);
  expect(await kept([...old, longer, recent, running])).toEqual([longer, recent, running]);
  for (const { blob_key: key } of blobs) await expect(instance.deps.blobs.read(key)).rejects.toThrow();
  expect(await query('select * from replaced_blobs')).toEqual([]);
  const [tombstone] = await query('select detail from workflow_tombstones where workflow_id = $1', [old[0]]);
  expect(tombstone.detail).toMatchObject({
    reason: 'retention',
    actor: { kind: 'service' },
    retention: { rule: 'stopped', run: runId },
    trail: { intact: true },
  });
  expect(await trailFindings(instance.deps)).toEqual([]);
  expect((await call('GET', `${RETENTION}/runs/${runId}`)).body).toMatchObject({
    kind: 'nightly',
    due: 2,
    held: 0,
    failed: 0,
    workspaces: [{ workspaceId: await workspaceOf(owner), due: 2 }],
  });
});

test('the oldest draft of an effect is the one that was not changed for longest', async () => {
  await call('PUT', RETENTION, { stoppedMonths: 0 });
  const changed = await stopped();
  await query(`update workflows set status = 'not_started', ended_at = null where id = $1`, [changed]);
  await pass(20);
  await call('PUT', `${RETENTION}/workflows/${changed}`, { stoppedMonths: 0 });
  const changedAt = instance.nowSeconds();
  await pass(15);
  const effect = await call('POST', `${RETENTION}/effect`, { draftDays: 10 });
  expect(effect.body.oldestDate).toBe(changedAt);
});

test('reports of runs are kept for 400 days', async () => {
  const runId = await dryRun();
  const statusAfter = async (days: number) => {
    await pass(days);
    await instance.jobs['sweep-records'](0);
    return (await call('GET', `${RETENTION}/runs/${runId}`)).status;
  };
  expect([await statusAfter(399), await statusAfter(2)]).toEqual([200, 404]);
});

test('a workspace’s own period counts before that of the organization', async () => {
  const other = (await call('POST', '/api/v1/workspaces', { name: 'Leases' })).body.id;
  const id = await stopped();
  await query('update workflows set workspace_id = $1 where id = $2', [other, id]);
  await call('PUT', RETENTION, { stoppedMonths: 1 });
  await call('PUT', `${RETENTION}/workspaces/${other}`, { stoppedMonths: 3 });
  await pass(40);
  await nightlyRun();
  expect(await kept([id])).toEqual([id]);
  expect((await call('GET', `${RETENTION}/workflows/${id}`)).body).toMatchObject({ source: 'workspace' });
  await call('PUT', `${RETENTION}/workspaces/${other}`, { stoppedMonths: null });
  await nightlyRun();
  expect(await kept([id])).toEqual([]);
});

test('a run that was cut off goes on where it was, and one workflow that fails keeps no other', async () => {
  await call('PUT', RETENTION, { stoppedMonths: 1 });
  const ids = [await stopped(), await stopped(), await stopped()];
  await pass(40);
  await query(
    `create function refuse() returns trigger language plpgsql as
     $$ begin if old.id = ${ids[1]} then raise exception 'the disk is full'; end if; return old; end $$`,
  );
  await query('create trigger refuse before delete on workflows for each row execute function refuse()');
  const runId = await nightlyRun();
  await query('drop trigger refuse on workflows');
  expect((await outcomesOf(runId)).map(([id, outcome]) => [id, outcome])).toEqual([
    [ids[0], 'due'],
    [ids[1], 'failed'],
    [ids[2], 'due'],
  ]);
  expect(await kept(ids)).toEqual([ids[1]]);
  // As after a kill between the last workflow and the note of the place: the same slice again.
  await query('update retention_runs set ended_at = null, workspace_id = 0, after_id = 0 where id = $1', [
    runId,
  ]);
  await instance.jobs['run-retention'](runId);
  expect(await kept(ids)).toEqual([]);
  expect((await outcomesOf(runId)).map(([, outcome]) => outcome)).toEqual(['due', 'due', 'due']);
});

describe('a legal hold', () => {
  const HOLDS = '/api/v1/organization/holds';
  const place = async (target: object) => {
    const { status, body } = await call('POST', HOLDS, { reason: 'Lawsuit of May.', ...target });
    expect(status).toBe(201);
    return body.id as number;
  };
  const lift = (id: number) => call('POST', `${HOLDS}/${id}/lift`);
  const remove = (id: number) => call('DELETE', `/api/v1/envelopes/${id}`);

  test('beats the nightly run, deleting by hand and in bulk, and is an event of the workflow', async () => {
    await call('PUT', RETENTION, { stoppedMonths: 1 });
    const [byItself, byWorkspace, byPerson, free] = [
      await stopped(),
      await stopped(),
      await idOf(
        await quickSender(() => owner).create({
          steps: [{ type: 'sign', recipients: [{ name: 'Eve', email: 'Eve@Example.com' }] }],
        }),
      ),
      await stopped(),
    ];
    await call('PUT', `/api/v1/envelopes/${byPerson}/cancel`);
    const other = (await call('POST', '/api/v1/workspaces', { name: 'Lawsuits' })).body.id;
    await query('update workflows set workspace_id = $1 where id = $2', [other, byWorkspace]);
    const own = await place({ workflowId: byItself });
    const holds = [own, await place({ workspaceId: other }), await place({ email: 'eve@example.com' })];
    const held = [byItself, byWorkspace, byPerson];
    await pass(40);
    const retention = await call('GET', `${RETENTION}/workflows/${byItself}`);
    expect(retention.body).toMatchObject({ hold: 'Lawsuit of May.', dueDate: expect.any(Number) });

    for (const id of held) {
      const { status, body } = await remove(id);
      expect([status, body.error.code]).toEqual([409, 'WORKFLOW_HELD']);
      expect(body.error.message).toContain('Lawsuit of May.');
    }
    const bulk = await call('DELETE', `/api/v1/workspaces/${await workspaceOf(owner)}/workflows`, {
      workflows: [{ id: byItself }],
    });
    expect(bulk.body).toMatchObject([{ result: false, error: { code: 'WORKFLOW_HELD' } }]);
    const closing = await call('DELETE', `/api/v1/workspaces/${other}`);
    expect([closing.status, closing.body.error.code]).toEqual([409, 'WORKFLOW_HELD']);
    const moving = await call('PUT', `/api/v1/workspaces/${other}/workflows/${byWorkspace}`, {
      newWorkspaceId: await workspaceOf(owner),
    });
    expect([moving.status, moving.body.error?.code]).toEqual([409, 'WORKFLOW_HELD']);
    const runId = await nightlyRun();
    expect(await kept([...held, free])).toEqual([...held].sort((a, b) => a - b));
    const outcomes = (await outcomesOf(runId)).map(([id, outcome]) => [id, outcome]);
    expect(outcomes.filter(([, outcome]) => outcome === 'held').map(([id]) => id)).toEqual(
      expect.arrayContaining(held),
    );

    const { body: listed } = await call('GET', `${HOLDS}?limit=100`);
    expect(listed.items[0]).toMatchObject({ placedBy: { name: 'Owner' }, liftedDate: null });
    for (const id of holds) expect((await lift(id)).body).toMatchObject({ id, liftedBy: { name: 'Owner' } });
    const again = await lift(own);
    expect([again.status, again.body.liftedDate]).toEqual([200, expect.any(Number)]);
    const events = await query('select name, detail from events where workflow_id = $1 order by id', [
      byItself,
    ]);
    expect(events.slice(-2)).toMatchObject([
      { name: 'hold.placed', detail: { cause: 'Lawsuit of May.' } },
      { name: 'hold.lifted' },
    ]);
    expect((await remove(byItself)).status).toBeLessThan(300);
    await nightlyRun();
    expect(await kept(held)).toEqual([]);
    expect((await call('GET', `${HOLDS}?limit=100`)).body.total).toBeGreaterThanOrEqual(3);
  });

  test('keeps technical rows, too', async () => {
    const [held, free] = [await stopped(), await stopped()];
    const id = await place({ workflowId: held });
    await query('delete from retention_policies');
    await instance.runJobs();
    await pass(100);
    const mailed = async () =>
      (
        await query('select distinct workflow_id as id from mails where workflow_id = any($1)', [
          [held, free],
        ])
      ).map((row) => Number(row.id));
    expect(await mailed()).toEqual(expect.arrayContaining([held, free]));
    await instance.jobs['sweep-records'](0);
    expect(await mailed()).toEqual([held]);
    await lift(id);
    await instance.jobs['sweep-records'](0);
    expect(await mailed()).toEqual([]);
  });

  test('names one thing of the organization, with a reason', async () => {
    const bad = [
      {},
      { email: 'x' },
      { email: 'a@example.com', workspaceId: 1 },
      { email: 'a@b.c', reason: ' ' },
    ];
    for (const target of bad) {
      const { body } = await call('POST', HOLDS, { reason: 'Lawsuit', ...target });
      expect([target, body.error.code]).toEqual([target, 'VALIDATION_ERROR']);
    }
    const stranger = await instance.signIn('Stranger', 'stranger@example.com');
    const theirs = await stopped(stranger);
    const { body } = await call('POST', HOLDS, { reason: 'Lawsuit', workflowId: theirs });
    expect(body.error.code).toBe('WORKFLOW_NOT_FOUND');
    const workspaceId = await workspaceOf(stranger);
    const foreign = [
      await call('POST', HOLDS, { reason: 'Lawsuit', workspaceId }),
      await call('PUT', `${RETENTION}/workspaces/${workspaceId}`, { stoppedMonths: 1 }),
      await call('POST', `${RETENTION}/effect`, { workspaceId, stoppedMonths: 1 }),
    ];
    for (const answer of foreign) expect(answer.body.error?.code).toBe('WORKSPACE_NOT_FOUND');
    const own = await place({ email: 'a@example.com' });
    expect((await caller(stranger)('POST', `${HOLDS}/${own}/lift`)).status).toBe(404);
    expect((await call('GET', HOLDS)).body.items[0]).toMatchObject({ id: own, liftedDate: null });
    await lift(own);
  });
});
