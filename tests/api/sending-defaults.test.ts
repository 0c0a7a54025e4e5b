import { expect, test } from 'vitest';
import { quickForm } from '../support/instance.ts';
import { expectStatus, openTeamCase, workflowOf } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';

const { instance, ada, bob, eve, openSpace, addBob } = await openTeamCase();
const OF_ORGANIZATION = '/api/v1/organization/defaults';

test('the nearest level says what documents begin with, and names itself', async () => {
  const call = caller(ada);
  const space = await openSpace('Contracts');
  await addBob(space, 'editor');
  const ofSpace = `/api/v1/workspaces/${space}/defaults`;
  const unset = { value: null, effective: null, source: null };
  expect((await call('GET', ofSpace)).body).toEqual({ expiryDays: unset, type: unset, language: unset });
  expect((await call('PUT', OF_ORGANIZATION, { expiryDays: 30, type: 'advanced' })).body).toEqual({
    expiryDays: { value: 30, effective: 30, source: 'organization' },
    type: { value: 'advanced', effective: 'advanced', source: 'organization' },
    language: unset,
  });
  const inherited = { value: null, effective: 'advanced', source: 'organization' };
  const set = (await call('PUT', ofSpace, { expiryDays: 14, language: 'de' })).body;
  expect(set).toEqual({
    expiryDays: { value: 14, effective: 14, source: 'workspace' },
    type: inherited,
    language: { value: 'de', effective: 'de', source: 'workspace' },
  });
  // Who sends may know it, and does not set it; the organization's own is for its administrators.
  expect((await caller(bob)('GET', ofSpace)).body).toEqual(set);
  expect((await caller(bob)('PUT', ofSpace, { expiryDays: 7 })).status).toBe(403);
  expect((await caller(bob)('GET', `${OF_ORGANIZATION}?organizationId=${ada.profile.id}`)).status).not.toBe(
    200,
  );
  for (const method of ['GET', 'PUT'] as const)
    expect((await caller(eve)(method, ofSpace, method === 'PUT' ? {} : undefined)).status).toBe(404);
  // A level that the role may not ask for is not proposed to it.
  const { roles } = (await call('GET', '/api/v1/organization/levels')).body;
  const { roleId } = roles.find(({ key }: { key: string }) => key === 'editor');
  await call('PUT', '/api/v1/organization/levels', { roles: [{ roleId, levels: ['simple'] }] });
  expect((await caller(bob)('GET', ofSpace)).body.type).toEqual(unset);
  expect((await call('GET', ofSpace)).body.type).toEqual(inherited);
  await call('PUT', ofSpace, { expiryDays: null });
  expect((await call('GET', ofSpace)).body).toMatchObject({
    expiryDays: { value: null, effective: 30, source: 'organization' },
    language: { value: 'de', source: 'workspace' },
  });
  // What programs leave out stays as it always was.
  const steps = [{ type: 'sign' as const, recipients: [{ name: 'Cay', email: 'cay@example.com' }] }];
  const form = quickForm({ document: lease, steps, more: { workspaceId: String(space) } });
  const sent = await ada.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
  const { id } = expectStatus(sent, 200).json();
  const { type, expires_at: end, created_at: made } = await workflowOf(instance, id);
  expect([type, Math.round((end.getTime() - made.getTime()) / 86_400_000)]).toEqual(['simple', 7]);
  const events = (await call('GET', '/api/v1/organization/events?kind=workspace')).body.items;
  const changes = events.filter(({ name }: { name: string }) => name === 'workspace.defaults_changed');
  expect(changes[0]).toMatchObject({ before: { expiryDays: 14 }, after: {} });
});

test.each([
  [{ expiryDays: 6 }, 'expiryDays'],
  [{ expiryDays: 91 }, 'expiryDays'],
  [{ type: 'grand' }, 'type'],
  [{ language: 'xx' }, 'language'],
])('%j is refused with the field', async (body, field) => {
  const { status, body: answer } = await caller(ada)('PUT', OF_ORGANIZATION, body);
  expect([status, Object.keys(answer.error.violations)]).toEqual([400, [field]]);
});
