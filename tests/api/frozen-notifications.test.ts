import { expect, test } from 'vitest';
import { freezeOrganization } from '../../server/src/organization-moves/freeze-organization.ts';
import { forThisTest } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { notifying, openNotifyingInstance } from '../support/notifying-instance.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

test('what waits when an organization is frozen is sent afterwards, and once', async () => {
  const mailbox = await forThisTest(openMailReceiver());
  const hook = await forThisTest(openWebhookReceiver());
  const instance = await forThisTest(openNotifyingInstance({ SMTP_URL: mailbox.url }));
  const { deps } = instance;
  mailbox.onMessage(() => ({ code: 451, message: 'Later' }));
  hook.answerWith((_received, response) => response.writeHead(500).end());
  const workflowId = await instance.start({ preferences: notifying(hook.url) });
  await instance.run();
  const { organization_id: organizationId } = await deps.database
    .selectFrom('workflows')
    .select('organization_id')
    .where('id', '=', workflowId)
    .executeTakeFirstOrThrow();
  await freezeOrganization({ ...deps, patienceMs: 0 }, organizationId);
  const events = await instance.events(workflowId);
  mailbox.onMessage(() => 'accept');
  // The last word of the receiver, of which an event would tell.
  hook.answerWith((_received, response) => response.writeHead(410).end());
  const called = hook.received.length;
  for (const seconds of [3600, 60, 60]) {
    instance.advanceClock(seconds);
    await instance.run();
  }
  expect(mailbox.messages.map(({ to }) => to)).toEqual([['bob@example.com']]);
  const states = async (table: 'mails' | 'deliveries') =>
    (await deps.pool.query(`select state from ${table} order by id`)).rows.map(({ state }) => state);
  expect(await states('mails')).toEqual(['sent']);
  expect(await states('deliveries')).toEqual(['dead', 'dead']);
  expect(hook.received.length - called).toBe(2);
  expect(await instance.events(workflowId)).toEqual(events);
});
