import { expect, test } from 'vitest';
import { composeMail } from '../../server/src/mail/compose-mail.ts';
import { openFaultyProvider } from '../support/faulty-provider.ts';
import { forThisFile, forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { notifying } from '../support/notifying-instance.ts';
import { followQualified } from '../support/qualified-signer.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

const ann = { name: 'Ann Lee', email: 'ann@example.com' };

const receiver = await forThisFile(openWebhookReceiver());
const { instance, sender, create } = await openInstanceCase();

async function order(name: string, recipient: Parameters<typeof followQualified>[1] = ann): Promise<void> {
  await create({
    ...{ name, type: 'qualified' },
    steps: [{ type: 'sign', recipients: [recipient] }],
    preferences: notifying(receiver.url),
  });
  await instance.runJobs();
}

test('notifications say of a signature by the sandbox that it has no legal effect', async () => {
  await order('Lease');
  const signer = await followQualified(instance, ann);
  expect((await signer.signQualified()).statusCode).toBe(200);
  await instance.runJobs();
  const { json } = await receiver.waitFor(({ headers }) => headers['paraph-event'] === 'workflow.signed');
  expect(JSON.stringify(json)).toContain('"notice":"Sandbox, no legal effect"');
});

test('mails that name the provider say so, until there is another one', async () => {
  const lou = { ...ann, email: 'lou@example.com' };
  await order('Annex', lou);
  const mailed = async () => {
    const { database } = instance.deps;
    const rows = database.selectFrom('mails').selectAll().where('to_email', '=', lou.email).orderBy('id');
    const mails = await Promise.all((await rows.execute()).map((row) => composeMail(instance.deps, row)));
    return mails.map((mail) => mail?.text.includes('Sandbox, no legal effect: '));
  };
  expect(await mailed()).toEqual([true]);
  const provider = await forThisTest(openFaultyProvider(instance));
  const key = await provider.addTo(sender);
  expect(await mailed()).toEqual([false]);
  const url = `/api/v1/organization/trust-providers/${key}`;
  expect((await sender.call({ method: 'DELETE', url })).statusCode).toBe(204);
  expect((await (await followQualified(instance, lou)).signQualified()).statusCode).toBe(200);
  await instance.runJobs();
  expect(await mailed()).toEqual([true, true]);
});

test('whoever chooses the level reads that the sandbox signs, until a provider of their own does', async () => {
  const qualified = { type: 'qualified', offered: true, permitted: true, missing: null };
  const levels = async () =>
    (await sender.call({ method: 'GET', url: '/api/v1/organization/levels' })).json().levels;
  expect(await levels()).toContainEqual({ ...qualified, sandbox: true });
  expect(await levels()).toContainEqual({ ...qualified, type: 'advanced', sandbox: false });
  const provider = await forThisTest(openFaultyProvider(instance));
  await provider.addTo(sender);
  expect(await levels()).toContainEqual({ ...qualified, sandbox: false });
});
