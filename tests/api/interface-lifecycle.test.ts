import { LIMITS, PREFERENCES } from '@paraph/domain';
import { expect, test } from 'vitest';
import { codeOf, good, openDraftClient, violationsOf, type Workflow } from '../support/draft-client.ts';
import { DAY, quickForm } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

// Interface.md §4, §5.1, §5.3, §8, §10: what may be asked when, how much fits, and where the files are.
const ada = { name: 'Ada', email: 'ada@example.com' };

const { instance, sender, get } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

type Send = Parameters<typeof client.send>;
interface Item {
  identifier: number;
  result: boolean;
  error: { code: string } | null;
}
const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  sender.call({ method: 'GET', url: path, headers });
const quick = async (request: Parameters<typeof quickForm>[0] = {}) => {
  const form = quickForm({ document: lease, ...request });
  return sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
};
const started = async () => {
  const { id } = good<{ id: string }>(await quick({ steps: [{ type: 'sign', recipients: [ada] }] }));
  const page = good<{ items: Workflow[] }>(await client.send('GET', ''));
  const workflow = page.items.find(({ envelopeId }) => envelopeId === id);
  if (!workflow) throw new Error(`${id} is not listed`);
  return workflow;
};

test('a final status leaves nothing to be asked: 409, or an item that says so', async () => {
  const { id, envelopeId, recipients, documents } = await started();
  good(await client.send('PUT', `/${id}/cancel`));
  const asked: Send[] = [
    ['PUT', `/${id}/roles`, { recipients: [{ ...ada, roles: [] }] }],
    ['POST', `/${id}/steps`, { steps: [{ sign: true, roles: [recipients[0]?.roles[0]?.id] }] }],
    ['POST', `/${id}/preferences`, { preferences: [{ name: PREFERENCES.attachDocument, value: '0' }] }],
    ['PUT', `/${id}/fields`, { fields: [] }],
    ['DELETE', `/${id}/documents/${documents[0]?.id}`],
    ['POST', `/${id}/remind`, {}],
    ['POST', `/${id}/retry`],
    ['PUT', `/${id}/recipients/${recipients[0]?.id}`, { email: 'other@example.com' }],
    ['PUT', `/${id}`, { senderName: 'Other' }],
    ['PUT', `/${id}`, { senderMessage: 'Please' }],
    ['PUT', `/${id}`, { expiryDate: instance.nowSeconds() + 10 * DAY }],
    ['POST', `/${id}/edit`, { expiryDate: instance.nowSeconds() + 10 * DAY }],
  ];
  for (const [method, path, payload] of asked) {
    const answer = await client.send(method, path, payload);
    expect([`${method} ${path}`, answer.statusCode, codeOf(answer)]).toEqual([
      `${method} ${path}`,
      409,
      'WORKFLOW_STATUS_CONFLICT',
    ]);
  }
  const added = await client.sendForm(`/${id}/documents`, {});
  expect([added.statusCode, codeOf(added)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  for (const verb of ['start', 'cancel']) {
    const [item] = good<Item[]>(await client.send('PUT', `/${id}/${verb}`));
    expect(item).toMatchObject({
      identifier: id,
      result: false,
      error: { code: 'WORKFLOW_STATUS_CONFLICT' },
    });
    const answer = await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${envelopeId}/${verb}` });
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  }
  good(await client.send('PUT', `/${id}`, { name: 'Filed away', metadata: { shelf: '7' } }));
  expect(await client.read(id)).toMatchObject({ name: 'Filed away', metadata: { shelf: '7' } });
});

test('a final status is what may be deleted; what is running, sealing or blocked stays', async () => {
  const { id, envelopeId } = await started();
  const states = ['started', 'approved', 'to_be_archived', 'blocked'] as const;
  for (const status of states) {
    await instance.deps.database.updateTable('workflows').set({ status }).where('id', '=', id).execute();
    const answer = await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${envelopeId}` });
    expect([status, answer.statusCode]).toEqual([status, 409]);
    const [item] = good<Item[]>(await client.send('DELETE', '', { workflows: [{ id }] }));
    expect([status, item?.result]).toEqual([status, false]);
  }
  for (const status of ['signed', 'declined', 'canceled', 'expired'] as const) {
    const ended = await started();
    const { database } = instance.deps;
    await database.updateTable('workflows').set({ status }).where('id', '=', ended.id).execute();
    const answer = await sender.call({ method: 'DELETE', url: `/api/v1/envelopes/${ended.envelopeId}` });
    expect([status, answer.statusCode]).toEqual([status, 204]);
  }
});

const many = (count: number, each: number) =>
  Array.from({ length: count }, (_step, i) => ({
    type: 'review',
    recipients: Array.from({ length: each }, (_person, j) => ({
      name: `Reviewer ${i} ${j}`,
      email: `reviewer-${i}-${j}@example.com`,
    })),
  }));

test('how much fits: fifty steps and a hundred recipients, and no more of either', async () => {
  const all = many(LIMITS.workflowStepsMax, 2);
  const full = expectStatus(await quick({ steps: all }), 200);
  const envelope = good<Workflow>(
    await sender.call({
      method: 'GET',
      url: `/api/v1/quick/envelopes/${(full.json() as { id: string }).id}`,
    }),
  );
  expect([envelope.steps.length, envelope.recipients.length]).toEqual([50, 100]);
  expect(violationsOf(await quick({ steps: many(51, 1) }))).toEqual(['steps']);
  expect(violationsOf(await quick({ steps: many(1, 101) })).length).toBeGreaterThan(0);
});

test('how much fits: a hundred ids at once, each with an item of its own, in either spelling', async () => {
  const ask = (query: string) => get(`/api/v1/envelopes?${query}`);
  const ids = Array.from({ length: 101 }, (_each, at) => `nobody-${at}`);
  for (const spell of [
    (some: string[]) => some.map((id) => `ids[]=${id}`).join('&'),
    (some: string[]) => `ids=${some.join(',')}`,
  ]) {
    const items = good<Item[]>(await ask(spell(ids.slice(1))));
    expect(items.map(({ identifier }) => identifier)).toEqual(ids.slice(1));
    expect(violationsOf(await ask(spell(ids)))).toEqual(['ids']);
  }
});

test('how much fits: five hundred fields, and no more', async () => {
  const { id, persons } = await client.filled([{ ...ada, roles: [{ type: 'sign' }] }]);
  const { documents } = await client.read(id);
  const field = {
    type: 'text',
    documentId: documents[0]?.id,
    page: 1,
    posX: 1,
    posY: 1,
    role: persons[0]?.roles[0]?.id,
    style: { width: 5, height: 2 },
  };
  const set = (count: number) => client.send('PUT', `/${id}/fields`, { fields: Array(count).fill(field) });
  expect(good<object[]>(await set(LIMITS.workflowFieldsMax))).toHaveLength(500);
  expect(violationsOf(await set(LIMITS.workflowFieldsMax + 1)).length).toBeGreaterThan(0);
});

test('the files are temporary until signed, archived after, with ranges and a tag of their own', {
  timeout: 60_000,
}, async () => {
  const { id, documents, envelopeId } = await started();
  const temp = new URL(documents[0]?.file.file ?? '').pathname;
  expect(temp).toMatch(new RegExp(`^/api/v1/storage/temp/${id}/doc/[0-9a-f]{32}$`));
  const archive = temp.replace('/temp/', '/archive/');
  expect((await fetchFile(archive)).statusCode).toBe(404);
  await instance.runJobs();
  await (await followInvitation(instance, ada.email)).sign();
  await instance.runJobs();
  const { documents: signed } = good<Workflow & { documents: { file: { uri: string; size: number } }[] }>(
    await get(`/api/v1/envelopes/${envelopeId}?session=1`),
  );
  const { file, uri, size } = signed[0]?.file ?? {};
  expect(uri).toBe(file);
  const link = new URL(file ?? '');
  expect(link.pathname).toBe(archive);
  const whole = await fetchFile(archive);
  expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, size]);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('filename="lease (sealed).pdf"'),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  });
  const tail = await fetchFile(archive, { range: 'bytes=-6' });
  expect([tail.statusCode, tail.body.trim()]).toEqual([206, '%%EOF']);
  const known = await fetchFile(archive, { 'if-none-match': String(whole.headers.etag) });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  // An old link names the document as it is now, and what was sent to be signed, byte for byte.
  expect((await fetchFile(temp)).rawPayload.equals(whole.rawPayload)).toBe(true);
  const before = await fetchFile(`${temp}?version=original`);
  expect([before.statusCode, before.rawPayload.equals(lease)]).toEqual([200, true]);
  const open = (path: string) => instance.inject({ method: 'GET', url: path });
  instance.advance(LIMITS.signedFileLinkSeconds - 1);
  expect((await open(link.pathname + link.search)).rawPayload.equals(whole.rawPayload)).toBe(true);
  instance.advance(1);
  expect((await open(link.pathname + link.search)).statusCode).toBe(401);
});
