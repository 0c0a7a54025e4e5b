import { LIMITS } from '@paraph/domain';
import { describe, expect, test } from 'vitest';
import { codeOf, good, openDraftClient, violationsOf, type Workflow } from '../support/draft-client.ts';
import { DAY, multipart, type Session } from '../support/instance.ts';
import { expectStatus, openInstanceCase, type TimelineEntry } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';

const other = buildPdf({ pages: [{ content: textLines(['Another lease']) }, { content: textLines(['2']) }] });

const { instance, sender, workflowOf, ...quick } = await openInstanceCase();
const stranger = await instance.signIn('Stranger', 'stranger@example.com');

const client = await openDraftClient(instance, sender, lease);
const pathOf = ({ workspaceId, id }: Workflow) => `/api/v1/workspaces/${workspaceId}/workflows/${id}`;
const read = async (workflow: Workflow) =>
  (await sender.call({ method: 'GET', url: pathOf(workflow) })).json() as Workflow;
const timelineOf = async ({ id }: Workflow) =>
  good<TimelineEntry[]>(await client.send('GET', `/${id}/timeline`));
/** A draft with a signer. */
const draft = async () => {
  const { id } = await quick.draft();
  return (await sender.call({ method: 'GET', url: (await workflowOf(id)).path })).json() as Workflow;
};
const started = async () => {
  const workflow = await draft();
  await sender.call({ method: 'PUT', url: `${pathOf(workflow)}/start` });
  return workflow;
};
const put = (workflow: Workflow, payload: object) =>
  sender.call({ method: 'PUT', url: pathOf(workflow), payload });

describe('changing a workflow', () => {
  test('what is given changes, what is absent stays; id, status and documents are answered', async () => {
    const workflow = await draft();
    const expiryDate = instance.nowSeconds() + 20 * DAY;
    const answer = await put(workflow, {
      name: 'Lease of the barn',
      type: 'simple',
      expiryDate: String(expiryDate),
      senderMessage: ' Please read\nthe annex. ',
      senderName: 'The Mill',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { id, documents } = workflow;
    expect(answer.json()).toEqual({ id, status: 'not_started', documents });
    expect(await read(workflow)).toMatchObject({
      name: 'Lease of the barn',
      type: 'simple',
      expiryDate,
      senderMessage: 'Please read\nthe annex.',
      senderName: 'The Mill',
      metadata: [],
    });
    expect((await put(workflow, {})).statusCode).toBe(200);
    expect(await read(workflow)).toMatchObject({ name: 'Lease of the barn', type: 'simple', expiryDate });
    expect((await put(workflow, { senderMessage: null })).statusCode).toBe(200);
    expect((await read(workflow)).senderMessage).toBeNull();
  });

  test('metadata: keys are set, a null unsets its key, an empty list all; the result obeys the limits', async () => {
    const workflow = await draft();
    await put(workflow, { metadata: { order: '42', boat: 'Ada', count: 7 } });
    expect((await read(workflow)).metadata).toEqual({ order: '42', boat: 'Ada', count: '7' });
    await put(workflow, { metadata: { boat: null, year: '2026' } });
    expect((await read(workflow)).metadata).toEqual({ order: '42', count: '7', year: '2026' });
    const many = Object.fromEntries(Array.from({ length: 8 }, (_each, at) => [`key${at}`, 'x']));
    expect(violationsOf(await put(workflow, { metadata: many }))).toEqual(['metadata']);
    await put(workflow, { metadata: [] });
    expect((await read(workflow)).metadata).toEqual([]);
  });

  test('every problem is named at once', async () => {
    const workflow = await draft();
    const answer = await put(workflow, {
      name: 'x',
      expiryDate: 5,
      senderMessage: 'm'.repeat(LIMITS.messageCharactersMax + 1),
      scheduledStartDate: 5,
    });
    expect(violationsOf(answer)).toEqual(['expiryDate', 'name', 'scheduledStartDate', 'senderMessage']);
  });

  test('once started, its message and sender are fixed; a new deadline, name and metadata are not', async () => {
    const workflow = await started();
    const fixed = await put(workflow, { senderName: 'Too late', senderMessage: 'Too late' });
    expect(codeOf(fixed)).toBe('WORKFLOW_STATUS_CONFLICT');
    expect(fixed.body).toContain('senderMessage, senderName');
    const expiryDate = instance.nowSeconds() + 30 * DAY;
    const same = { type: 'simple', name: 'Renamed', expiryDate, metadata: { a: 'b' } };
    expect((await put(workflow, same)).statusCode).toBe(200);
    expect(await read(workflow)).toMatchObject({ name: 'Renamed', expiryDate, metadata: { a: 'b' } });
  });

  test('moves to another workspace of its organization, and is unknown where it was', async () => {
    const workflow = await draft();
    const { pool } = instance.deps;
    const made = await pool.query(
      `insert into workspaces (organization_id, name, created_at)
       select organization_id, 'Second', now() from workflows where id = $1 returning id`,
      [workflow.id],
    );
    const second = { id: Number(made.rows[0].id) };
    const moved = () => put(workflow, { newWorkspaceId: second.id });
    expect(codeOf(await moved())).toBe('WORKSPACE_NOT_FOUND');
    await pool.query(
      `insert into workspace_users (workspace_id, member_id, role_id, created_at)
       select workspaces.id, members.id, 4, now() from workspaces join members using (organization_id)
       where workspaces.id = $1`,
      [second.id],
    );
    expect(codeOf(await moved())).toBe('UNAUTHORIZED_TO_PERFORM_THIS_ACTION');
    await pool.query('update workspace_users set role_id = 3 where workspace_id = $1', [second.id]);
    expect((await put(workflow, { newWorkspaceId: second.id })).statusCode).toBe(200);
    const there = { ...workflow, workspaceId: second.id };
    expect((await read(there)).workspaceId).toBe(second.id);
    const former = pathOf(workflow);
    const calls = [
      { method: 'GET', url: former },
      { method: 'GET', url: `${former}/fields` },
      { method: 'PUT', url: `${former}/tags`, payload: { tags: [] } },
    ] as const;
    for (const answer of await Promise.all(calls.map((call) => sender.call(call))))
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'WORKFLOW_NOT_FOUND']);
  });

  test('the trail says which parts were changed, and nothing where nothing was', async () => {
    const workflow = await draft();
    await put(workflow, { name: 'Lease of the barn', metadata: { a: 'b' } });
    await put(workflow, { name: 'Lease of the barn' });
    expect((await timelineOf(workflow)).map(({ event, detail }) => [event, detail])).toEqual([
      ['workflow.created', null],
      ['workflow.changed', 'name, metadata\nLease of the mill → Lease of the barn'],
    ]);
  });
});

const edit = (workflow: Workflow, request: object) =>
  sender.call({ method: 'POST', url: `${pathOf(workflow)}/edit`, ...request });

test('the deprecated form takes JSON, says that it is going, and names the PUT', async () => {
  const workflow = await draft();
  const answer = expectStatus(await edit(workflow, { payload: { name: 'Edited' } }), 200);
  expect(answer.json()).toMatchObject({ id: workflow.id, status: 'not_started' });
  expect((await read(workflow)).name).toBe('Edited');
  expect(answer.headers.deprecation).toMatch(/^@\d+$/);
  expect(Date.parse(String(answer.headers.sunset))).toBeGreaterThan(Date.UTC(2027, 10, 20));
  expect(answer.headers.link).toBe(`<${pathOf(workflow)}>; rel="successor-version"`);
});

test('the deprecated form takes a form whose document replaces the draft’s', async () => {
  const workflow = await draft();
  const form = multipart([
    { name: 'name', value: 'Edited' },
    { name: 'document', value: other, fileName: 'other.pdf' },
  ]);
  const { documents } = expectStatus(await edit(workflow, form), 200).json();
  expect(documents).toMatchObject([{ file: { name: 'other.pdf', size: other.length } }]);
  expect(documents[0].id).not.toBe(workflow.documents[0]?.id);
  expect((await read(workflow)).name).toBe('Edited');
});

describe('moving the time of one workflow', () => {
  const move = (workflow: Workflow, seconds: number, by: Session = sender) =>
    by.call({ method: 'POST', url: `${pathOf(workflow)}/time`, payload: { seconds } });
  const remind = (workflow: Workflow) =>
    sender.call({ method: 'POST', url: `${pathOf(workflow)}/remind`, payload: {} });

  test('lets reminders and the deadline come, of it alone, and the trail says so', async () => {
    const [workflow, untouched] = [await started(), await started()];
    expect((await remind(workflow)).statusCode).toBe(200);
    expect(codeOf(await remind(workflow))).toBe('RATE_LIMIT_REACHED');
    const moved = (await move(workflow, LIMITS.reminderSeconds)).json() as Workflow;
    const expiryDate = workflow.expiryDate - LIMITS.reminderSeconds;
    expect(moved).toMatchObject({ status: 'started', expiryDate });
    expect((await remind(workflow)).statusCode).toBe(200);
    const ended = (await move(workflow, 7 * DAY)).json() as Workflow;
    expect(ended.status).toBe('expired');
    expect(codeOf(await move(workflow, 1))).toBe('WORKFLOW_STATUS_CONFLICT');
    const canceled = await started();
    await sender.call({ method: 'PUT', url: `${pathOf(canceled)}/cancel` });
    expect(codeOf(await move(canceled, 1))).toBe('WORKFLOW_STATUS_CONFLICT');
    expect(await read(untouched)).toMatchObject({ status: 'started', expiryDate: untouched.expiryDate });
    const events = await timelineOf(workflow);
    expect(events.filter(({ event }) => event === 'time.moved')).toMatchObject([
      { detail: `+ ${LIMITS.reminderSeconds} s`, actor: { name: 'Sender' } },
      { detail: `+ ${7 * DAY} s`, actor: { name: 'Sender' } },
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'workflow.expired' });
  });

  test('lets a scheduled start come, and is for those alone who may change the workflow', async () => {
    const workflow = await draft();
    const inAnHour = { scheduledStartDate: instance.nowSeconds() + 3_600 };
    await sender.call({ method: 'PUT', url: pathOf(workflow), payload: inAnHour });
    expect(codeOf(await move(workflow, 3_600, stranger))).toBe('WORKFLOW_NOT_FOUND');
    expect(violationsOf(await move(workflow, 0))).toEqual(['seconds']);
    await move(workflow, 3_600);
    await instance.jobs['start-workflows'](0);
    expect((await read(workflow)).status).toBe('started');
  });
});
