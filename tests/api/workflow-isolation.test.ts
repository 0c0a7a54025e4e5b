import { expect, test } from 'vitest';
import { openDraftClient } from '../support/draft-client.ts';
import { multipart, type Session } from '../support/instance.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { expectSameAnswer, type IsolatedCall } from '../support/isolation.ts';
import { caller } from '../support/organization.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease']) }] });
const RANDOM = 987_654;

const { instance, sender } = await openInstanceCase();
const stranger = await instance.signIn('Stranger', 'stranger@example.com');
const draftOf = async (session: Session) => {
  const client = await openDraftClient(instance, session, lease);
  return { workspaceId: client.workspaceId, workflowId: (await client.draft()).id };
};
const theirs = await draftOf(sender);
const mine = (await draftOf(stranger)).workspaceId;
const pdf = multipart([{ name: 'document', value: lease, fileName: 'lease.pdf' }]);
const person = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };

const OF_A_WORKFLOW: [IsolatedCall['method'], string, Partial<IsolatedCall>][] = [
  ['PUT', '', { payload: { name: 'Mine now' } }],
  ['POST', '/edit', { payload: { name: 'Mine now' } }],
  ['PUT', '/roles', { payload: { recipients: [person] } }],
  ['POST', '/steps', { payload: { steps: [{ type: 'sign', roles: [1] }] } }],
  ['POST', '/preferences', { payload: { preferences: [] } }],
  ['GET', '/fields', {}],
  ['PUT', '/fields', { payload: { fields: [] } }],
  ['POST', '/documents', pdf],
  ['DELETE', '/documents/1', {}],
];

test.each(OF_A_WORKFLOW)(
  '%s …%s: a foreign workflow is as unknown as a random one',
  async (method, suffix, more) => {
    const call = (workspaceId: number, workflowId: number): IsolatedCall => ({
      method,
      url: `/api/v1/workspaces/${workspaceId}/workflows/${workflowId}${suffix}`,
      ...more,
    });
    const { workspaceId, workflowId } = theirs;
    await expectSameAnswer(stranger, {
      foreign: call(workspaceId, workflowId),
      random: call(RANDOM, RANDOM),
    });
    await expectSameAnswer(stranger, { foreign: call(mine, workflowId), random: call(mine, RANDOM) });
  },
);

test("one's own is unknown under the address of another workspace", async () => {
  const url = `/api/v1/workspaces/${mine}/workflows/${theirs.workflowId}`;
  const calls = [
    { method: 'GET', url },
    { method: 'GET', url: `${url}/fields` },
    { method: 'PUT', url: `${url}/tags`, payload: { tags: [] } },
  ] as const;
  for (const call of calls) {
    const answer = await sender.call(call);
    expect([answer.statusCode, answer.json().error.code], call.method).toEqual([404, 'WORKFLOW_NOT_FOUND']);
  }
});

test('without the workspace in the address, too', async () => {
  const call = (id: number) => ({
    method: 'PUT' as const,
    url: `/api/v1/workflows/${id}/roles`,
    payload: { recipients: [person] },
  });
  await expectSameAnswer(stranger, { foreign: call(theirs.workflowId), random: call(RANDOM) });
});

test('bulk calls say it in their items', async () => {
  const { workspaceId, workflowId } = theirs;
  const start = async (space: number, id: number) =>
    (await caller(stranger)('PUT', `/api/v1/workspaces/${space}/workflows/${id}/start`)).body[0].error;
  expect(await start(workspaceId, workflowId)).toEqual(await start(RANDOM, RANDOM));
  const workflows = [
    { id: workflowId, workspaceId },
    { id: RANDOM, workspaceId: RANDOM },
  ];
  const url = `/api/v1/workspaces/${mine}/workflows`;
  const [foreign, random] = (await caller(stranger)('DELETE', url, { workflows })).body;
  expect([foreign.result, foreign.error]).toEqual([false, random.error]);
  expect(random.error).toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
});

test('nothing is made in a foreign workspace', async () => {
  const form = multipart([
    { name: 'name', value: 'Lease' },
    { name: 'document', value: lease, fileName: 'lease.pdf' },
  ]);
  const call = (id: number) => ({
    method: 'POST' as const,
    url: `/api/v1/workspaces/${id}/workflows`,
    ...form,
  });
  await expectSameAnswer(stranger, { foreign: call(theirs.workspaceId), random: call(RANDOM) });
});

test('a member who may only view is refused a change, with the reason', async () => {
  await instance.deps.database
    .updateTable('workspace_users')
    .set({ role_id: 4 })
    .where('workspace_id', '=', theirs.workspaceId)
    .execute();
  const { workspaceId, workflowId } = theirs;
  const path = `/api/v1/workspaces/${workspaceId}/workflows/${workflowId}`;
  for (const [method, suffix, more] of OF_A_WORKFLOW.filter(([verb]) => verb !== 'GET')) {
    const answer = await sender.call({ method, url: path + suffix, ...more });
    expect([suffix, answer.statusCode]).toEqual([suffix, 403]);
  }
  expect((await sender.call({ method: 'GET', url: `${path}/fields` })).statusCode).toBe(200);
});
