import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { quickForm } from '../support/instance.ts';
import { envelopesOf, openTeamCase, untilWaiting } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const { instance, ada, bob, eve, addBob } = await openTeamCase();

const url = (id: number) => `/api/v1/workspaces/${id}`;
const open = async (name: string, session = ada) =>
  (await caller(session)('POST', '/api/v1/workspaces', { name, description: 'First words' })).body;
const listed = async (id: number, session = ada) =>
  (await caller(session)('GET', `${url(id)}/workflows`)).body.items as { id: number; status: string }[];

const { post, create, workflowOf } = envelopesOf(instance, () => ada);
const within = (workspaceId: number) => ({ more: { workspaceId: String(workspaceId) } });
const send = async (workspaceId: number) => (await workflowOf(await create(within(workspaceId)))).id;

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
    const form = quickForm({ document: lease, ...within(id) });
    await ada.call({ method: 'POST', url: '/api/v1/envelopes', ...form });
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
    const users = [{ memberId: found.body.items[0].id, roleId: 'editor' }];
    const [guest] = (await caller(ada)('PUT', `${url(id)}/users`, { users })).body;
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
      const answer = post(within(id));
      // The new workflow for the workspace.
      await untilWaiting(instance);
      return { answer };
    });
    const answer = await arriving.answer;
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
  });
});
