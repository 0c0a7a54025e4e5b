import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import type { Session } from '../support/instance.ts';
import { envelopesOf, openTeamCase, untilWaiting } from '../support/instance-case.ts';
import { addMember, bare, caller } from '../support/organization.ts';
import { followInvitation } from '../support/signer.ts';

const { instance, ada, bob, eve, bobsMember, addBob } = await openTeamCase();

const create = async (session: Session, body: object) => caller(session)('POST', '/api/v1/workspaces', body);
const usersOf = (id: number) => `/api/v1/workspaces/${id}/users`;
const give = (id: number, ...users: object[]) => caller(ada)('PUT', usersOf(id), { users });

it('lists the organizations of a caller, what they run first, and their workspaces there', async () => {
  const organizationsOf = async (session: Session) =>
    (await caller(session)('GET', '/api/v1/organizations')).body;
  const [adas, ...none] = await organizationsOf(ada);
  expect(none).toEqual([]);
  const [bobs, ...others] = await organizationsOf(bob);
  const { id, name } = adas;
  const shown = { id, name, memberId: bobsMember, administrator: false, workspaceIds: [], hasPicture: false };
  expect([bobs.administrator, others]).toEqual([true, [shown]]);
  await addBob(adas.workspaceIds[0], 'viewer');
  expect((await organizationsOf(bob))[1].workspaceIds).toEqual([adas.workspaceIds[0]]);
});

it('a workspace is opened by a member, who owns it', async () => {
  const { status, body } = await create(ada, { name: 'Contracts', description: 'All of them' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Contracts', description: 'All of them', tags: [], integrations: [] });
  expect(body.workspaceUsers).toHaveLength(1);
  expect(body.workspaceUsers[0]).toMatchObject({ role: 1, roleKey: 'owner', email: 'ada@example.com' });
  expect((await caller(ada)('GET', `/api/v1/workspaces/${body.id}`)).body).toEqual(body);
  expect((await create(ada, { name: 'No description', description: null })).body.description).toBeNull();
});

it('a workspace is refused with every problem named at once', async () => {
  const { status, body } = await create(ada, { name: ' x ', description: 'y'.repeat(256) });
  expect(status).toBe(400);
  expect(Object.keys(body.error.violations).sort()).toEqual(['description', 'name']);
  expect((await create(ada, {})).body.error.violations).toHaveProperty('name');
});

it('a workspace is opened in the named organization, by one of its members', async () => {
  const { body: members } = await caller(bob)('GET', '/api/v1/organization/members');
  expect(members.total).toBe(1);
  const [adas] = await instance.deps.database
    .selectFrom('members')
    .select('organization_id')
    .where('id', '=', bobsMember)
    .execute();
  const made = await create(bob, { name: 'At Ada’s', organizationId: adas?.organization_id });
  expect(made.status).toBe(201);
  const stored = await instance.deps.database
    .selectFrom('workspaces')
    .select('organization_id')
    .where('id', '=', made.body.id)
    .executeTakeFirst();
  expect(stored).toEqual(adas);
});

describe('the users of a workspace', () => {
  it('are nothing that a viewer can find out by trying', async () => {
    const { body: workspace } = await create(ada, { name: 'Looked at' });
    const users = usersOf(workspace.id);
    await addBob(workspace.id, 'viewer');
    const put = (user: object) => caller(bob)('PUT', users, { users: [{ ...user, roleId: 'editor' }] });
    const [known, unknown] = [await put({ memberId: bobsMember }), await put({ memberId: 987_654 })];
    expect([known.status, unknown.status]).toEqual([403, 403]);
    expect(bare(known.body)).toEqual(bare(unknown.body));
  });

  it('are added and changed in one call, at both addresses; who is not named stays', async () => {
    const { body: workspace } = await create(ada, { name: 'Team' });
    const added = await addBob(workspace.id, 3);
    expect(added.status).toBe(200);
    expect(added.body).toEqual([
      {
        id: expect.any(Number),
        email: 'bob@example.com',
        role: 3,
        picture: { file: null, thumb: null, format: ' ', size: 0 },
        name: 'Bob',
      },
    ]);
    const [{ id }] = added.body;
    const changed = await caller(ada)('PUT', `/workspaces/${workspace.id}/users`, {
      users: [{ id: String(id), memberId: String(bobsMember), roleId: '4' }],
    });
    expect(changed.body).toEqual([{ ...added.body[0], role: 4 }]);
    const { uniqueId } = (await caller(ada)('GET', '/api/v1/organization/members?query=bob')).body.items[0];
    const byKey = await give(workspace.id, { memberId: uniqueId, roleId: 'administrator' });
    expect(byKey.body).toEqual([{ ...added.body[0], role: 2 }]);
    const { body } = await caller(bob)('GET', `/api/v1/workspaces/${workspace.id}`);
    expect(body.workspaceUsers.map(({ role }: { role: number }) => role)).toEqual([1, 2]);
  });

  it('may be invited people, who have no name yet', async () => {
    await caller(ada)('POST', '/api/v1/organization/members', { members: [{ email: 'new@example.com' }] });
    const invited = await caller(ada)('GET', '/api/v1/organization/members?query=new@');
    const memberId = invited.body.items[0].id;
    const { body: workspace } = await create(ada, { name: 'Waiting' });
    const { body } = await give(workspace.id, { memberId, roleId: 1 });
    expect(body[0]).toMatchObject({ email: 'new@example.com', name: null, picture: null, role: 1 });
    const [own] = workspace.workspaceUsers;
    const alone = await give(workspace.id, { id: own.id, roleId: 2 });
    expect(alone.body.error.violations.users).toContain('at least one owner');
  });

  it('are refused with every problem named at once, and none of them is carried out', async () => {
    const { body: workspace } = await create(ada, { name: 'Strict' });
    const own = workspace.workspaceUsers[0];
    const { body } = await give(
      workspace.id,
      { memberId: bobsMember, roleId: 3 },
      { memberId: bobsMember, roleId: 'nothing' },
      { memberId: 987_654, roleId: 3 },
      { id: 987_654, roleId: 3 },
      { id: own.id, memberId: bobsMember, roleId: 1 },
      { roleId: 3 },
    );
    expect(Object.keys(body.error.violations).sort()).toEqual([
      'users[1][memberId]',
      'users[1][roleId]',
      'users[2][memberId]',
      'users[3][id]',
      'users[4][memberId]',
      'users[5][memberId]',
    ]);
    expect((await caller(ada)('GET', `/api/v1/workspaces/${workspace.id}`)).body).toEqual(workspace);
    for (const users of [[], undefined]) {
      const empty = await caller(ada)('PUT', usersOf(workspace.id), { users });
      expect(empty.body.error.violations).toHaveProperty('users');
    }
  });

  it('keep an owner at every removal and change', async () => {
    const { body: workspace } = await create(ada, { name: 'Owned' });
    const [own] = workspace.workspaceUsers;
    const removed = await caller(ada)('DELETE', `${usersOf(workspace.id)}/${own.id}`);
    expect(removed.status).toBe(400);
    expect(removed.body.error.violations.workspaceUserId).toContain('at least one owner');
    const swapped = await give(workspace.id, { id: own.id, roleId: 4 }, { memberId: bobsMember, roleId: 1 });
    expect(swapped.body.map(({ role }: { role: number }) => role)).toEqual([4, 1]);
    expect((await caller(ada)('DELETE', `${usersOf(workspace.id)}/${own.id}`)).status).toBe(204);
    expect((await caller(ada)('GET', `/api/v1/workspaces/${workspace.id}`)).status).toBe(404);
  });

  it('are managed by those whose role says so, up to what they may do themselves', async () => {
    const { body: workspace } = await create(ada, { name: 'Ranks' });
    const [own] = workspace.workspaceUsers;
    const users = usersOf(workspace.id);
    const giveAs = (session: Session, user: object) => caller(session)('PUT', users, { users: [user] });
    const [workspaceUser] = (await addBob(workspace.id, 'administrator')).body;
    expect((await giveAs(bob, { id: workspaceUser.id, roleId: 'owner' })).status).toBe(403);
    expect((await giveAs(bob, { id: own.id, roleId: 'viewer' })).status).toBe(403);
    expect((await caller(bob)('DELETE', `${users}/${own.id}`)).status).toBe(403);
    const fay = await instance.signIn('Fay', 'fay@example.com');
    const memberId = await addMember(instance, ada, fay);
    const [added] = (await giveAs(bob, { memberId, roleId: 'editor' })).body;
    expect(added.role).toBe(3);
    expect((await giveAs(fay, { id: workspaceUser.id, roleId: 'viewer' })).status).toBe(403);
    expect((await giveAs(fay, { memberId, roleId: 'administrator' })).status).toBe(403);
    expect((await caller(fay)('DELETE', `${users}/${workspaceUser.id}`)).status).toBe(403);
    expect((await caller(fay)('DELETE', `${users}/${added.id}`)).status).toBe(204);
  });

  it('lose their rights at once', async () => {
    const { body: workspace } = await create(ada, { name: 'Short' });
    const [workspaceUser] = (await addBob(workspace.id, 3)).body;
    expect((await caller(bob)('GET', `/api/v1/workspaces/${workspace.id}`)).status).toBe(200);
    await caller(ada)('DELETE', `${usersOf(workspace.id)}/${workspaceUser.id}`);
    expect((await caller(bob)('GET', `/api/v1/workspaces/${workspace.id}`)).status).toBe(404);
  });
});

const url = (id: number) => `/api/v1/workspaces/${id}`;
const open = async (name: string, session = ada) =>
  (await caller(session)('POST', '/api/v1/workspaces', { name, description: 'First words' })).body;
const listed = async (id: number, session = ada) =>
  (await caller(session)('GET', `${url(id)}/workflows`)).body.items as { id: number; status: string }[];

const envelopes = envelopesOf(instance, () => ada);
const within = (workspaceId: number) => ({ more: { workspaceId: String(workspaceId) } });
const send = async (workspaceId: number) =>
  (await envelopes.workflowOf(await envelopes.create(within(workspaceId)))).id;

describe('a workspace is changed', () => {
  it('in its name, its description or both; what is absent stays', async () => {
    const workspace = await open('Contracts');
    const renamed = await caller(ada)('PUT', url(workspace.id), { name: '  Treaties ' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({ ...workspace, name: 'Treaties' });
    const described = await caller(ada)('PUT', url(workspace.id), { description: 'All\nof them' });
    expect(described.body).toEqual({ ...workspace, name: 'Treaties', description: 'All\nof them' });
    expect((await caller(ada)('PUT', url(workspace.id), {})).body).toEqual(described.body);
    const bare = await caller(ada)('PUT', url(workspace.id), { description: null });
    expect(bare.body).toEqual({ ...workspace, name: 'Treaties', description: null });
    expect((await caller(ada)('GET', url(workspace.id))).body).toEqual(bare.body);
  });

  it('or refused with every problem named at once, and nothing of it carried out', async () => {
    const workspace = await open('Strict');
    const change = { name: 'x', description: 'y'.repeat(256) };
    const { status, body } = await caller(ada)('PUT', url(workspace.id), change);
    expect(status).toBe(400);
    expect(Object.keys(body.error.violations).sort()).toEqual(['description', 'name']);
    expect((await caller(ada)('GET', url(workspace.id))).body).toEqual(workspace);
  });
});

describe('a workspace is closed', () => {
  it('once nothing in it is under way; what has ended moves and keeps its trail', async () => {
    const { id } = await open('Old');
    const archive = await open('Archive');
    const canceled = await send(id);
    const declined = await send(id);
    await instance.runJobs();
    await (await followInvitation(instance, 'ada@example.com')).call('POST', '/decline', { reason: 'No' });
    const refused = await caller(ada)('DELETE', `${url(id)}?newWorkspaceId=${archive.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    expect(refused.body.error.message).toContain('one workflow');
    expect(await listed(id)).toHaveLength(2);

    await caller(ada)('PUT', `${url(id)}/workflows/${canceled}/cancel`);
    const { status, body } = await caller(ada)('DELETE', `${url(id)}?newWorkspaceId=${archive.id}`);
    expect([status, body]).toEqual([204, null]);
    expect((await caller(ada)('GET', url(id))).status).toBe(404);
    expect((await caller(ada)('GET', `${url(id)}/workflows`)).status).toBe(404);
    expect((await listed(archive.id)).map((each) => [each.id, each.status])).toEqual([
      [declined, 'declined'],
      [canceled, 'canceled'],
    ]);
    for (const workflowId of [canceled, declined]) {
      const trail = (await caller(ada)('GET', `${url(archive.id)}/workflows/${workflowId}/timeline`)).body;
      expect(trail.at(-1)).toMatchObject({
        event: 'workflow.changed',
        actor: { email: 'ada@example.com' },
        detail: 'newWorkspaceId',
      });
      const chain = await verifyChain(instance.deps.database, instance.deps, workflowId);
      expect(chain).toMatchObject({ intact: true });
    }
  });

  it('with a draft in it not, either', async () => {
    const { id } = await open('Drafts');
    await envelopes.draft(within(id));
    expect((await caller(ada)('DELETE', url(id))).status).toBe(409);
  });

  it('the rest going to the oldest workspace of the organization, where none is named', async () => {
    const { id } = await open('Plain');
    const workflowId = await send(id);
    await caller(ada)('PUT', `${url(id)}/workflows/${workflowId}/cancel`);
    expect((await caller(ada)('DELETE', url(id))).status).toBe(204);
    const [oldest] = (await caller(ada)('GET', '/api/v1/workspaces')).body;
    expect((await listed(oldest.id)).map((each) => each.id)).toContain(workflowId);
  });

  it('never into a workspace that is not the organization’s, or where the caller may not make workflows', async () => {
    const { id } = await open('Closing');
    const [foreign] = (await caller(eve)('GET', '/api/v1/workspaces')).body;
    const viewed = await open('Viewed');
    await addBob(viewed.id, 'owner');
    const [own] = viewed.workspaceUsers;
    await caller(bob)('PUT', `${url(viewed.id)}/users`, { users: [{ id: own.id, roleId: 'viewer' }] });
    for (const newWorkspaceId of [id, foreign.id, viewed.id, 987_654]) {
      const { status, body } = await caller(ada)('DELETE', `${url(id)}?newWorkspaceId=${newWorkspaceId}`);
      expect([newWorkspaceId, status]).toEqual([newWorkspaceId, 400]);
      expect(body.error.violations.newWorkspaceId).toContain('another workspace');
    }
    expect((await caller(ada)('GET', url(id))).status).toBe(200);
  });

  it('but not the last one of a member', async () => {
    const fay = await instance.signIn('Fay', 'fay@example.com');
    const [only] = (await caller(fay)('GET', '/api/v1/workspaces')).body;
    const last = await caller(fay)('DELETE', url(only.id));
    expect(last.status).toBe(400);
    expect(last.body.error.violations.workspaceId).toContain('open another one first');

    const { id } = await open('Guests');
    await caller(ada)('POST', '/api/v1/organization/members', { members: [{ email: 'guest@example.com' }] });
    const found = await caller(ada)('GET', '/api/v1/organization/members?query=guest@');
    const [guest] = (await give(id, { memberId: found.body.items[0].id, roleId: 'editor' })).body;
    const refused = await caller(ada)('DELETE', url(id));
    expect(refused.status).toBe(400);
    expect(refused.body.error.violations.workspaceId).toContain('guest@example.com');
    await caller(ada)('DELETE', `${url(id)}/users/${guest.id}`);
    expect((await caller(ada)('DELETE', url(id))).status).toBe(204);
  });

  it('while a document arrives: the answer says that the workspace is closed', async () => {
    const { id } = await open('Race');
    const { database } = instance.deps;
    const arriving = await database.transaction().execute(async (tx) => {
      await tx.deleteFrom('workspaces').where('id', '=', id).execute();
      const answer = envelopes.post(within(id));
      // The new workflow for the workspace.
      await untilWaiting(instance);
      return { answer };
    });
    const answer = await arriving.answer;
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
  });
});
