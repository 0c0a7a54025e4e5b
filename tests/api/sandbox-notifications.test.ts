import { expect, test } from 'vitest';
import { openTestInstance } from '../support/instance.ts';
import { notifying } from '../support/notifying-instance.ts';
import { followQualified } from '../support/qualified-signer.ts';
import { quickSender } from '../support/quick-sender.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

test('notifications say of a signature by the sandbox that it has no legal effect', async () => {
  const receiver = await openWebhookReceiver();
  const instance = await openTestInstance();
  try {
    const sender = await instance.signIn('Sender', 'sender@example.com');
    const ann = { name: 'Ann Lee', email: 'ann@example.com' };
    await quickSender(() => sender).create({
      type: 'qualified',
      steps: [{ type: 'sign', recipients: [ann] }],
      preferences: notifying(receiver.url),
    });
    await instance.runJobs();
    const signer = await followQualified(instance, ann);
    expect((await signer.signQualified()).statusCode).toBe(200);
    await instance.runJobs();
    const { json } = await receiver.waitFor(({ headers }) => headers['paraph-event'] === 'workflow.signed');
    expect(JSON.stringify(json)).toContain('"notice":"Sandbox, no legal effect"');
  } finally {
    await Promise.all([instance.close(), receiver.close()]);
  }
});
