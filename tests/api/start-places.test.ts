import { expect, test } from 'vitest';
import { requireSender } from '../../server/src/accounts/sender.ts';
import { SERVICE } from '../../server/src/workflows/lifecycle/record-workflow-events.ts';
import { startDraft } from '../../server/src/workflows/lifecycle/start-draft.ts';
import { codeOf, type Field, good, openDraftClient, type Workflow } from '../support/draft-client.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, formFixture, fullPage } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';

const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const bob = { name: 'Bob', email: 'bob@example.com', roles: [{ type: 'sign' }] };

const { instance, sender, sign } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

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
  const { id, persons } = await client.filled([ada, bob]);
  // Where the first blank place would be found.
  const probe = await client.filled([ada]);
  await start(probe.id);
  const [first] = (await client.read(probe.id)).fields as [Field];
  const { type, page, posX, posY, style } = first;
  const documentId = (await client.read(id)).documents[0]?.id;
  const fields = [{ type, page, posX, posY, style, documentId, role: persons[0]?.roles[0]?.id }];
  good(await client.send('PUT', `/${id}/fields`, { fields }));
  await start(id);
  const placed = (await client.read(id)).fields;
  expect(placed.map(({ role }) => role)).toEqual(persons.map(({ roles }) => roles[0]?.id));
  expect(overlap(placed[0] as Field, placed[1] as Field)).toBe(false);
  const whole = await client.read(id);
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
  const { id, persons } = await client.filled([ada, bob], formFixture());
  await start(id);
  const { fields } = await client.read(id);
  expect(fields).toHaveLength(2);
  expect(new Set(fields.map(({ role }) => role))).toEqual(new Set(persons.map(({ roles }) => roles[0]?.id)));
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
