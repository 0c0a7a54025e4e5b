import { afterAll, beforeAll, expect, test } from 'vitest';
import { good } from '../support/draft-client.ts';
import { openTestInstance, quickForm, type Session, type TestInstance } from '../support/instance.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { followInvitation } from '../support/signer.ts';

const lease = buildPdf({ pages: [{ content: textLines(['Lease', 'The parties agree.']) }] });
const ada = { name: 'Ada', email: 'ada@example.com' };
const bob = { name: 'Bob', email: 'bob@example.com' };

let instance: TestInstance;
let sender: Session;
let signer: Session;

beforeAll(async () => {
  instance = await openTestInstance();
  await instance.deps.intake.warm();
  sender = await instance.signIn('Sender', 'sender@example.com');
  signer = await instance.signIn(ada.name, ada.email);
});
afterAll(() => instance.close());

interface Page {
  total: number;
  items: {
    id: string;
    status: string;
    users: object[];
    metadata: object | [];
    documents: { file: { file: string } }[];
  }[];
}
const list = async (session: Session, query = '') =>
  good<Page>(await session.call({ method: 'GET', url: `/api/v1/profile/signed-envelopes${query}` }));
const send = async () => {
  const steps = [
    { type: 'sign', recipients: [ada] },
    { type: 'sign', recipients: [bob] },
  ];
  const form = quickForm({ document: lease, steps, more: { 'metadata[secret]': 'note' } });
  const answer = await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
  await instance.runJobs();
  return good<{ id: string }>(answer).id;
};
const sign = async (email: string) => {
  const finished = await (await followInvitation(instance, email)).sign();
  expect(finished.statusCode, finished.body).toBe(200);
  await instance.runJobs();
};

test('what the caller signed and all recipients finished, without what is the sender’s own', {
  timeout: 60_000,
}, async () => {
  const id = await send();
  const waiting = await signer.call({ method: 'GET', url: '/api/v1/profile/actions' });
  const [action] = good<{ items: { envelope: Page['items'][number] }[] }>(waiting).items;
  expect(action?.envelope).toMatchObject({ id, users: [], metadata: [] });
  await sign(ada.email);
  expect((await list(signer)).items).toEqual([]);
  await sign(bob.email);
  const { total, items } = await list(signer, '?limits=5');
  expect([total, items.map((item) => item.id)]).toEqual([1, [id]]);
  expect(items[0]).toMatchObject({ status: 'signed', users: [], metadata: [] });
  const { pathname, search } = new URL(items[0]?.documents[0]?.file.file ?? '');
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
