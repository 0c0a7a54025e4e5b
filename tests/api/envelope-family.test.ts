import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Envelope } from '../../sdk/src/shapes.ts';
import { good, openDraftClient, type Workflow } from '../support/draft-client.ts';
import { DAY, multipart, type QuickRequest, quickForm } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { bob, codeOf, lease, violationsOf } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const ada = { name: 'Ada', email: 'ada@example.com' };
const annex = buildPdf({ pages: [{ content: textLines(['Annex']) }, { content: textLines(['More']) }] });

const { instance, sender, signInAgain, get } = await openInstanceCase();

const post = (request: QuickRequest = {}, session = sender) =>
  session.call({ method: 'POST', url: '/api/v1/envelopes', ...quickForm({ document: lease, ...request }) });
const draft = async (request: QuickRequest = {}) => expectStatus(await post(request), 200).json() as Envelope;
const pdfForm = (document: Uint8Array, fileName = 'annex.pdf') =>
  multipart([{ name: 'document', value: document, fileName }]);
const addDocument = (id: string, document = annex, session = sender) =>
  session.call({ method: 'POST', url: `/api/v1/envelopes/${id}/documents`, ...pdfForm(document) });
const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, session = sender) =>
  session.call({ method, url: `/api/v1/envelopes${path}` });

describe('drafts of the envelope family', () => {
  test('the quick form makes a draft: the whole envelope, and no invitation is sent', async () => {
    const answer = expectStatus(await post({ more: { 'metadata[order]': '42' } }), 200);
    expect(answer.json()).toMatchObject({
      status: 'not_started',
      startDate: null,
      oldStatus: null,
      metadata: { order: '42' },
      fields: [{ type: 'signature' }],
    });
    const { id } = answer.json() as Envelope;
    expect(id).toMatch(/^\d{8}[0-9a-f]{32}$/);
    expect(await instance.runJobs()).toEqual([]);
    expect((await call('GET', `/${id}`)).json()).toEqual({
      ...answer.json(),
      ...{ followers: [], choices: [], witnesses: [] },
    });
  });

  test('names every problem of the form at once, the date of the start among them', async () => {
    const answer = await post({ name: 'x', document: null, more: { scheduledStartDate: '5' } });
    expect(codeOf(answer)).toBe('VALIDATION_ERROR');
    expect(Object.keys(violationsOf(answer)).sort()).toEqual(['document', 'name', 'scheduledStartDate']);
  });

  test('starting invites the first step, and cannot be done twice', async () => {
    const { id } = await draft({
      steps: [
        { type: 'sign', recipients: [ada] },
        { type: 'sign', recipients: [bob] },
      ],
    });
    const started = expectStatus(await call('PUT', `/${id}/start`), 200);
    expect(started.json()).toMatchObject({ status: 'started', oldStatus: 'not_started' });
    expect((started.json() as Envelope).steps.map(({ status }) => status)).toEqual([
      'started',
      'not_started',
    ]);
    await instance.runJobs();
    expect((await followInvitation(instance, ada.email)).arrival.statusCode).toBe(303);
    const again = await call('PUT', `/${id}/start`);
    expect([again.statusCode, codeOf(again)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  });
});

describe('several documents', () => {
  test('a further one takes the next position, and its anchors and form fields become fields', async () => {
    const { id } = await draft({ steps: [{ type: 'sign', recipients: [ada, bob] }] });
    const marked = buildPdf({
      pages: [{ content: textLines(['paraph_signature_2', 'paraph_date_1', 'paraph_signature_7']) }],
    });
    const { documents, fields } = expectStatus(await addDocument(id, marked), 200).json() as Envelope;
    expect(documents.map(({ position, file }) => [position, file.name])).toEqual([
      [0, 'lease.pdf'],
      [1, 'annex.pdf'],
    ]);
    const added = fields.filter(({ documentId }) => documentId === documents[1]?.id);
    expect(added.map(({ type }) => type)).toEqual(['signature', 'date']);
  });

  test('what is no PDF, is missing or comes too late is refused', async () => {
    const { id } = await draft();
    const text = await addDocument(id, Buffer.from('not a PDF'));
    expect([text.statusCode, Object.keys(violationsOf(text))]).toEqual([400, ['document']]);
    const empty = await sender.call({
      method: 'POST',
      url: `/api/v1/envelopes/${id}/documents`,
      ...multipart([{ name: 'other', value: 'x' }]),
    });
    expect(Object.keys(violationsOf(empty))).toEqual(['document']);
    await call('PUT', `/${id}/start`);
    const late = await addDocument(id);
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  });

  test('at most twenty are taken', async () => {
    const { id, documents } = await draft();
    const first = await instance.deps.database
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', documents[0]?.id ?? 0)
      .executeTakeFirstOrThrow();
    const { id: _id, pages, contents, source: _none, ...row } = first;
    const more = Array.from({ length: 18 }, (_each, at) => ({
      ...row,
      position: at + 1,
      storage_key: String(at).padStart(32, 'a'),
      pages: JSON.stringify(pages),
      contents: JSON.stringify(contents),
    }));
    await instance.deps.database.insertInto('documents').values(more).execute();
    expect((await addDocument(id)).statusCode).toBe(200);
    const answer = await addDocument(id);
    expect([answer.statusCode, Object.keys(violationsOf(answer))]).toEqual([400, ['document']]);
  });

  test('each is sealed and can be downloaded, and all goes once it is deleted, which it is not while it runs', async () => {
    const signer = { name: 'Cy', email: 'cy@example.com' };
    const { id, documents: drafted } = await draft({ steps: [{ type: 'sign', recipients: [signer] }] });
    expect((await addDocument(id)).statusCode).toBe(200);
    const [picture, file] = [drafted[0]?.file.thumb, drafted[0]?.file.file].map((url) => new URL(url ?? ''));
    expect((await get(picture?.pathname ?? '')).statusCode).toBe(200);
    await call('PUT', `/${id}/start`);
    const running = await call('DELETE', `/${id}`);
    expect([running.statusCode, codeOf(running)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
    await instance.runJobs();
    expectStatus(await (await followInvitation(instance, signer.email)).sign(), 200);
    // What it was before the latest change, all the way.
    const approved = { status: 'approved', oldStatus: 'started' };
    expect((await call('GET', `/${id}`)).json()).toMatchObject(approved);
    await instance.runJobs();
    const { status, oldStatus, documents } = (await call('GET', `/${id}`)).json() as Envelope;
    expect([status, oldStatus]).toEqual(['signed', 'to_be_archived']);
    for (const [index, original] of [lease, annex].entries()) {
      const { pathname } = new URL(documents[index]?.file.file ?? '');
      expect(pathname).toContain('/storage/archive/');
      const bytes = (await get(pathname)).rawPayload;
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
      expect(bytes.includes('ETSI.CAdES.detached')).toBe(true);
    }
    const before = await countFiles();
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204);
    // Of each document the original and the sealed file; the thumbnail; and the mark.
    expect(await countFiles()).toBe(before - 6);
    for (const method of ['GET', 'DELETE'] as const) expectStatus(await call(method, `/${id}`), 404);
    expectStatus(await get(file?.pathname ?? ''), 404);
    await instance.runJobs();
  });
});

const countFiles = async () =>
  (await instance.deps.database.selectFrom('files').select('id').execute()).length;

test('an answer is compressed for clients that accept it, unless another site might have a browser ask for it', async () => {
  const url = '/api/v1/envelopes';
  const plain = await get(url);
  expect(plain.rawPayload.length).toBeGreaterThan(2_048);
  const read = (headers: Record<string, string>) =>
    sender.call({ method: 'GET', url, headers: { 'accept-encoding': 'gzip, br', ...headers } });
  const answers = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [coding, decompress] of Object.entries(answers)) {
    const answer = await read({ 'accept-encoding': coding });
    expect(answer.headers).toMatchObject({
      'content-encoding': coding,
      'content-type': 'application/json',
    });
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length * 0.6);
    expect(String(decompress(answer.rawPayload))).toBe(plain.body);
  }
  for (const site of ['cross-site', 'same-site', 'none']) {
    const answer = await read({ 'sec-fetch-site': site });
    expect(answer.headers['content-encoding'], site).toBeUndefined();
    expect(answer.body).toBe(plain.body);
  }
  expect(plain.headers.vary).toBe('Accept-Encoding, Cookie, Sec-Fetch-Site');
  const small = await get('/api/v1/profile', { 'accept-encoding': 'br' });
  expect([small.headers['content-encoding'], small.headers.vary]).toEqual([undefined, undefined]);
});

// A list shows each workflow as reading it shows it, whatever has changed.

const adam = { name: 'Adam', email: 'adam@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };
const client = await openDraftClient(instance, sender, lease);

type Item = Omit<Workflow, 'id'> & { id: string | number };
const readAs = async <T>(url: string) => good<T>(await get(url));
const list = async (url: string) => (await readAs<{ items: Item[] }>(`${url}?limit=25`)).items;

/** As lists show it, which is as reading it shows it. */
async function listed(id: number): Promise<Item> {
  const inWorkspace = (await list(client.base)).find((each) => each.id === id);
  const read = async (url: string) => {
    const entries = Object.entries(await readAs<Item>(url));
    return Object.fromEntries(entries.filter(([name]) => !OF_ONE.includes(name))) as Item;
  };
  expect(inWorkspace).toMatchObject(await read(`${client.base}/${id}`));
  const { envelopeId } = inWorkspace as Item;
  const envelope = await read(`/api/v1/envelopes/${envelopeId}`);
  expect((await list('/api/v1/envelopes')).find((each) => each.id === envelopeId)).toEqual(envelope);
  return envelope;
}

/** What is said of one that is read, and in no list. */
const OF_ONE = ['blockedCause', 'followers', 'choices', 'witnesses', 'inPerson'];

/** That the size of the document is that of the file which its link leads to. */
async function expectSize({ documents: [document] }: Item): Promise<void> {
  const { pathname: url } = new URL(document?.file.file ?? '');
  const { rawPayload } = await get(url);
  expect(document?.file.size).toBe(rawPayload.length);
}

/** A signature of a role and a text, on the first page. */
function fieldsOf(documentId: number | undefined, role: number | undefined, label: string) {
  const place = { documentId, role, page: 1, posX: 10, style: { width: 30, height: 8 } };
  return [
    { type: 'signature', ...place, posY: 20 },
    { type: 'text', ...place, posY: 60, label, required: false },
  ];
}

test('a list shows every change of a workflow and of what is around it, from draft to signed', async () => {
  const { id } = await client.draft();
  let before = JSON.stringify(await listed(id));
  const changed = async (what: string) => {
    const now = await listed(id);
    expect(JSON.stringify(now), what).not.toBe(before);
    before = JSON.stringify(now);
    return now;
  };
  const send = async (...[method, path, payload]: Parameters<typeof client.send>) => {
    good(await client.send(method, `/${id}${path}`, payload));
    return changed(`${method} ${path}`);
  };
  await send('PUT', '', { name: 'Renamed', metadata: { order: '7' } });
  const [reviewer, signer] = await client.setRoles(id, [rex, adam]);
  const draft = await changed('its people');
  const steps = [reviewer, signer].map((each) => ({
    type: each?.roles[0]?.type,
    roles: each?.roles.map((role) => role.id),
  }));
  await send('POST', '/steps', { steps });
  const [documentId, role] = [draft.documents[0]?.id, signer?.roles[0]?.id];
  await send('PUT', '/fields', { fields: fieldsOf(documentId, role, 'Place') });
  await send('PUT', '/fields', { fields: fieldsOf(documentId, role, 'Town') });
  const { database } = instance.deps;
  await database.updateTable('users').set({ name: 'A new name' }).execute();
  await changed('the name of its creator');
  await database.updateTable('organizations').set({ name: 'A new company' }).execute();
  await changed('the name of its organization');
  const tagUrl = `/api/v1/workspaces/${client.workspaceId}/tags`;
  const tag = (await sender.call({ method: 'POST', url: tagUrl, payload: { name: 'Urgent' } })).json();
  await send('PUT', '/tags', { tags: [tag.id] });
  await database.updateTable('tags').set({ name: 'Later' }).execute();
  await changed('the name of a tag');
  await send('PUT', '/start');
  await instance.runJobs();
  const review = await followInvitation(instance, rex.email);
  await review.call('POST', '/open', {});
  expect((await review.approve('Well done')).statusCode).toBe(200);
  await changed('a review');
  await instance.runJobs();
  const signing = await followInvitation(instance, adam.email);
  const { fields } = await signing.fill();
  await changed('a mark');
  const town = fields.find(({ type }) => type === 'text');
  await signing.call('PUT', `/fields/${town?.id}`, { value: 'Paris' });
  await changed('an answer');
  const { shownHash } = await signing.view();
  expect((await signing.finish(shownHash)).statusCode).toBe(200);
  const finished = await changed('a signature');
  await expectSize(finished);
  await instance.runJobs();
  const sealed = await changed('the seal');
  expect(sealed.status).toBe('signed');
  await expectSize(sealed);
  expect(sealed.documents[0]?.file.file).not.toBe(finished.documents[0]?.file.file);
});

test('what a transaction has not committed yet is not shown', async () => {
  const { id } = await client.draft();
  const before = await listed(id);
  const connection = await instance.deps.pool.connect();
  try {
    await connection.query('begin');
    await connection.query(`update documents set name = 'other.pdf' where workflow_id = $1`, [id]);
    expect(await listed(id)).toEqual(before);
    await connection.query('commit');
  } finally {
    connection.release();
  }
  expect((await listed(id)).documents).toMatchObject([{ file: { name: 'other.pdf' } }]);
});

test('a workflow that goes to another workspace while it is listed is not shown to those who cannot go there', async () => {
  const drafts = [await client.draft(), await client.draft()];
  const stranger = await instance.signIn('Stranger', 'stranger@example.com');
  const theirs = await openDraftClient(instance, stranger, lease);
  const [moved, stays] = drafts.map(({ id }) => id);
  const move = 'update workflows set workspace_id = $1 where id = $2';
  const before = 'workflows-by-ids-people-sizes-workspace';
  const items = await meanwhile(before, [move, [theirs.workspaceId, moved]], () => list(client.base));
  expect(items.map(({ id }) => id)).toContain(stays);
  expect(items.map(({ id }) => id)).not.toContain(moved);
});

/** Runs `act`, and another connection's statement just before the first one of this name that `act` sends. */
async function meanwhile<T>(
  name: string,
  [text, values]: [string, unknown[]],
  act: () => Promise<T>,
): Promise<T> {
  const other = await instance.deps.pool.connect();
  const query = pg.Client.prototype.query;
  let done: Promise<unknown> | null = null;
  pg.Client.prototype.query = function delayed(this: pg.Client, ...given: unknown[]) {
    const send = () => Reflect.apply(query, this, given);
    if (done || (given[0] as { name?: unknown }).name !== name) return send();
    done = Reflect.apply(query, other, [{ text, values }]) as Promise<unknown>;
    return done.then(send);
  } as typeof query;
  try {
    const result = await act();
    expect(await done).toMatchObject({ rowCount: 1 });
    return result;
  } finally {
    pg.Client.prototype.query = query;
    other.release();
  }
}

test('the deadline ends a draft as well', async () => {
  const { id } = await draft();
  instance.advance(7 * DAY + 1);
  await instance.jobs['expire-workflows'](0);
  await signInAgain();
  expect((await call('GET', `/${id}`)).json()).toMatchObject({ status: 'expired' });
  expectStatus(await call('PUT', `/${id}/start`), 409);
});
