import { LIMITS } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import type { MessageTemplate } from '../../sdk/src/shapes.ts';
import { DAY, multipart, type Session } from '../support/instance.ts';
import { openTeamCase, workflowOf } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease, quickSender } from '../support/quick-sender.ts';

const { instance, ada, bob, eve, openSpace, addBob } = await openTeamCase();
const UNFINISHED = '/api/v1/account/unfinished';
const NOTHING = { version: 0, workspaceId: null, content: '', files: [], savedDate: null };

const read = async (session: Session) => (await caller(session)('GET', UNFINISHED)).body;
const save = (session: Session, about: object) => caller(session)('PUT', UNFINISHED, { files: [], ...about });
const addFile = (session: Session, fileName = 'lease.pdf') =>
  session.call({
    method: 'POST',
    url: `${UNFINISHED}/files`,
    ...multipart([{ name: 'document', value: lease, fileName }]),
  });
const rowsOf = async (table: 'files' | 'unfinished_files' | 'unfinished_documents') =>
  (await instance.deps.pool.query(`select count(*)::int from ${table}`)).rows[0].count as number;
const violationsIn = ({ body }: { body: { error: { violations: object } } }) =>
  Object.keys(body.error.violations);

describe('what is entered and not sent yet', () => {
  it('is kept with its files for its owner alone, and leaves nothing behind when it is emptied', async () => {
    const workspaceId = await openSpace('Unfinished');
    expect(await read(ada)).toEqual(NOTHING);
    const before = await rowsOf('files');
    const first = (await addFile(ada)).json();
    expect(first).toEqual({ id: expect.any(Number), name: 'lease.pdf', size: lease.length });
    // Nothing is entered yet, as others see it.
    expect(await read(ada)).toEqual(NOTHING);
    const content = '{"name":"Lease"}';
    const saved = await save(ada, { version: 0, workspaceId, content, files: [first.id] });
    expect(saved.body).toEqual({ version: 1, savedDate: instance.nowSeconds() });
    const kept = { version: 1, workspaceId, content, files: [first], savedDate: instance.nowSeconds() };
    expect(await read(ada)).toEqual(kept);
    const file = await ada.call({ method: 'GET', url: `${UNFINISHED}/files/${first.id}` });
    expect([file.rawPayload, file.headers['content-disposition']]).toEqual([
      Buffer.from(lease),
      expect.stringMatching(/^attachment; filename="lease\.pdf"/),
    ]);
    expect((await caller(bob)('GET', `${UNFINISHED}/files/${first.id}`)).status).toBe(404);
    expect(await read(bob)).toEqual(NOTHING);
    const stolen = await save(bob, { version: 0, workspaceId, content, files: [first.id] });
    expect(stolen.status).toBe(404);
    const second = (await addFile(ada, 'annex.pdf')).json();
    await save(ada, { version: 1, workspaceId, content, files: [second.id] });
    expect((await read(ada)).files).toEqual([second]);
    expect((await caller(ada)('GET', `${UNFINISHED}/files/${first.id}`)).status).toBe(404);
    expect(violationsIn(await save(ada, { version: 2, workspaceId, content, files: [first.id] }))).toEqual([
      'files[0]',
    ]);
    expect((await caller(ada)('DELETE', `${UNFINISHED}?version=2`)).status).toBe(204);
    expect(await read(ada)).toEqual(NOTHING);
    expect([await rowsOf('files'), await rowsOf('unfinished_documents')]).toEqual([before, 0]);
  });

  it('is not overwritten by a window that has not seen what another one saved', async () => {
    const workspaceId = await openSpace('Two windows');
    const at = (version: number, content: string) => save(ada, { version, workspaceId, content });
    const both = await Promise.all([at(0, 'one'), at(0, 'two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await at(1, 'three')).body.version).toBe(2);
    expect((await at(1, 'late')).body.error.message).toMatch(/another window/);
    expect((await caller(ada)('DELETE', `${UNFINISHED}?version=1`)).status).toBe(409);
    expect((await read(ada)).content).toBe('three');
    expect((await caller(ada)('DELETE', `${UNFINISHED}?version=2`)).status).toBe(204);
  });

  it('is for who may send in the workspace, and has its limits', async () => {
    const workspaceId = await openSpace('Seen only');
    expect((await save(bob, { version: 0, workspaceId, content: 'x' })).status).toBe(404);
    await addBob(workspaceId, 'viewer');
    expect((await save(bob, { version: 0, workspaceId, content: 'x' })).status).toBe(403);
    const content = 'x'.repeat(LIMITS.unfinishedCharactersMax + 1);
    expect(violationsIn(await save(ada, { version: 0, workspaceId, content }))).toEqual(['content']);
    const files = [];
    for (let count = 0; count < 2 * LIMITS.workflowDocumentsMax; count += 1)
      files.push((await addFile(eve)).statusCode);
    expect(new Set(files)).toEqual(new Set([200]));
    expect((await addFile(eve)).statusCode).toBe(400);
  });

  it('goes by the period that drafts have in its workspace, but not under a hold', async () => {
    const [kept, short, held] = [await openSpace('Kept'), await openSpace('Short'), await openSpace('Held')];
    const policies = '/api/v1/organization/retention';
    for (const workspaceId of [short, held])
      expect(
        (await caller(ada)('PUT', `${policies}/workspaces/${workspaceId}`, { draftDays: 30 })).status,
      ).toBe(200);
    const hold = await caller(ada)('POST', '/api/v1/organization/holds', {
      reason: 'Case',
      workspaceId: held,
    });
    const night = () => instance.jobs['start-retention'](0);
    const outcomes = [];
    for (const workspaceId of [kept, held, short]) {
      const { version } = await read(ada);
      const file = (await addFile(ada)).json();
      await save(ada, { version, workspaceId, content: 'entered', files: [file.id] });
      await instance.deps.pool.query(`update unfinished_documents set saved_at = $1`, [
        new Date((instance.nowSeconds() - 29 * DAY) * 1000),
      ]);
      await night();
      const early = (await read(ada)).content;
      await instance.deps.pool.query(`update unfinished_documents set saved_at = $1`, [
        new Date((instance.nowSeconds() - 31 * DAY) * 1000),
      ]);
      await night();
      outcomes.push([early, (await read(ada)).content]);
    }
    expect(outcomes).toEqual([
      ['entered', 'entered'],
      ['entered', 'entered'],
      ['entered', ''],
    ]);
    expect(hold.status).toBe(201);
  });
});

describe('message templates of a workspace', () => {
  const of = (workspaceId: number) => `/api/v1/workspaces/${workspaceId}/message-templates`;
  const list = async (session: Session, workspaceId: number): Promise<MessageTemplate[]> =>
    (await caller(session)('GET', of(workspaceId))).body.items;

  it('are added, changed and deleted, a name once, in their workspace alone', async () => {
    const [space, other] = [await openSpace('Messages'), await openSpace('Others')];
    const call = caller(ada);
    const long = 'x'.repeat(LIMITS.messageTemplateNameCharactersMax + 1);
    expect(violationsIn(await call('POST', of(space), { name: long, text: 'Sign' }))).toEqual(['name']);
    const rent = await call('POST', of(space), {
      name: ' Rent ',
      text: 'Please sign {document}.\nThank you',
    });
    expect(rent).toMatchObject({
      status: 201,
      body: {
        id: expect.any(Number),
        name: 'Rent',
        text: 'Please sign {document}.\nThank you',
        changeDate: instance.nowSeconds(),
      },
    });
    expect(violationsIn(await call('POST', of(space), { name: 'RENT', text: 'Again' }))).toEqual(['name']);
    expect(violationsIn(await call('POST', of(space), { name: ' ', text: ' ' }))).toEqual(['name', 'text']);
    const leave = await call('POST', of(space), { name: 'Leave', text: 'Your leave.' });
    expect((await list(ada, space)).map(({ name }) => name)).toEqual(['Leave', 'Rent']);
    const url = `${of(space)}/${rent.body.id}`;
    expect((await call('PUT', url, { text: 'Sign, please.' })).body).toMatchObject({ name: 'Rent' });
    expect(violationsIn(await call('PUT', url, { name: 'leave' }))).toEqual(['name']);
    expect((await call('PUT', url, { name: 'rent' })).body.name).toBe('rent');
    expect(await list(ada, other)).toEqual([]);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await call(method, `${of(other)}/${leave.body.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await call('DELETE', url)).status).toBe(204);
    expect((await call('DELETE', url)).status).toBe(404);
    expect(await list(ada, space)).toEqual([leave.body]);
  });
});

const signature = { type: 'signature', posX: 0, posY: 0, style: { width: 160, height: 48 } };

describe('saved blocks of fields of a workspace', () => {
  const of = (workspaceId: number) => `/api/v1/workspaces/${workspaceId}/field-blocks`;
  const date = { type: 'date', label: 'On', posX: 176.5, posY: 24, style: { width: 110, height: 24 } };

  it('keep points, rules and looks, a name once, in their workspace alone', async () => {
    const [space, other] = [await openSpace('Blocks'), await openSpace('Other blocks')];
    const call = caller(ada);
    const block = await call('POST', of(space), { name: ' Signed ', fields: [signature, date] });
    expect(block).toMatchObject({
      status: 201,
      body: {
        name: 'Signed',
        changeDate: instance.nowSeconds(),
        fields: [
          { ...signature, label: 'Signature', required: true, options: null },
          { ...date, style: { ...date.style, fontSize: 11 } },
        ],
      },
    });
    const again = { name: 'SIGNED', fields: [signature] };
    expect(violationsIn(await call('POST', of(space), again))).toEqual(['name']);
    const wrong = { ...date, pattern: 'x', style: { ...date.style, fontSize: 200 } };
    const refused = await call('POST', of(space), { name: 'Wrong', fields: [signature, wrong] });
    expect(violationsIn(refused)).toEqual(['fields[1][pattern]', 'fields[1][style][fontSize]']);
    const url = `${of(space)}/${block.body.id}`;
    const renamed = await call('PUT', url, { name: 'signed' });
    expect(renamed.body).toEqual({ ...block.body, name: 'signed' });
    expect((await call('GET', of(space))).body.items).toEqual([renamed.body]);
    expect((await call('GET', of(other))).body.items).toEqual([]);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await call(method, `${of(other)}/${block.body.id}`, { name: 'Mine' })).status).toBe(404);
    expect((await call('DELETE', url)).status).toBe(204);
    expect((await call('DELETE', url)).status).toBe(404);
  });
});

it.each([
  ['message-templates', { text: 'Sign' }, 'message_templates', 'body', LIMITS.messageTemplatesMax],
  ['field-blocks', { fields: [signature] }, 'field_blocks', 'fields', LIMITS.fieldBlocksMax],
])('%s are for who may send in the workspace, up to a number', async (path, content, table, column, max) => {
  const space = await openSpace(`Many ${path}`);
  const url = `/api/v1/workspaces/${space}/${path}`;
  expect((await caller(bob)('GET', url)).status).toBe(404);
  await addBob(space, 'viewer');
  expect((await caller(bob)('GET', url)).status).toBe(403);
  await addBob(space, 'editor');
  expect((await caller(bob)('POST', url, { name: 'Bob’s', ...content })).status).toBe(201);
  await instance.deps.pool.query(
    `insert into ${table} (workspace_id, name, name_key, ${column}, changed_at)
     select $1, 'n' || n, 'n' || n, '[]', now() from generate_series(2, $2::int) n`,
    [space, max],
  );
  const full = await caller(ada)('POST', url, { name: 'One more', ...content });
  expect(violationsIn(full)).toEqual(['name']);
});

const OF_ORGANIZATION = '/api/v1/organization/defaults';

it('the nearest level says what documents begin with, and names itself', async () => {
  const call = caller(ada);
  const space = await openSpace('Contracts');
  await addBob(space, 'editor');
  const ofSpace = `/api/v1/workspaces/${space}/defaults`;
  const unset = { value: null, effective: null, source: null };
  expect((await call('GET', ofSpace)).body).toEqual({ expiryDays: unset, type: unset, language: unset });
  expect((await call('PUT', OF_ORGANIZATION, { expiryDays: 30, type: 'advanced' })).body).toEqual({
    expiryDays: { value: 30, effective: 30, source: 'organization' },
    type: { value: 'advanced', effective: 'advanced', source: 'organization' },
    language: unset,
  });
  const inherited = { value: null, effective: 'advanced', source: 'organization' };
  const set = (await call('PUT', ofSpace, { expiryDays: 14, language: 'de' })).body;
  expect(set).toEqual({
    expiryDays: { value: 14, effective: 14, source: 'workspace' },
    type: inherited,
    language: { value: 'de', effective: 'de', source: 'workspace' },
  });
  // Who sends may know it, and does not set it; the organization's own is for its administrators.
  expect((await caller(bob)('GET', ofSpace)).body).toEqual(set);
  expect((await caller(bob)('PUT', ofSpace, { expiryDays: 7 })).status).toBe(403);
  expect((await caller(bob)('GET', `${OF_ORGANIZATION}?organizationId=${ada.profile.id}`)).status).not.toBe(
    200,
  );
  for (const method of ['GET', 'PUT'] as const)
    expect((await caller(eve)(method, ofSpace, method === 'PUT' ? {} : undefined)).status).toBe(404);
  // A level that the role may not ask for is not proposed to it.
  const { roles } = (await call('GET', '/api/v1/organization/levels')).body;
  const { roleId } = roles.find(({ key }: { key: string }) => key === 'editor');
  await call('PUT', '/api/v1/organization/levels', { roles: [{ roleId, levels: ['simple'] }] });
  expect((await caller(bob)('GET', ofSpace)).body.type).toEqual(unset);
  expect((await call('GET', ofSpace)).body.type).toEqual(inherited);
  await call('PUT', ofSpace, { expiryDays: null });
  expect((await call('GET', ofSpace)).body).toMatchObject({
    expiryDays: { value: null, effective: 30, source: 'organization' },
    language: { value: 'de', source: 'workspace' },
  });
  // What programs leave out stays as it always was.
  const steps = [{ type: 'sign' as const, recipients: [{ name: 'Cay', email: 'cay@example.com' }] }];
  const id = await quickSender(() => ada).create({ steps, more: { workspaceId: String(space) } });
  const { type, expires_at: end, created_at: made } = await workflowOf(instance, id);
  expect([type, Math.round((end.getTime() - made.getTime()) / 86_400_000)]).toEqual(['simple', 7]);
  const events = (await call('GET', '/api/v1/organization/events?kind=workspace')).body.items;
  const changes = events.filter(({ name }: { name: string }) => name === 'workspace.defaults_changed');
  expect(changes[0]).toMatchObject({ before: { expiryDays: 14 }, after: {} });
});

it.each([
  [{ expiryDays: 6 }, 'expiryDays'],
  [{ expiryDays: 91 }, 'expiryDays'],
  [{ type: 'grand' }, 'type'],
  [{ language: 'xx' }, 'language'],
])('%j is refused with the field', async (body, field) => {
  const { status, body: answer } = await caller(ada)('PUT', OF_ORGANIZATION, body);
  expect([status, Object.keys(answer.error.violations)]).toEqual([400, [field]]);
});
