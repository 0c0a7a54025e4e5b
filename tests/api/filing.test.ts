import { describe, expect, it } from 'vitest';
import { readArchive } from '../support/archive.ts';
import type { PageOf } from '../support/draft-client.ts';
import { quickForm } from '../support/instance.ts';
import { expectStatus, openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { lease } from '../support/quick-sender.ts';

const { instance, ada, bob, openSpace, addBob } = await openTeamCase();

describe('several at once', () => {
  type Item = { identifier: number; result: boolean; error: { code: string } | null };
  type Listed = { id: number; name: string; tags: object[]; expiryDate: number; filedDate: number | null };
  const open = async () => {
    const space = await openSpace('Several');
    await addBob(space, 'viewer');
    const url = `/api/v1/workspaces/${space}/workflows`;
    const list = async (query: string, session = ada): Promise<PageOf<Listed>> => {
      const { status, body } = await caller(session)('GET', url + query);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const draft = async (name: string) => {
      const steps = [{ type: 'sign', recipients: [{ name: '=HYPERLINK("x")', email: 'eve@example.com' }] }];
      const form = quickForm({ name, document: lease, steps, more: { workspaceId: String(space) } });
      expectStatus(await ada.call({ method: 'POST', url: '/api/v1/envelopes', ...form }), 200);
    };
    for (const name of ['Draft', '-2+3', 'Late', 'Running']) await draft(name);
    const ids = new Map((await list('?limit=10')).items.map(({ id, name }) => [name, id]));
    const idsOf = (...names: string[]) => names.map((name) => ids.get(name) ?? 0);
    const act = async (act: string, names: readonly string[], more = {}, session = ada) =>
      caller(session)('POST', `${url}/acts`, { act, ids: idsOf(...names), ...more });
    for (const id of idsOf('-2+3', 'Late', 'Running'))
      expect((await caller(ada)('PUT', `${url}/${id}/start`)).body).toMatchObject([{ result: true }]);
    const namesIn = async (query: string) => (await list(query)).items.map(({ name }) => name);
    return { space, url, draft, list, namesIn, idsOf, act };
  };

  it('each is acted on by itself, and the list, the counts and the export tell what is there', async () => {
    const { space, url, draft, list, namesIn, idsOf, act } = await open();
    const results = async (...call: Parameters<typeof act>) =>
      ((await act(...call)).body as Item[]).map(({ result, error }) => error?.code ?? result);
    const conflict = 'WORKFLOW_STATUS_CONFLICT';
    expect(await results('remind', ['Draft', 'Running'])).toEqual([conflict, true]);
    expect(await results('cancel', ['-2+3', 'Draft'], { reason: 'Off.' })).toEqual([true, true]);
    const expiryDate = instance.nowSeconds() + 30 * 86_400;
    expect(await results('extend', ['Late', '-2+3'], { expiryDate })).toEqual([true, conflict]);
    expect(await results('file', ['-2+3', 'Running'])).toEqual([true, conflict]);
    const tag = (await caller(ada)('POST', `/api/v1/workspaces/${space}/tags`, { name: 'Rent' })).body;
    expect(await results('tag', ['-2+3', 'Late'], { tags: [tag.id] })).toEqual([true, true]);
    const other = (await caller(ada)('POST', `/api/v1/workspaces/${space}/tags`, { name: 'Paid' })).body;
    expect(await results('tag', ['Late'], { tags: [other.id] })).toEqual([true]);
    expect((await list('?query=late')).items[0]?.tags).toHaveLength(2);
    expect(await results('untag', ['Late'], { tags: [tag.id] })).toEqual([true]);
    expect(await results('cancel', ['Running'], {}, bob)).toEqual(['UNAUTHORIZED_TO_PERFORM_THIS_ACTION']);
    for (const [name, parameter] of [
      ['extend', 'expiryDate'],
      ['tag', 'tags'],
    ] as const)
      expect((await act(name, ['Late'])).body.error.violations).toHaveProperty(parameter);

    expect(await namesIn('?filed=0')).toEqual(['Running', 'Late', 'Draft']);
    expect(await namesIn('?filters[filed]=0&filters[status]=canceled,started')).toEqual([
      'Running',
      'Late',
      'Draft',
    ]);
    expect(await namesIn('?filed=1')).toEqual(['-2+3']);
    expect(await namesIn('?filed=1&query=running')).toEqual([]);
    expect((await list('?filed=1')).items).toMatchObject([
      { tags: [{ name: 'Rent' }], filedDate: expect.any(Number) },
    ]);
    expect(await namesIn(`?expiresBefore=${instance.nowSeconds() + 8 * 86_400}`)).toEqual(['Running']);
    expect(await namesIn(`?expiresBefore=${expiryDate + 1}`)).toEqual(['Running', 'Late']);
    expect((await caller(ada)('GET', `${url}?filed=2&expiresBefore=soon`)).body.error.violations).toEqual({
      'filters[filed]': expect.any(String),
      'filters[expiresBefore]': expect.any(String),
    });
    instance.advance(1);
    const { body: counts } = await caller(ada)('GET', `${url}/counts`);
    expect(counts).toMatchObject({
      expiring: 1,
      filed: 1,
      statuses: { started: 2, canceled: 1, not_started: 0 },
    });

    const table = await ada.call({ method: 'GET', url: `${url}/export?filed=1` });
    expect(table.headers['content-disposition']).toContain('documents.csv');
    const [head, row, end] = table.body.split('\r\n');
    expect([head?.startsWith('\ufeffid,'), end]).toEqual([true, '']);
    expect(row).toContain(`,'-2+3,canceled,simple,`);
    expect(row).toContain(`,"'=HYPERLINK(""x"") <eve@example.com>",,Rent,`);
    const lines = await ada.call({ method: 'GET', url: `${url}/export?format=jsonl&query=eve@example.com` });
    expect(lines.statusCode, lines.body).toBe(200);
    const exported = lines.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exported.map(({ name }) => name)).toEqual(await namesIn('?limit=10'));
    expect(exported).toEqual((await list('?limit=10')).items);
    expect(await results('unfile', ['-2+3'])).toEqual([true]);
    expect(await namesIn('?filed=1')).toEqual([]);

    const archive = await ada.call({
      method: 'GET',
      url: `${url}/archive?ids=${idsOf('-2+3', 'Draft').join(',')}`,
    });
    expect(
      [...(await readArchive(archive.rawPayload)).keys()].filter((name) => name.endsWith('evidence.json')),
    ).toEqual(['-2+3/evidence.json', 'Draft/evidence.json']);
    const hostile = ['con.', 'CON', 'Rent: a/b?', 'rent_ a_b_', 'ends. . '];
    for (const name of hostile) await draft(name);
    const named = new Map((await list('?limit=10')).items.map(({ id, name }) => [name.trim(), id]));
    const ids = hostile.map((name) => named.get(name.trim()) ?? 0);
    expect((await caller(ada)('POST', `${url}/acts`, { act: 'cancel', ids })).status).toBe(200);
    const all = await ada.call({ method: 'GET', url: `${url}/archive?ids=${ids.join(',')}` });
    // Each archive that a test reads is judged by the rules of Windows (`readArchive`).
    expect(
      new Set([...(await readArchive(all.rawPayload)).keys()].map((name) => name.split('/')[0])),
    ).toEqual(new Set(['_con', '_CON (2)', 'Rent_ a_b_', 'rent_ a_b_ (2)', 'ends']));
    const early = await ada.call({
      method: 'GET',
      url: `${url}/archive?ids=${idsOf('Draft', 'Late').join(',')}`,
    });
    expect(early.json().error.violations).toEqual({ 'ids[1]': expect.stringContaining('has not ended') });
  });

  it('a thousand, named or found by the filters of the list: each role does only what it may', async () => {
    const { space, url, list, act } = await open();
    const [draft] = (await list('?query=draft')).items;
    const foreign = (await (await open()).list('?limit=10')).items.map(({ id }) => id);
    const { rows: columns } = await instance.deps.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'workflows'
       and is_identity = 'NO' and is_generated = 'NEVER' and column_name not in ('envelope_id', 'creator_id', 'name')`,
    );
    const copied = columns.map(({ name }) => name).join(', ');
    const copies = async (count: number, creator: number, name: string): Promise<number[]> => {
      const { rows } = await instance.deps.pool.query<{ id: number }>(
        `insert into workflows (envelope_id, creator_id, name, ${copied})
         select left(envelope_id, 8) || md5(random()::text || i), $1, $2, ${copied} from workflows, generate_series(1, $3) as i
         where id = $4 returning id`,
        [creator, name, count, draft?.id],
      );
      return rows.map(({ id }) => Number(id));
    };
    const adas = await copies(12, ada.profile.id, 'Of Ada');
    const bobs = await copies(6, bob.profile.id, 'Of Bob');
    const ids = [...adas, ...bobs, ...foreign, 999_999_999];
    ids.push(...Array.from({ length: 1_000 - ids.length }, (_, at) => 888_000_000 + at));
    const counted = async (body: object, session = ada) => {
      const answer = await caller(session)('POST', `${url}/acts`, body);
      expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
      const items = answer.body as Item[];
      const outcomes = Map.groupBy(items, ({ result, error }) => error?.code ?? String(result));
      return Object.fromEntries([...outcomes].map(([outcome, { length }]) => [outcome, length]));
    };
    const UNAUTHORIZED = 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION';
    // Others' ids are as unknown as those of nothing, to every role.
    expect(await counted({ act: 'cancel', ids }, bob)).toEqual({
      [UNAUTHORIZED]: 18,
      WORKFLOW_NOT_FOUND: 982,
    });
    const unknown = { WORKFLOW_NOT_FOUND: 22 };
    ids.splice(18 + 22);
    await addBob(space, 'editor');
    expect(await counted({ act: 'cancel', ids }, bob)).toEqual({ [UNAUTHORIZED]: 12, true: 6, ...unknown });
    await addBob(space, 'administrator');
    expect(await counted({ act: 'export', ids }, bob)).toEqual({ true: 18, ...unknown });
    expect(await counted({ act: 'delete', ids })).toEqual({ true: 18, ...unknown });
    expect((await list('?query=of')).total).toBe(0);

    // By filter: what the list finds for this caller, and nothing else.
    await copies(3, ada.profile.id, 'Found by Ada');
    const exported = (await caller(bob)('POST', `${url}/acts`, { act: 'export', filter: { query: 'found' } }))
      .body;
    expect(exported.map(({ response }: { response: Listed }) => response)).toEqual(
      (await list('?query=found')).items,
    );
    expect(await counted({ act: 'cancel', filter: { query: 'found', status: 'started' } })).toEqual({});
    expect(await counted({ act: 'cancel', filter: { query: 'found', status: 'not_started' } })).toEqual({
      true: 3,
    });
    expect((await act('cancel', ['Draft'], { filter: {} })).body.error.violations).toHaveProperty('ids');
    expect(
      (await caller(ada)('POST', `${url}/acts`, { act: 'cancel' })).body.error.violations,
    ).toHaveProperty('ids');
    await copies(1_001, ada.profile.id, 'Too many');
    const refused = await caller(ada)('POST', `${url}/acts`, { act: 'cancel', filter: { query: 'many' } });
    expect(refused.body.error.violations.filter).toContain('more than 1000');
  });
});
