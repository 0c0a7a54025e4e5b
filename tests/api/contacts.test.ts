import { LIMITS } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import type { Contact } from '../../sdk/src/shapes.ts';
import { quickForm, type Session } from '../support/instance.ts';
import { expectStatus, openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import type { Recipient } from '../support/quick-form.ts';
import { lease, quickSender } from '../support/quick-sender.ts';

const { instance, ada, bob, openSpace, addBob } = await openTeamCase();
const sent = quickSender(() => ada);

const contactsOf = (workspaceId: number) => `/api/v1/workspaces/${workspaceId}/contacts`;
const listed = async (workspaceId: number, query = '', session: Session = ada): Promise<Contact[]> =>
  (await caller(session)('GET', `${contactsOf(workspaceId)}${query}`)).body.items;
const named = async (...about: Parameters<typeof listed>) => (await listed(...about)).map(({ name }) => name);
const add = (workspaceId: number, contact: object) => caller(ada)('POST', contactsOf(workspaceId), contact);
const take = (workspaceId: number, text: string) =>
  caller(ada)('POST', `${contactsOf(workspaceId)}/import`, { text });
const violationsIn = ({ body }: { body: { error: { violations: object } } }) =>
  Object.keys(body.error.violations);

async function send(workspaceId: number, ...recipients: Recipient[]): Promise<void> {
  await sent.create({ more: { workspaceId: String(workspaceId) }, steps: [{ type: 'sign', recipients }] });
  await instance.runJobs();
}

/** Contacts that nothing but their number makes different. */
async function fill(workspaceId: number, count: number, source: 'learned' | 'typed'): Promise<void> {
  await instance.deps.pool.query(
    `insert into contacts (workspace_id, name, email, email_key, source, created_at, last_used_at, words)
     select $1, 'Person ' || n, n || '@many.example', n || '@many.example', $2, now(),
       '2020-01-01'::timestamptz + n * interval '1 second', search_fold('Person ' || n || E'\\n' || n || '@many.example')
     from generate_series(1, $3::int) n`,
    [workspaceId, source, count],
  );
}

describe('contacts of a workspace', () => {
  it('are added, changed and deleted, an address once', async () => {
    const space = await openSpace('Kept by hand');
    const ann = await add(space, { name: ' Ann ', email: 'Ann@x.example', phone: '+41 79 123 45 67' });
    expect(ann.status).toBe(201);
    expect(ann.body).toEqual({
      id: expect.any(Number),
      name: 'Ann',
      email: 'Ann@x.example',
      phone: '+41791234567',
      language: null,
      source: 'typed',
      lastUsedDate: null,
    });
    expect(violationsIn(await add(space, { name: 'Other', email: 'ann@X.example' }))).toEqual(['email']);
    expect(violationsIn(await add(space, { name: '', email: 'ann', phone: '12' }))).toEqual([
      'name',
      'email',
      'phone',
    ]);
    const url = `${contactsOf(space)}/${ann.body.id}`;
    const changed = { ...ann.body, name: 'Anna', language: 'fr', phone: null };
    expect((await caller(ada)('PUT', url, { name: 'Anna', language: 'fr', phone: null })).body).toEqual(
      changed,
    );
    const ben = await add(space, { name: 'Ben', email: 'ben@x.example' });
    expect(violationsIn(await caller(ada)('PUT', url, { email: 'BEN@x.example' }))).toEqual(['email']);
    expect(await listed(space)).toEqual([ben.body, changed]);
    expect((await caller(ada)('DELETE', url)).status).toBe(204);
    expect((await caller(ada)('DELETE', url)).body.error.code).toBe('NOT_FOUND');
    expect((await caller(ada)('PUT', url, { name: 'Ann' })).body.error.code).toBe('NOT_FOUND');
  });

  it('are found by parts of name and address, without case and accents, in their workspace alone', async () => {
    const [space, other] = [await openSpace('Searched'), await openSpace('Beside')];
    await take(space, 'Zoë Łukasz <zoe@x.example>; Per Cent 100% <per@x.example>; Al <al_b@x.example>');
    await add(other, { name: 'Zoe Beside', email: 'zoe@x.example' });
    expect(await named(space, '?search=LUKASZ%20zoe')).toEqual(['Zoë Łukasz']);
    expect(await named(space, '?search=X.EXAMPLE')).toHaveLength(3);
    expect(await named(space, '?search=100%25')).toEqual(['Per Cent 100%']);
    expect(await named(space, '?search=l_b')).toEqual(['Al']);
    expect(await named(space, '?search=beside')).toEqual([]);
    const page = await caller(ada)('GET', `${contactsOf(space)}?limit=2&page=2`);
    expect(page.body).toMatchObject({ total: 3, limit: 2, pages: 2, items: [{ name: 'Al' }] });
    const [zoe] = await listed(other);
    const foreign = await caller(ada)('PUT', `${contactsOf(space)}/${zoe?.id}`, { name: 'Mine' });
    expect(foreign.body.error.code).toBe('NOT_FOUND');
    expect((await caller(ada)('DELETE', `${contactsOf(space)}/${zoe?.id}`)).status).toBe(404);
  });

  it('are for members who may create workflows', async () => {
    const space = await openSpace('Not for viewers');
    await add(space, { name: 'Ann', email: 'ann@x.example' });
    expect((await caller(bob)('GET', contactsOf(space))).body.error.code).toBe('WORKSPACE_NOT_FOUND');
    await addBob(space, 4);
    expect((await caller(bob)('GET', contactsOf(space))).status).toBe(403);
    expect((await caller(bob)('POST', contactsOf(space), { name: 'B', email: 'b@x.example' })).status).toBe(
      403,
    );
    await addBob(space, 3);
    expect(await named(space, '', bob)).toEqual(['Ann']);
  });

  it('are taken over from a list, all or none, with every problem by its row', async () => {
    const space = await openSpace('Imported');
    await add(space, { name: 'Old', email: 'ann@x.example', phone: '+41791234567' });
    const bad = await take(
      space,
      'Name\tE-mail\nAnn\tann@x.example\nBen\tben\n\tcid@x.example\nDan\tANN@x.example',
    );
    expect(violationsIn(bad)).toEqual(['rows[3][email]', 'rows[4][name]', 'rows[5][email]']);
    expect(await named(space)).toEqual(['Old']);
    expect(violationsIn(await take(space, ' \n'))).toEqual(['text']);
    const good = await take(space, 'Name\tE-mail\nAnn\tann@x.example\nBen\tben@x.example');
    expect(good.body).toEqual({ created: 1, updated: 1 });
    expect(await listed(space)).toMatchObject([
      { name: 'Ben', source: 'imported' },
      { name: 'Ann', source: 'imported', phone: '+41791234567' },
    ]);
  });
});

describe('contacts that are learned', () => {
  it('come from workflows that were started, with phone and language, and what users entered stays', async () => {
    const space = await openSpace('Learning');
    const ann = { name: 'Ann', email: 'ann@x.example', language: 'de', phone: '+41791234567' };
    await add(space, { name: 'Benjamin', email: 'ben@x.example' });
    await send(space, ann, { name: 'Ben', email: 'BEN@x.example', language: 'fr' });
    const lastUsedDate = instance.nowSeconds();
    const learned = await listed(space);
    expect(learned.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toMatchObject([
      { ...ann, source: 'learned', lastUsedDate },
      { name: 'Benjamin', source: 'typed', phone: null, language: 'fr', lastUsedDate },
    ]);
    // Within the hour a row is not written again, unless it would say another name.
    instance.advance(600);
    await send(space, ann);
    expect(await listed(space)).toEqual(learned);
    await send(space, { ...ann, name: 'Ann Married' });
    expect((await listed(space))[0]).toMatchObject({
      name: 'Ann Married',
      language: 'de',
      lastUsedDate: lastUsedDate + 600,
    });
    expect(await named(space, '?search=married')).toEqual(['Ann Married']);
  });

  it('are not made of drafts, nor where the organization has switched that off', async () => {
    const space = await openSpace('Switched off');
    const url = '/api/v1/organization/contacts';
    expect((await caller(ada)('GET', url)).body).toEqual({ learning: true });
    expect((await caller(ada)('PUT', url, { learning: false })).body).toEqual({ learning: false });
    await send(space, { name: 'Ann', email: 'ann@x.example' });
    expect(await listed(space)).toEqual([]);
    expect((await caller(ada)('PUT', url, { learning: true })).body).toEqual({ learning: true });
    const form = quickForm({ document: lease, more: { workspaceId: String(space) } });
    expectStatus(await ada.call({ method: 'POST', url: '/api/v1/envelopes', ...form }), 200);
    await instance.runJobs();
    expect(await listed(space)).toEqual([]);
    await send(space, { name: 'Ann', email: 'ann@x.example' });
    expect(await named(space)).toEqual(['Ann']);
  });

  it('make room for others at the limit, the ones used longest ago first; entered ones do not', async () => {
    const [space, typed] = [await openSpace('Full'), await openSpace('Full by hand')];
    await fill(space, LIMITS.contactsMax, 'learned');
    await send(space, { name: 'Ann', email: 'ann@x.example' });
    expect((await add(space, { name: 'Ben', email: 'ben@x.example' })).status).toBe(201);
    const { body } = await caller(ada)('GET', `${contactsOf(space)}?limit=1`);
    expect(body).toMatchObject({ total: LIMITS.contactsMax, items: [{ name: 'Ann' }] });
    // The two that were used longest ago.
    const oldest = await caller(ada)(
      'GET',
      `${contactsOf(space)}?limit=3&page=${Math.ceil(LIMITS.contactsMax / 3)}`,
    );
    expect(oldest.body.items.at(-1).name).toBe('Ben');
    expect(oldest.body.items.length).toBe(LIMITS.contactsMax % 3);
    const last = await listed(space, `?limit=100&page=${LIMITS.contactsMax / 100}`);
    expect(last.at(-2)?.name).toBe('Person 3');
    expect(await named(space, '?search=7777@many')).toEqual(['Person 7777']);
    await fill(typed, LIMITS.contactsMax, 'typed');
    expect(violationsIn(await add(typed, { name: 'Ben', email: 'ben@x.example' }))).toEqual(['email']);
    expect(violationsIn(await take(typed, 'Ben,ben@x.example'))).toEqual(['text']);
    await send(typed, { name: 'Ann', email: 'ann@x.example' });
    expect(await named(typed, '?search=ann')).toEqual([]);
  });
});
