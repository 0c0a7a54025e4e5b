import { expect, test } from 'vitest';
import { good, openDraftClient, violationsOf, type Workflow } from '../support/draft-client.ts';
import { DAY, quickForm } from '../support/instance.ts';
import { openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { signedByStranger } from '../support/signed-by-stranger.ts';

const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };

const { instance, sender, signInAgain } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

const startDue = async () => {
  await instance.jobs['start-workflows'](0);
  return instance.runJobs();
};

test('a draft starts by itself when its date has come, and its people are invited then', async () => {
  const at = instance.nowSeconds() + 3_600;
  const form = quickForm({ document: lease, more: { scheduledStartDate: String(at) } });
  const envelope = good<Workflow>(await sender.call({ method: 'POST', url: '/api/v1/envelopes', ...form }));
  expect(envelope).toMatchObject({ status: 'not_started', scheduledStartDate: at });
  const url = `/api/v1/envelopes/${envelope.id}`;
  const read = async () => good<Workflow>(await sender.call({ method: 'GET', url }));
  expect(await startDue()).toEqual([]);
  expect((await read()).status).toBe('not_started');
  instance.advance(3_600);
  expect(await startDue()).toContain('follow-events');
  const { rows } = await instance.deps.pool.query(`select kind, to_email from mails where state = 'kept'`);
  expect(rows).toEqual([{ kind: 'invitation', to_email: 'ada@example.com' }]);
  expect(await read()).toMatchObject({ status: 'started', startDate: instance.nowSeconds() });
  expect(await startDue()).toEqual([]);
});

test('a date can be set, moved and taken back; an ended draft stays ended', async () => {
  const { id } = await client.filled([ada]);
  const put = (payload: object) => client.send('PUT', `/${id}`, payload);
  const { expiryDate } = await client.read(id);
  for (const scheduledStartDate of [instance.nowSeconds() - 1, expiryDate]) {
    expect(violationsOf(await put({ scheduledStartDate }))).toEqual(['scheduledStartDate']);
  }
  const startAt = expiryDate + 3 * DAY;
  good(await put({ scheduledStartDate: startAt, expiryDate: startAt + DAY }));
  expect(violationsOf(await put({ expiryDate: startAt }))).toEqual(['expiryDate']);
  good(await put({ expiryDate: startAt - DAY, scheduledStartDate: startAt - 2 * DAY }));
  good(await put({ scheduledStartDate: instance.nowSeconds() + 60 }));
  good(await put({ scheduledStartDate: null }));
  const timeline = good<(TimelineEntry & { schedule: { date: number | null } | null })[]>(
    await client.send('GET', `/${id}/timeline`),
  );
  const dates = [startAt, startAt - 2 * DAY, instance.nowSeconds() + 60, null];
  expect(timeline.flatMap(({ schedule }) => schedule ?? [])).toEqual(dates.map((date) => ({ date })));
  instance.advance(61);
  await startDue();
  expect(await client.read(id)).toMatchObject({ status: 'not_started', scheduledStartDate: null });
  good(await put({ scheduledStartDate: instance.nowSeconds() + 60 }));
  good(await client.send('PUT', `/${id}/cancel`));
  instance.advance(61);
  await startDue();
  expect((await client.read(id)).status).toBe('canceled');
});

test('one without steps waits for them, and delays no other one', async () => {
  const at = String(instance.nowSeconds() + 60);
  const { id: bare } = good<Workflow>(await client.create({ scheduledStartDate: at }));
  const { id: whole } = await client.filled([ada]);
  good(await client.send('PUT', `/${whole}`, { scheduledStartDate: at }));
  instance.advance(61);
  await startDue();
  expect((await client.read(bare)).status).toBe('not_started');
  expect((await client.read(whole)).status).toBe('started');
  const [person] = await client.setRoles(bare, [ada]);
  const steps = [{ type: 'sign', roles: [person?.roles[0]?.id] }];
  good(await client.send('POST', `/${bare}/steps`, { steps }));
  await startDue();
  expect((await client.read(bare)).status).toBe('started');
});

test('the deadline comes before a start that came too late', async () => {
  const { id } = await client.filled([ada]);
  good(await client.send('PUT', `/${id}`, { scheduledStartDate: instance.nowSeconds() + DAY }));
  instance.advance(8 * DAY);
  await signInAgain();
  await startDue();
  await instance.jobs['expire-workflows'](0);
  expect((await client.read(id)).status).toBe('expired');
});

test('one whose file cannot have its form is not tried again; its sender reads and is mailed why', async () => {
  const stranger = await openDraftClient(instance, sender, await signedByStranger(lease));
  const { id, persons } = await stranger.filled([ada]);
  const documentId = (await stranger.read(id)).documents[0]?.id;
  const place = { page: 1, posX: 10, documentId, role: persons[0]?.roles[0]?.id };
  const signature = { type: 'signature', posY: 50, style: { width: 30, height: 8 }, ...place };
  const text = { type: 'text', posY: 70, style: { width: 30, height: 4 }, ...place };
  good(await stranger.send('PUT', `/${id}/fields`, { fields: [signature, text] }));
  good(await stranger.send('PUT', `/${id}`, { scheduledStartDate: instance.nowSeconds() + 60 }));
  instance.advance(61);
  expect(await startDue()).toContain('follow-events');
  expect(await stranger.read(id)).toMatchObject({ status: 'not_started', scheduledStartDate: null });
  const timeline = good<TimelineEntry[]>(await stranger.send('GET', `/${id}/timeline`));
  const told = timeline.filter(({ event }) => event === 'start.failed');
  expect(told.map(({ detail }) => detail)).toEqual([expect.stringContaining('signed already')]);
  const { pool } = instance.deps;
  const { rows } = await pool.query('select to_email, kind from mails where workflow_id = $1', [id]);
  expect(rows).toEqual([{ to_email: 'sender@example.com', kind: 'start_failed' }]);
  expect(await startDue()).toEqual([]);
  good(await stranger.send('PUT', `/${id}/fields`, { fields: [signature] }));
  good(await stranger.send('PUT', `/${id}/start`));
  expect((await stranger.read(id)).status).toBe('started');
});
