import { LIMITS } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import type { Tag } from '../../sdk/src/shapes.ts';
import { firstWorkspace, openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';

const { instance, ada, eve, openSpace } = await openTeamCase();

const tagsOf = (workspaceId: number) => `/api/v1/workspaces/${workspaceId}/tags`;
const tagsOfWorkflow = (workspaceId: number, id: number) =>
  `/api/v1/workspaces/${workspaceId}/workflows/${id}/tags`;
const tag = async (workspaceId: number, name: string): Promise<Tag> =>
  (await caller(ada)('POST', tagsOf(workspaceId), { name })).body;
const listed = async (workspaceId: number, query = ''): Promise<{ id: number; tags: Tag[] }[]> =>
  (await caller(ada)('GET', `/api/v1/workspaces/${workspaceId}/workflows${query}`)).body.items;

/** A draft in a workspace; answers its two ids. */
async function draft(workspaceId: number) {
  const made = await quickSender(() => ada).draft({ more: { workspaceId: String(workspaceId) } });
  const [newest] = await listed(workspaceId);
  return { id: newest?.id ?? 0, envelopeId: made.id };
}

describe('the tags of a workspace', () => {
  it('are made with a colour or given one, listed by name, and shown with the workspace', async () => {
    const space = await openSpace('Sorted');
    expect((await caller(ada)('GET', tagsOf(space))).body).toEqual([]);
    const made = await caller(ada)('POST', tagsOf(space), { name: ' Urgent ', color: '#c2410c' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ id: expect.any(Number), name: 'Urgent', color: '#C2410C' });
    const other = await tag(space, 'archive 2026');
    expect(other.color).toMatch(/^#[0-9A-F]{6}$/);
    expect((await caller(ada)('GET', tagsOf(space))).body).toEqual([other, made.body]);
    expect((await caller(ada)('GET', `/api/v1/workspaces/${space}`)).body.tags).toEqual([other, made.body]);
    const all = (await caller(ada)('GET', '/api/v1/workspaces')).body as { id: number; tags: Tag[] }[];
    expect(all.find(({ id }) => id === space)?.tags).toEqual([other, made.body]);
  });

  it('are renamed and recoloured wherever they are assigned, and what is absent stays', async () => {
    const space = await openSpace('Changing');
    const { id } = await draft(space);
    const assigned = await tag(space, 'Lease');
    await caller(ada)('PUT', tagsOfWorkflow(space, id), { tags: [assigned.id] });
    const url = `${tagsOf(space)}/${assigned.id}`;
    expect((await caller(ada)('PUT', url, { name: 'Leases' })).body).toEqual({ ...assigned, name: 'Leases' });
    const green = { ...assigned, name: 'Leases', color: '#047857' };
    expect((await caller(ada)('PUT', url, { color: '#047857' })).body).toEqual(green);
    // A name may change in its capitals alone.
    expect((await caller(ada)('PUT', url, { name: 'LEASES' })).status).toBe(200);
    expect((await listed(space))[0]?.tags).toEqual([{ ...green, name: 'LEASES' }]);
    expect((await caller(ada)('DELETE', url)).status).toBe(204);
    expect((await listed(space))[0]?.tags).toEqual([]);
    expect((await caller(ada)('DELETE', url)).body.error.code).toBe('NOT_FOUND');
  });

  it('have a name and a colour, no name twice, and are so many at most', async () => {
    const space = await openSpace('Strict');
    const problems = async (body: object) =>
      Object.keys((await caller(ada)('POST', tagsOf(space), body)).body.error.violations).sort();
    expect(await problems({ name: '', color: 'red' })).toEqual(['color', 'name']);
    expect(await problems({ name: 'x'.repeat(LIMITS.tagNameCharactersMax + 1) })).toEqual(['name']);
    expect(await problems({})).toEqual(['name']);
    await tag(space, 'Été');
    expect(await problems({ name: 'ÉTÉ' })).toEqual(['name']);
    const second = await tag(space, 'Winter');
    const renamed = await caller(ada)('PUT', `${tagsOf(space)}/${second.id}`, { name: 'été' });
    expect(renamed.body.error.violations).toHaveProperty('name');
    expect((await caller(ada)('GET', tagsOf(space))).body).toHaveLength(2);
    const rows = Array.from({ length: LIMITS.tagsMax - 2 }, (_, index) => ({
      workspace_id: space,
      name: `tag ${index}`,
      name_key: `tag ${index}`,
      color: '#000000',
      created_at: instance.deps.clock.now(),
    }));
    await instance.deps.database.insertInto('tags').values(rows).execute();
    expect(await problems({ name: 'One too many' })).toEqual(['name']);
  });
});

describe('a workflow', () => {
  it('has the tags it is given, in any status, and its trail says who gave them', async () => {
    const space = await openSpace('Assigned');
    const { id, envelopeId } = await draft(space);
    const [b, a] = [await tag(space, 'b'), await tag(space, 'a')];
    const set = await caller(ada)('PUT', tagsOfWorkflow(space, id), { tags: [b.id, a.id, b.id] });
    expect([set.status, set.body]).toEqual([200, [a, b]]);
    await caller(ada)('PUT', `/api/v1/workspaces/${space}/workflows/${id}/cancel`);
    expect((await caller(ada)('PUT', tagsOfWorkflow(space, id), { tags: [b.id] })).body).toEqual([b]);
    expect((await caller(ada)('GET', `/api/v1/workspaces/${space}/workflows/${id}`)).body.tags).toEqual([b]);
    expect((await caller(ada)('GET', `/api/v1/envelopes/${envelopeId}`)).body.tags).toEqual([b]);
    const trail = (await caller(ada)('GET', `/api/v1/workspaces/${space}/workflows/${id}/timeline`)).body;
    expect(trail.at(-1)).toMatchObject({ event: 'workflow.changed', detail: 'tags' });
    expect((await caller(ada)('PUT', tagsOfWorkflow(space, id), { tags: [] })).body).toEqual([]);
    expect((await listed(space))[0]?.tags).toEqual([]);
  });

  it('has tags of its own workspace alone, and so many at most', async () => {
    const space = await openSpace('Own');
    const { id } = await draft(space);
    const own = await tag(space, 'own');
    const elsewhere = await tag(await openSpace('Elsewhere'), 'elsewhere');
    const { body: foreign } = await caller(eve)('POST', `${await firstWorkspace(eve)}/tags`, {
      name: 'foreign',
    });
    const tags = [own.id, elsewhere.id, foreign.id, 987_654];
    const wrong = await caller(ada)('PUT', tagsOfWorkflow(space, id), { tags });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body.error.violations)).toEqual(['tags[1]', 'tags[2]', 'tags[3]']);
    const sentences = new Set(Object.values(wrong.body.error.violations));
    expect(sentences.size).toBe(1);
    const many = Array.from({ length: LIMITS.tagsOfOneMax + 1 }, (_, index) => index + 1);
    const tooMany = await caller(ada)('PUT', tagsOfWorkflow(space, id), { tags: many });
    expect(tooMany.body.error.violations).toHaveProperty('tags');
    expect((await listed(space))[0]?.tags).toEqual([]);
  });

  it('is found by its tags in both lists', async () => {
    const space = await openSpace('Found');
    const [red, blue, green] = [await tag(space, 'red'), await tag(space, 'blue'), await tag(space, 'green')];
    const ids: number[] = [];
    for (const tags of [[red.id], [red.id, blue.id], []]) {
      const { id } = await draft(space);
      await caller(ada)('PUT', tagsOfWorkflow(space, id), { tags });
      ids.unshift(id);
    }
    const found = async (query: string) => (await listed(space, query)).map(({ id }) => id);
    expect(await found(`?filters[tags]=${red.id}`)).toEqual([ids[1], ids[2]]);
    expect(await found(`?tags=${blue.id},${green.id}`)).toEqual([ids[1]]);
    expect(await found(`?filters[tags]=${green.id}`)).toEqual([]);
    expect(await found('?filters[tags]=987654')).toEqual([]);
    const envelopes = (await caller(ada)('GET', `/api/v1/envelopes?filters[tags]=${red.id}`)).body;
    expect(envelopes.total).toBe(2);
  });

  it('gets the tags of the same names where it moves to, and loses the others', async () => {
    const [old, next] = [await openSpace('Old'), await openSpace('New')];
    const ids = [(await draft(old)).id, (await draft(old)).id];
    const both = [await tag(old, 'Kept'), await tag(old, 'Lost')];
    const kept = await tag(next, 'KEPT');
    for (const id of ids) {
      await caller(ada)('PUT', tagsOfWorkflow(old, id), { tags: both.map((each) => each.id) });
    }
    await caller(ada)('PUT', `/api/v1/workspaces/${old}/workflows/${ids[0]}`, { newWorkspaceId: next });
    expect((await listed(next)).map((each) => each.tags)).toEqual([[kept]]);
    expect((await listed(old)).map((each) => each.tags)).toEqual([both]);
    await caller(ada)('PUT', `/api/v1/workspaces/${old}/workflows/${ids[1]}/cancel`);
    const closed = await caller(ada)('DELETE', `/api/v1/workspaces/${old}?newWorkspaceId=${next}`);
    expect(closed.status).toBe(204);
    expect((await listed(next)).map((each) => each.tags)).toEqual([[kept], [kept]]);
  });
});
