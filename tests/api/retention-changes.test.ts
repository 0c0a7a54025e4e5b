import { expect, test } from 'vitest';
import { openTestInstance, type Session } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { ann, lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const DAY = 86_400;
const RETENTION = '/api/v1/organization/retention';

const instance = await forThisFile(openTestInstance());
let owner = await instance.signIn('Owner', 'owner@example.com');

const call = (...request: Parameters<ReturnType<typeof caller>>) => caller(owner)(...request);
const { query, createStopped } = workflowTables(() => instance);
const stopped = () => createStopped(owner);
const workspaceOf = async (session: Session): Promise<number> =>
  (await caller(session)('GET', '/api/v1/workspaces')).body[0].id;

test('who changed a period, when, and from what to what, is recorded once', async () => {
  const CHANGES = `${RETENTION}/changes`;
  const [workspaceId, workflowId] = [await workspaceOf(owner), await stopped()];
  await call('PUT', RETENTION, { stoppedMonths: 6, signedYears: 10 });
  const changedDate = instance.nowSeconds();
  instance.advance(60);
  for (const url of [RETENTION, RETENTION]) await call('PUT', url, { stoppedMonths: 12 });
  await call('PUT', `${RETENTION}/workspaces/${workspaceId}`, { draftDays: 0 });
  await call('PUT', `${RETENTION}/workflows/${workflowId}`, { stoppedMonths: 1 });
  await call('PUT', `${RETENTION}/workflows/${workflowId}`, { stoppedMonths: 1 });
  const none = { signedYears: null, stoppedMonths: null, draftDays: null };
  const by = { changedBy: { id: owner.profile.id, name: 'Owner', byKey: null } };
  const first = { ...none, stoppedMonths: 6, signedYears: 10 };
  const expected = [
    { ...by, workflowId, workspaceId: null, before: none, after: { ...none, stoppedMonths: 1 } },
    {
      ...by,
      workflowId: null,
      workspaceId,
      workflowName: null,
      before: none,
      after: { ...none, draftDays: 0 },
    },
    { ...by, workflowId: null, workspaceId: null, before: first, after: { ...first, stoppedMonths: 12 } },
    { ...by, workflowId: null, workspaceId: null, before: none, after: first, changedDate },
  ];
  const { body } = await call('GET', CHANGES);
  expect(body).toMatchObject({ total: 4, items: expected });
  expect(body.items[0].workflowName).toEqual(expect.any(String));
  const second = await call('GET', `${CHANGES}?page=2&limit=3`);
  expect(second.body).toMatchObject({ total: 4, pages: 2, items: [{ after: first }] });
  const events = await query(
    `select detail from events where workflow_id = $1 and name = 'workflow.changed'`,
    [workflowId],
  );
  expect(events).toEqual([{ detail: { parts: 'retention', retentionChange: body.items[0].id } }]);
  const other = await instance.signIn('Other', 'other-changes@example.com');
  expect((await caller(other)('GET', CHANGES)).body).toMatchObject({ total: 0, items: [] });
  await call('DELETE', `/api/v1/envelopes/${workflowId}`);
  expect((await call('GET', CHANGES)).body.items[0]).toMatchObject({ workflowId, workflowName: null });
});

test('a template says how long what is made of it is kept, also once it is deleted', async () => {
  await query('delete from retention_policies');
  const client = await openTemplateClient(instance, owner, lease);
  const template = await client.filled([{ name: 'Buyer', type: 'sign' }]);
  const made = await client.cloned(template.id, { recipients: [ann] });
  await query("update workflows set status = 'canceled', ended_at = $1 where id = $2", [
    ...[new Date(instance.nowSeconds() * 1000), made.id],
  ]);
  const other = await stopped();
  const url = `${RETENTION}/templates/${template.id}`;
  const sourceOf = async (id: number) => (await call('GET', `${RETENTION}/workflows/${id}`)).body.source;
  await call('PUT', `${RETENTION}/workspaces/${client.workspaceId}`, { stoppedMonths: 0 });
  instance.advance(40 * DAY);
  owner = await instance.signIn('Owner', 'owner@example.com');
  const effect = { templateId: template.id, stoppedMonths: 1 };
  expect((await call('POST', `${RETENTION}/effect`, effect)).body).toMatchObject({ workflows: 1 });
  const set = await call('PUT', url, { stoppedMonths: 1 });
  const none = { signedYears: null, draftDays: null };
  const about = { templateId: template.id, policy: { ...none, stoppedMonths: 1 } };
  expect(set.body.templates).toEqual([{ ...about, name: template.name, workspaceId: client.workspaceId }]);
  expect([await sourceOf(made.id), await sourceOf(other)]).toEqual(['template', 'workspace']);
  const stranger = await instance.signIn('Stranger', 'stranger-templates@example.com');
  expect((await caller(stranger)('PUT', url, { stoppedMonths: 1 })).body.error.code).toBe(
    'TEMPLATE_NOT_FOUND',
  );
  await call('DELETE', `/api/v1/workspaces/${client.workspaceId}/templates/${template.id}`);
  expect((await call('GET', RETENTION)).body.templates).toEqual([
    { ...about, name: null, workspaceId: null },
  ]);
  expect(await sourceOf(made.id)).toBe('template');
  const { body: changes } = await call('GET', `${RETENTION}/changes`);
  expect(changes.items[0]).toMatchObject({ templateId: template.id, templateName: null, workspaceId: null });
  const both = { ...effect, workspaceId: client.workspaceId };
  expect((await call('POST', `${RETENTION}/effect`, both)).body.error.violations).toEqual({
    templateId: expect.stringContaining('not both'),
  });
  expect((await call('PUT', url, { stoppedMonths: null })).body.templates).toEqual([]);
});

test('who may see a workflow learns when it is erased, and who may delete it why it is held', async () => {
  await query('delete from retention_policies');
  const member = await instance.signIn('Member', 'member@example.com');
  await addMember(instance, owner, member);
  const workflowId = await stopped();
  const endedAt = instance.nowSeconds();
  await call('PUT', RETENTION, { stoppedMonths: 1 });
  const [{ id: organizationId }] = await query('select id from organizations order by id');
  const url = `${RETENTION}/workflows/${workflowId}?organizationId=${organizationId}`;
  const asRole = async (roleId: number) => {
    await query(
      `insert into workspace_users (workspace_id, member_id, role_id, created_at)
       select workflows.workspace_id, members.id, $3, now() from workflows, members
       where workflows.id = $1 and members.user_id = $2 and members.organization_id = $4
       on conflict (workspace_id, member_id) do update set role_id = $3`,
      [workflowId, member.profile.id, roleId, organizationId],
    );
    return (await caller(member)('GET', url)).body;
  };
  expect(await asRole(4)).toMatchObject({
    rule: 'stopped',
    source: 'organization',
    hold: null,
    mayChange: false,
  });
  expect((await caller(member)('PUT', url, { stoppedMonths: 0 })).status).toBe(403);
  expect((await call('GET', url)).body).toMatchObject({ mayChange: true });

  const effect = (change: object) => call('POST', `${RETENTION}/effect`, { workflowId, ...change });
  expect((await effect({ stoppedMonths: 0 })).body).toMatchObject({ workflows: 0, dueDate: null });
  const { body: later } = await effect({ stoppedMonths: 12 });
  expect(later).toMatchObject({ workflows: 0, held: 0, isComplete: true });
  expect(later.dueDate).toBeGreaterThan(endedAt + 360 * DAY);
  instance.advance(40 * DAY);
  owner = await instance.signIn('Owner', 'owner@example.com');
  expect((await effect({})).body).toMatchObject({ workflows: 1, oldestDate: endedAt });
  const both = await effect({ workspaceId: await workspaceOf(owner) });
  expect(both.body.error.violations).toEqual({ workflowId: expect.stringContaining('not both') });

  const hold = { reason: 'Lawsuit of July.', workflowId };
  const { id: holdId } = (await call('POST', '/api/v1/organization/holds', hold)).body;
  expect((await effect({})).body).toMatchObject({ workflows: 0, held: 1, oldestDate: null });
  const signedIn = await instance.signIn('Member', 'member@example.com');
  expect((await caller(signedIn)('GET', url)).body.hold).toMatch(/^A legal hold keeps it/);
  await query('update workspace_users set role_id = 2 where role_id = 4');
  expect((await caller(signedIn)('GET', url)).body.hold).toBe('Lawsuit of July.');
  await query('delete from workspace_users where role_id = 2');
  expect((await caller(signedIn)('GET', url)).status).toBe(403);
  await call('POST', `/api/v1/organization/holds/${holdId}/lift`);
  await call('DELETE', `/api/v1/envelopes/${workflowId}`);
});
