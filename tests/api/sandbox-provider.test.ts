import { describe, expect, test } from 'vitest';
import { composeMail } from '../../server/src/mail/compose-mail.ts';
import { openFaultyProvider } from '../support/faulty-provider.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile, forThisTest, openInstanceCase } from '../support/instance-case.ts';
import { notifying } from '../support/notifying-instance.ts';
import { followQualified } from '../support/qualified-signer.ts';
import { sandboxPerson } from '../support/sandbox-person.ts';
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

describe('the sandbox provider of an instance', () => {
  test('is not there on an instance that others can reach', async () => {
    const other = await forThisTest(
      openTestInstance({ env: { PARAPH_BASE_URL: 'https://sign.example.com' } }),
    );
    for (const path of ['/oauth2/authorize', '/style.css', '/authority.cer', '/authority.crl'])
      expect((await other.inject({ url: `/sandbox-provider${path}` })).statusCode).toBe(404);
    const url = '/sandbox-provider/csc/v2/info';
    expect((await other.inject({ method: 'POST', url, payload: '{}' })).statusCode).toBe(404);
    // Nor can time be moved there: not even a credential is asked for.
    const time = {
      method: 'POST' as const,
      url: '/api/v1/workspaces/1/workflows/1/time',
      payload: { seconds: 1 },
    };
    expect((await instance.inject(time)).statusCode).toBe(401);
    expect((await other.inject(time)).statusCode).toBe(404);
  });

  test('keeps its authority and its holders when the process starts anew', async () => {
    const person = sandboxPerson(instance);
    const consent = () => person.consentTo({ scope: 'service' }, { name: 'Ann Sandbox' });
    const service = person.open({ token: await consent() });
    const ids = await service.credentials();
    const before = await service.credential(ids[0] ?? '');
    await instance.reopen();
    const again = await service.credential(ids[0] ?? '');
    expect(again.certificates).toEqual(before.certificates);
    expect(await person.open({ token: await consent() }).credentials()).toEqual(ids);
  });
});
