import { expect, test } from 'vitest';
import { checkWork } from '../../operator/src/doctor/work.ts';
import { multipart, openTestInstance, PASSWORD, type Session } from '../support/instance.ts';
import { forThisFile, untilWaiting } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease, quickSender } from '../support/quick-sender.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const instance = await forThisFile(openTestInstance());
const owner = await instance.signIn('Owner', 'owner@example.com');

const { query, idOf } = workflowTables(() => instance);

/** A member of the owner's organization who sends there. */
async function colleague(name: string, email: string): Promise<Session> {
  const session = await instance.signIn(name, email);
  const memberId = await addMember(instance, owner, session);
  const [own] = await query('select id from organizations where name = $1', [`${name} Ltd`]);
  await query('delete from workspaces where organization_id = $1', [own.id]);
  const [{ id }] = (await caller(owner)('GET', '/api/v1/workspaces')).body;
  await query(
    `insert into workspace_users (workspace_id, member_id, role_id, created_at) values ($1, $2, 1, now())`,
    [id, memberId],
  );
  return session;
}

const erase = (session: Session) =>
  caller(session)('POST', '/api/v1/account/erasure', { currentPassword: PASSWORD });

test('a request that is past its sign-in when its account is erased creates nothing', async () => {
  const racer = await colleague('Racer', 'racer@example.com');
  const { id } = racer.profile;
  await query(`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(4242); return new; end $$`);
  await query(`create trigger wait_for_test before insert on account_tombstones
    for each row execute function wait_for_test()`);
  const gate = await instance.deps.pool.connect();
  await gate.query('select pg_advisory_lock(4242)');
  const erasing = erase(racer);
  // Amid its transaction.
  await untilWaiting(instance);
  const workspaceId = (await caller(owner)('GET', '/api/v1/workspaces')).body[0].id;
  const template = multipart([
    { name: 'name', value: 'Lease' },
    { name: 'document', value: lease, fileName: 'lease.pdf' },
  ]);
  const creating = [
    quickSender(() => racer).post({}),
    racer.call({ method: 'POST', url: `/api/v1/workspaces/${workspaceId}/templates`, ...template }),
  ];
  await untilWaiting(instance, 3);
  await gate.query('select pg_advisory_unlock(4242)');
  gate.release();
  expect((await erasing).status).toBe(204);
  await query('drop trigger wait_for_test on account_tombstones');
  for (const answer of await Promise.all(creating))
    expect([answer.statusCode, answer.json().error]).toEqual([
      401,
      expect.objectContaining({
        code: 'AUTHENTICATION_REQUIRED',
        message: expect.stringContaining('erased'),
      }),
    ]);
  for (const table of ['workflows', 'templates'])
    expect(await query(`select id from ${table} where creator_id = $1`, [id])).toEqual([]);
});

test('mails about thousands of sent workflows are deleted in slices, and go on where they were cut off', async () => {
  const sender = await colleague('Prolific', 'prolific@example.com');
  const { id, email } = sender.profile;
  const first = await idOf(await quickSender(() => sender).create());
  await caller(sender)('PUT', `/api/v1/envelopes/${first}/cancel`);
  await instance.runJobs();
  await query(
    `insert into workflows (envelope_id, organization_id, workspace_id, creator_id, name, type, status, created_at,
       expires_at, ended_at, sender_name, source_type, metadata, preferences)
     select md5(n::text), organization_id, workspace_id, creator_id, name, type, status, created_at, expires_at,
       ended_at, sender_name, source_type, metadata, preferences
     from workflows, generate_series(1, 2500) as n where id = $1`,
    [first],
  );
  await query(
    `insert into mails (kind, workflow_id, to_email, detail, state, created_at)
     select 'completed', id, $2, '{}', 'sent', now() from workflows where creator_id = $1`,
    [id, email],
  );
  await query(
    `insert into mails (kind, workflow_id, to_email, detail, state, created_at)
     values ('completed', $1, $2, '{}', 'queued', now())`,
    [first, email],
  );
  const mailed = async () =>
    (await query('select state from mails where to_email = $1 and recipient_id is null', [email])).map(
      ({ state }) => state,
    );
  expect((await erase(sender)).status).toBe(204);
  expect(new Set(await mailed())).toEqual(new Set(['sent']));
  const [{ id: last }] = await query('select max(id) as id from workflows where creator_id = $1', [id]);
  await query(`create function fail_late() returns trigger language plpgsql as
    $$ begin if old.workflow_id = ${last} then raise exception 'the disk is full'; end if; return old; end $$`);
  await query('create trigger fail_late before delete on mails for each row execute function fail_late()');
  await expect(instance.jobs['erase-account'](id)).rejects.toThrow('the disk is full');
  await query('drop trigger fail_late on mails');
  const findings = await checkWork(instance.deps.database, instance.deps.clock);
  expect(findings.find(({ name }) => name === 'erasures')?.detail).toContain('about 2000 of 2501 workflows');
  expect(await mailed()).toHaveLength(501);
  await query(`delete from graphile_worker._private_jobs where key = 'erase-account ${id}'`);
  await instance.jobs['sweep-records'](0);
  await instance.runJobs();
  expect(await mailed()).toEqual([]);
  expect(await query('select 1 from account_erasures')).toEqual([]);
});
