import { expect, test } from 'vitest';
import { requireSender } from '../../server/src/accounts/sender.ts';
import { SERVICE } from '../../server/src/workflows/lifecycle/record-workflow-events.ts';
import { startDraft } from '../../server/src/workflows/lifecycle/start-draft.ts';
import {
  codeOf,
  type Field,
  good,
  openDraftClient,
  violationsOf,
  type Workflow,
} from '../support/draft-client.ts';
import { DAY } from '../support/instance.ts';
import { openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { buildPdf, formFixture, fullPage } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';
import { signedByStranger } from '../support/signed-by-stranger.ts';

const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const bob = { name: 'Bob', email: 'bob@example.com', roles: [{ type: 'sign' }] };

const { instance, sender, draft, sign, signInAgain } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

const startDue = async () => {
  await instance.jobs['start-workflows'](0);
  return instance.runJobs();
};

test('a draft starts by itself when its date has come, and its people are invited then', async () => {
  const at = instance.nowSeconds() + 3_600;
  const envelope = await draft({ more: { scheduledStartDate: String(at) } });
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
  const { id, roles, documentId } = await stranger.filled([ada]);
  const place = { page: 1, posX: 10, documentId, role: roles[0] };
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

const start = async (id: number) => {
  const [item] = good<{ result: boolean; error: object | null }[]>(await client.send('PUT', `/${id}/start`));
  expect(item).toMatchObject({ result: true, error: null });
};
const bytesOf = async ({ documents }: Workflow, query = '') => {
  const url = new URL(documents[0]?.file.file ?? '').pathname + query;
  return (await sender.call({ method: 'GET', url })).rawPayload;
};
const overlap = (a: Field, b: Field) =>
  a.page === b.page &&
  a.posX < b.posX + b.style.width &&
  b.posX < a.posX + a.style.width &&
  a.posY < b.posY + b.style.height &&
  b.posY < a.posY + a.style.height;

test('a signer without a signature field gets one at the start, apart from those that were placed', async () => {
  const { id, roles, documentId } = await client.filled([ada, bob]);
  // Where the first blank place would be found.
  const probe = await client.filled([ada]);
  await start(probe.id);
  const [first] = (await client.read(probe.id)).fields as [Field];
  const { type, page, posX, posY, style } = first;
  const fields = [{ type, page, posX, posY, style, documentId, role: roles[0] }];
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  await start(id);
  const whole = await client.read(id);
  expect(whole.fields.map(({ role }) => role)).toEqual(roles);
  expect(overlap(whole.fields[0] as Field, whole.fields[1] as Field)).toBe(false);
  expect((await bytesOf(whole, '?version=original')).equals(lease)).toBe(true);
});

test('where no page has room, a signature page is appended to the bytes that were sent', {
  timeout: 60_000,
}, async () => {
  const packed = buildPdf({ pages: [fullPage()] });
  const cy = { ...ada, name: 'Cy', email: 'cy@example.com' };
  const { id } = await client.filled([cy], packed);
  await start(id);
  const workflow = await client.read(id);
  expect(workflow.fields.map(({ type, page }) => [type, page])).toEqual([['signature', 2]]);
  const bytes = await bytesOf(workflow);
  expect(bytes.length).toBeGreaterThan(packed.length);
  expect(bytes.subarray(0, packed.length).equals(packed)).toBe(true);
  await instance.runJobs();
  await sign(cy);
  await instance.runJobs();
  expect((await client.read(id)).status).toBe('signed');
});

test('the PDF’s own signature form fields come first, each once', async () => {
  const { id, roles } = await client.filled([ada, bob], formFixture());
  await start(id);
  const { fields } = await client.read(id);
  expect(fields).toHaveLength(2);
  expect(new Set(fields.map(({ role }) => role))).toEqual(new Set(roles));
  const rows = await instance.deps.database
    .selectFrom('fields')
    .select('pdf_field_name')
    .where('workflow_id', '=', id)
    .orderBy('position')
    .execute();
  expect(rows[0]?.pdf_field_name).not.toBeNull();
  expect(new Set(rows.map((row) => row.pdf_field_name)).size).toBe(2);
});

test('a draft that cannot start gets no fields by trying', async () => {
  const { id } = good<Workflow>(await client.create());
  await client.setRoles(id, [ada]);
  const [item] = good<{ result: boolean; error: { code: string } }[]>(
    await client.send('PUT', `/${id}/start`),
  );
  expect(item).toMatchObject({ result: false, error: { code: 'WORKFLOW_STATUS_CONFLICT' } });
  expect((await client.read(id)).fields).toEqual([]);
  expect(codeOf(await client.send('PUT', '/987654/fields', { fields: [] }))).toBe('WORKFLOW_NOT_FOUND');
});

test('a draft that is deleted while it starts is not found, which is no fault', async () => {
  const { id } = await client.filled([ada]);
  const { blobs } = instance.deps;
  let deleted: unknown = null;
  const read = async (key: string) => {
    deleted ??= good(await client.send('DELETE', '', { workflows: [{ id }] }));
    return blobs.read(key);
  };
  const order = {
    who: { userId: sender.profile.id, organizationId: null },
    sender: await requireSender(instance.deps, { userId: sender.profile.id }),
    actorIn: async () => SERVICE,
  };
  const starting = startDraft({ ...instance.deps, blobs: { ...blobs, read } }, id, order);
  await expect(starting).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  expect(deleted).toMatchObject([{ result: true }]);
});
