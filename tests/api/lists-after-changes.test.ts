import pg from 'pg';
import { expect, test } from 'vitest';
import { good, openDraftClient, type Workflow } from '../support/draft-client.ts';
import { openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

// A list shows each workflow as reading it shows it, whatever has changed.

const ada = { name: 'Ada', email: 'ada@example.com', roles: [{ type: 'sign' }] };
const rex = { name: 'Rex', email: 'rex@example.com', roles: [{ type: 'review' }] };
const { instance, sender } = await openInstanceCase();
const client = await openDraftClient(instance, sender, lease);

type Item = Omit<Workflow, 'id'> & { id: string | number };
const get = async <T>(url: string) => good<T>(await sender.call({ method: 'GET', url }));
const list = async (url: string) => (await get<{ items: Item[] }>(`${url}?limit=25`)).items;

/** As lists show it, which is as reading it shows it. */
async function listed(id: number): Promise<Item> {
  const inWorkspace = (await list(client.base)).find((each) => each.id === id);
  const {
    blockedCause: _only,
    followers: _ofOne,
    choices: _groups,
    witnesses: _pairs,
    inPerson: _allowed,
    ...read
  } = await get<Item & { blockedCause: null; followers: []; choices: []; witnesses: []; inPerson: boolean }>(
    `${client.base}/${id}`,
  );
  expect(inWorkspace).toMatchObject(read);
  const { envelopeId } = inWorkspace as Item;
  const {
    followers: _,
    choices: _none,
    witnesses: _nobody,
    ...envelope
  } = await get<Item & { followers: []; choices: []; witnesses: [] }>(`/api/v1/envelopes/${envelopeId}`);
  expect((await list('/api/v1/envelopes')).find((each) => each.id === envelopeId)).toEqual(envelope);
  return envelope;
}

/** That the size of the document is that of the file which its link leads to. */
async function expectSize({ documents: [document] }: Item): Promise<void> {
  const { pathname: url } = new URL(document?.file.file ?? '');
  const { rawPayload } = await sender.call({ method: 'GET', url });
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
  const [reviewer, signer] = await client.setRoles(id, [rex, ada]);
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
  const signing = await followInvitation(instance, ada.email);
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
