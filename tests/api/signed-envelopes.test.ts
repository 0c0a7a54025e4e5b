import { expect, test } from 'vitest';
import type { Session } from '../support/instance.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { bob } from '../support/quick-sender.ts';

const ada = { name: 'Ada', email: 'ada@example.com' };

const { instance, sender, create, sign } = await openInstanceCase();
await instance.deps.intake.warm();
const signer = await instance.signIn(ada.name, ada.email);

const list = async (session: Session, query = '') =>
  (await caller(session)('GET', `/api/v1/profile/signed-envelopes${query}`)).body;

test('what the caller signed and all recipients finished, without what is the sender’s own', {
  timeout: 60_000,
}, async () => {
  const steps = [ada, bob].map((person) => ({ type: 'sign', recipients: [person] }));
  const id = await create({ steps, more: { 'metadata[secret]': 'note' } });
  await instance.runJobs();
  const waiting = await caller(signer)('GET', '/api/v1/profile/actions');
  expect(waiting.body.items[0].envelope).toMatchObject({ id, users: [], metadata: [] });
  await sign(ada);
  await instance.runJobs();
  expect((await list(signer)).items).toEqual([]);
  await sign(bob);
  await instance.runJobs();
  const { total, items } = await list(signer, '?limits=5');
  expect([total, items.map((item: { id: string }) => item.id)]).toEqual([1, [id]]);
  expect(items[0]).toMatchObject({ status: 'signed', users: [], metadata: [] });
  const { pathname, search } = new URL(items[0].documents[0].file.file);
  const bytes = await instance.inject({ method: 'GET', url: pathname + search });
  expect([bytes.statusCode, bytes.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
  expect((await list(sender)).items).toEqual([]);
});

test('an address that is not proven shows nothing', async () => {
  await instance.deps.database
    .updateTable('users')
    .set({ email_proven_at: null })
    .where('email_key', '=', ada.email)
    .execute();
  expect((await list(signer)).total).toBe(0);
});
