import { beforeEach, expect, it } from 'vitest';
import { forThisTest } from '../support/instance-case.ts';
import { type NotifyingInstance, notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let instance: NotifyingInstance;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await forThisTest(openWebhookReceiver());
  instance = await forThisTest(openNotifyingInstance());
});

async function ask(method: 'GET' | 'POST', url: string, headers: Record<string, string>) {
  const response = await instance.app.inject({ method, url, headers });
  return { status: response.statusCode, body: response.json() };
}

it('lists every notification with every attempt, and delivers again by hand what was given up', async () => {
  receiver.answerWith((_received, response, count) => response.writeHead(count === 1 ? 410 : 204).end());
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  await instance.run();
  const owner = await instance.asSender();
  const url = `/api/v1/workspaces/${instance.workspaceId}/workflows/${workflowId}/deliveries`;
  const { body } = await ask('GET', url, owner);
  expect(body).toMatchObject([
    { event: 'workflow.started', url: receiver.url, state: 'dead', attempts: [{ status: 410, error: null }] },
    { event: 'action.started', state: 'delivered', nextAttemptDate: null, attempts: [{ status: 204 }] },
  ]);
  const replayed = await ask('POST', `${url}/${body[0].id}/replay`, owner);
  expect(replayed).toMatchObject({ status: 200, body: { id: body[0].id, state: 'pending' } });
  expect((await ask('POST', `${url}/${body[0].id}/replay`, owner)).body.error.code).toBe(
    'WORKFLOW_STATUS_CONFLICT',
  );
  await instance.run();
  const [again] = (await ask('GET', url, owner)).body;
  expect(again).toMatchObject({ state: 'delivered', attempts: [{ status: 410 }, { status: 204 }] });
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids[2]).toBe(ids[0]);
  expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body);
});

it('replays none of another workflow', async () => {
  const workflowId = await instance.start({ preferences: notifying(receiver.url) });
  const otherId = await instance.start();
  await instance.run();
  const owner = await instance.asSender();
  const urlOf = (id: number) => `/api/v1/workspaces/${instance.workspaceId}/workflows/${id}/deliveries`;
  const [delivery] = (await ask('GET', urlOf(workflowId), owner)).body;
  const elsewhere = await ask('POST', `${urlOf(otherId)}/${delivery.id}/replay`, owner);
  expect([elsewhere.status, elsewhere.body.error.code]).toEqual([404, 'NOT_FOUND']);
});
