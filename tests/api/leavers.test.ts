import { beforeEach, describe, expect, it } from 'vitest';
import { checkWork } from '../../operator/src/doctor/work.ts';
import { carryOutHandOver, resumeHandOvers } from '../../server/src/succession/hand-over.ts';
import { pdfForm } from '../support/draft-client.ts';
import { openTestInstance, PASSWORD, type Session } from '../support/instance.ts';
import { forThisFile, untilWaiting } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { lease, quickSender } from '../support/quick-sender.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const instance = await forThisFile(openTestInstance());
const owner = await instance.signIn('Owner', 'owner@example.com');
const heir = await instance.signIn('Heir', 'heir@example.com');
const heirMember = await addMember(instance, owner, heir);
const { query, idOf } = workflowTables(() => instance);
const [{ id: workspaceId }] = (await caller(owner)('GET', '/api/v1/workspaces')).body;
const place = (memberId: number, roleId = 1) =>
  query(
    `insert into workspace_users (workspace_id, member_id, role_id, created_at) values ($1, $2, $3, now())`,
    [workspaceId, memberId, roleId],
  );
await place(heirMember);

let leaver: Session;
let member: number;
let made = 0;

beforeEach(async () => {
  made += 1;
  leaver = await instance.signIn(`Leaver${made}`, `leaver${made}@example.com`);
  member = await addMember(instance, owner, leaver);
  // As of people who joined by their invitation: they belong nowhere else.
  const own = `(select id from organizations where name = $1)`;
  await query(`delete from workspaces where organization_id = ${own}`, [`${leaver.profile.name} Ltd`]);
  await query(`delete from members where organization_id = ${own}`, [`${leaver.profile.name} Ltd`]);
  await place(member);
});

const path = () => `/api/v1/organization/members/${member}/hand-over`;
const handOver = (more: { to?: number; remove?: boolean } = {}) =>
  caller(owner)('POST', path(), { to: heirMember, remove: false, ...more });
const creatorOf = async (id: number) =>
  (await query('select creator_id as id from workflows where id = $1', [id]))[0].id;

const add = (kind: 'templates' | 'workflows') =>
  leaver.call({
    ...{ method: 'POST', url: `/api/v1/workspaces/${workspaceId}/${kind}` },
    ...pdfForm({ name: 'Lease', type: 'simple' }, lease),
  });

/** A draft, one under way and one that was canceled; and a template. */
async function work() {
  const sender = quickSender(() => leaver);
  const running = await idOf(await sender.create());
  const ended = await idOf(await sender.create());
  await caller(leaver)('PUT', `/api/v1/envelopes/${ended}/cancel`);
  const [template, draft] = [await add('templates'), await add('workflows')];
  return { running, ended, draft: draft.json().id as number, template: template.json().id as number };
}

describe('what a member hands over', () => {
  it('is counted before, and is what has not ended, with templates; trails and the organization say so', async () => {
    const { running, ended, draft, template } = await work();
    const preview = await caller(owner)('GET', path());
    const counts = { drafts: 1, running: 1, templates: 1, apps: 0, workspaces: ['Main'] };
    expect([preview.status, preview.body]).toEqual([200, counts]);
    expect(await creatorOf(running)).toBe(leaver.profile.id);
    expect(await handOver()).toMatchObject({ status: 202, body: counts });
    await instance.runJobs();
    expect([await creatorOf(running), await creatorOf(draft)]).toEqual([heir.profile.id, heir.profile.id]);
    expect(await creatorOf(ended)).toBe(leaver.profile.id);
    const [{ id }] = await query('select creator_id as id from templates where id = $1', [template]);
    expect(id).toBe(heir.profile.id);
    const timeline = await caller(heir)(
      'GET',
      `/api/v1/workspaces/${workspaceId}/workflows/${running}/timeline`,
    );
    expect(JSON.stringify(timeline.body)).toContain(`${leaver.profile.name} → Heir`);
    const { body } = await caller(owner)('GET', '/api/v1/organization/events?limit=1');
    expect(body.items[0]).toMatchObject({
      ...{ name: 'member.handed_over', by: 'Owner', about: leaver.profile.name, to: 'Heir' },
      detail: { workflows: 2, templates: 1 },
    });
    // The member stays, and nothing is left to hand over.
    expect((await caller(leaver)('GET', path())).body).toMatchObject({ drafts: 0, running: 0, templates: 0 });
    // The heir is told of the rest.
    const [{ last }] = await query('select max(id) as last from mails');
    instance.advance(8 * 86_400);
    await instance.jobs['expire-workflows'](0);
    await instance.runJobs();
    const told = await query(
      `select to_email as "to" from mails where id > $1 and workflow_id = $2 and kind = 'expired' and recipient_id is null`,
      [last, running],
    );
    expect(told).toEqual([{ to: 'heir@example.com' }]);
  });

  it('is refused to who could not work with it, and by other members', async () => {
    await work();
    const idle = await instance.signIn(`Idle${made}`, `idle${made}@example.com`);
    const idleMember = await addMember(instance, owner, idle);
    const refused = await handOver({ to: idleMember });
    expect(refused.body.error.violations.to).toContain('May not send in one of the workspaces');
    await place(idleMember, 4);
    expect((await handOver({ to: idleMember })).body.error.violations).toHaveProperty('to');
    for (const to of [member, 999_999_999]) expect((await handOver({ to })).status, String(to)).not.toBe(202);
    const [{ id: organizationId }] = await query(`select organization_id as id from members where id = $1`, [
      member,
    ]);
    const asked = { to: heirMember, remove: false };
    const byIdle = await caller(idle)('POST', `${path()}?organizationId=${organizationId}`, asked);
    expect(byIdle.status).toBe(403);
    expect(await query('select id from hand_overs')).toEqual([]);
  });

  it('goes with the removal, in one act: sessions, keys and apps of who left end at once', async () => {
    const { running } = await work();
    const key = await caller(owner)('POST', '/api/v1/api-keys', {
      ...{ name: 'Key', memberId: member, scopes: ['workflows:read'] },
    });
    expect(key.status).toBe(201);
    await query(
      `insert into integration_apps (client_id, secret_hash, name, owner_id, redirect_uris, scopes, created_at)
       values ($1, '\\x00', 'Own', $2, '{}', '{}', now())`,
      [`client${made}`, leaver.profile.id],
    );
    expect((await handOver({ remove: true })).body).toMatchObject({ apps: 1 });
    expect((await caller(leaver)('GET', '/api/v1/profile')).status).toBe(401);
    expect(await query('select id from api_keys where member_id = $1', [member])).toEqual([]);
    expect(
      await query('select owner_id from integration_apps where client_id = $1', [`client${made}`]),
    ).toEqual([{ owner_id: heir.profile.id }]);
    expect(await creatorOf(running)).toBe(leaver.profile.id);
    await instance.runJobs();
    expect(await creatorOf(running)).toBe(heir.profile.id);
  });

  it('removes nobody, and hands nothing over, where the removal is refused', async () => {
    await work();
    await query(`update workspace_users set role_id = 2 where workspace_id = $1 and member_id <> $2`, [
      workspaceId,
      member,
    ]);
    const refused = await handOver({ remove: true });
    await query(`update workspace_users set role_id = 1 where workspace_id = $1`, [workspaceId]);
    expect(refused.body.error.violations.memberId).toContain('only owner');
    expect(await query('select id from hand_overs')).toEqual([]);
    expect((await caller(leaver)('GET', path())).body).toMatchObject({ running: 1 });
  });

  it('goes on where it was cut off, twice at once, and changes each of many once', async () => {
    const { draft } = await work();
    await query(
      `insert into workflows (envelope_id, organization_id, workspace_id, creator_id, name, type, status, created_at,
         expires_at, source_type)
       select md5($2 || n::text), organization_id, workspace_id, creator_id, name, type, status, created_at, expires_at,
         source_type from workflows, generate_series(1, 600) as n where id = $1`,
      [draft, leaver.profile.name],
    );
    await handOver();
    const [{ id }] = await query('select id from hand_overs');
    // As where the process is killed in the second slice.
    await query(`create function cut_off() returns trigger language plpgsql as
      $$ begin if new.workflows > 500 then raise 'killed'; end if; return new; end $$`);
    await query(`create trigger cut_off before update on hand_overs for each row execute function cut_off()`);
    await expect(carryOutHandOver(instance.deps, id)).rejects.toThrow('killed');
    await query('drop function cut_off cascade');
    expect(await query('select workflows from hand_overs')).toEqual([{ workflows: 500 }]);
    await resumeHandOvers(instance.deps);
    await Promise.all([carryOutHandOver(instance.deps, id), carryOutHandOver(instance.deps, id)]);
    await instance.runJobs();
    const { body } = await caller(owner)('GET', '/api/v1/organization/events?limit=2');
    expect(body.items[0].detail).toEqual({ workflows: 602, templates: 1 });
    expect(body.items[1].name).not.toBe('member.handed_over');
    const [{ count }] = await query(
      `select count(*)::int from events where name = 'workflow.changed' and detail ->> 'parts' = 'creator'
         and detail -> 'handedOver' ->> 'from' = $1`,
      [leaver.profile.name],
    );
    expect(count).toBe(602);
  });
});

describe('an account that is erased', () => {
  const erase = () => caller(leaver)('POST', '/api/v1/account/erasure', { currentPassword: PASSWORD });

  it('a request that is past its sign-in when its account is erased creates nothing', async () => {
    const { id } = leaver.profile;
    await query(`create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4242); return new; end $$`);
    await query(`create trigger wait_for_test before insert on account_tombstones
      for each row execute function wait_for_test()`);
    const gate = await instance.deps.pool.connect();
    await gate.query('select pg_advisory_lock(4242)');
    const erasing = erase();
    // Amid its transaction.
    await untilWaiting(instance);
    const creating = [quickSender(() => leaver).post({}), add('templates')];
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

  it('mails about thousands of sent workflows are deleted in slices, and go on where they were cut off', async () => {
    const { id, email } = leaver.profile;
    const first = await idOf(await quickSender(() => leaver).create());
    await caller(leaver)('PUT', `/api/v1/envelopes/${first}/cancel`);
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
    expect((await erase()).status).toBe(204);
    expect(new Set(await mailed())).toEqual(new Set(['sent']));
    const [{ id: last }] = await query('select max(id) as id from workflows where creator_id = $1', [id]);
    await query(`create function fail_late() returns trigger language plpgsql as
      $$ begin if old.workflow_id = ${last} then raise exception 'the disk is full'; end if; return old; end $$`);
    await query('create trigger fail_late before delete on mails for each row execute function fail_late()');
    await expect(instance.jobs['erase-account'](id)).rejects.toThrow('the disk is full');
    await query('drop trigger fail_late on mails');
    const findings = await checkWork(instance.deps.database, instance.deps.clock);
    expect(findings.find(({ name }) => name === 'erasures')?.detail).toContain(
      'about 2000 of 2501 workflows',
    );
    expect(await mailed()).toHaveLength(501);
    await query(`delete from graphile_worker._private_jobs where key = 'erase-account ${id}'`);
    await instance.jobs['sweep-records'](0);
    await instance.runJobs();
    expect(await mailed()).toEqual([]);
    expect(await query('select 1 from account_erasures')).toEqual([]);
  });
});
