import { LIMITS, type Scope } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/src/database/database.ts';
import { issueAccessToken } from '../../server/src/oauth/access-tokens.ts';
import { insertGrant } from '../../server/src/oauth/app-store.ts';
import { createApp } from '../../server/src/oauth/manage-apps.ts';
import type { PageOf } from '../support/draft-client.ts';
import type { Session } from '../support/instance.ts';
import { makeKey, openTeamCase, programWith } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';

type Page = PageOf<{ id: number; name: string; envelopeId: string }>;

/** Stands before the primary, and is asked as a standby would be. */
const replica = {
  asked: 0,
  read: async <Result>(read: (database: Database) => Promise<Result>) => {
    replica.asked += 1;
    return { result: await read(instance.deps.database) };
  },
  close: async () => {},
};
const { instance, ada, bob, openSpace, addBob } = await openTeamCase({ replica });
const main = await openSpace('Contracts');
const side = await openSpace('Side letters');
await addBob(main, 'editor');
const { deps } = instance;
const { key } = await makeKey(ada, { scopes: ['workflows:write'] });
const scopes: Scope[] = ['workflows:read', 'workflows:write'];
const form = { name: 'Books', redirectUris: ['https://books.example.com/back'], scopes };
const app = await createApp(deps, { userId: ada.profile.id }, form);
const token = await deps.database.transaction().execute(async (tx) => {
  const grant = { app_id: app.id, user_id: ada.profile.id, scopes, approved_at: deps.clock.now() };
  const grantId = await insertGrant(tx, { ...grant, last_used_at: null, revoked_at: null });
  return issueAccessToken(tx, deps, { grantId, scopes });
});
await draft('By page');
await draft('By key', { by: programWith(instance, { 'x-api-key': key }) });
await draft('By app', { by: programWith(instance, { authorization: `Bearer ${token.accessToken}` }) });
await draft('By Bob', { by: bob, person: { name: 'Zoë Ångström', email: 'Zoe@Example.org' } });
const metadata = (order: string) => ({ 'metadata[order]': order, 'metadata[dept]': 'A' });
await draft('On the side', { space: side, more: metadata('7') });
await draft('Canceled 100%', { more: metadata('8') });
const [canceled] = (await page('?query=canceled', { space: main })).items;
await caller(ada)('PUT', `/api/v1/envelopes/${canceled?.envelopeId}/cancel`);

interface NewDraft {
  by?: Pick<Session, 'call'>;
  space?: number;
  person?: { name: string; email: string };
  more?: Record<string, string>;
}

function draft(name: string, { by = ada, space = main, person, more = {} }: NewDraft = {}) {
  const people = person ? { steps: [{ type: 'sign', recipients: [person] }] } : {};
  return quickSender(() => by).draft({ name, more: { workspaceId: String(space), ...more }, ...people });
}

async function page(query: string, { session = ada, space = null as number | null } = {}): Promise<Page> {
  const base = space === null ? '/api/v1/envelopes' : `/api/v1/workspaces/${space}/workflows`;
  const { status, body } = await caller(session)('GET', base + query);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.total).toBe(body.items.length);
  return body;
}

const ALL = ['Canceled 100%', 'On the side', 'By Bob', 'By app', 'By key', 'By page'];

describe('a list', () => {
  const namesAt = async (query: string, space: number | null = null) =>
    (await page(query, { space })).items.map(({ name }) => name);
  const names = (query: string, space: number | null = null) =>
    namesAt(`?query=${encodeURIComponent(query)}`, space);

  // Each in its two spellings, for all workspaces and for one.
  it.each<[string, Record<string, string>, string[]]>([
    ['no filter', {}, ALL],
    ['a status', { status: 'canceled' }, ['Canceled 100%']],
    ['statuses', { status: 'canceled,not_started' }, ALL],
    ['a status nothing has', { status: 'signed,declined' }, []],
    ['the creator', { creatorEmail: 'BOB@example.com' }, ['By Bob']],
    ['a creator nobody is', { creatorEmail: 'nobody@example.com' }, []],
    ['the web', { httpSourceTypes: 'web' }, ['Canceled 100%', 'On the side', 'By Bob', 'By page']],
    ['programs', { httpSourceTypes: 'api, integration' }, ['By app', 'By key']],
    ['mobiles', { httpSourceTypes: 'mobile' }, []],
    [
      'several at once',
      { status: 'not_started', httpSourceTypes: 'web', creatorEmail: 'ada@example.com' },
      ['On the side', 'By page'],
    ],
  ])('is filtered by %s', async (_what, filters, expected) => {
    const plain = new URLSearchParams({ limit: '100', ...filters });
    const bracketed = new URLSearchParams({ limit: '100' });
    for (const [key, value] of Object.entries(filters)) bracketed.set(`filters[${key}]`, value);
    const inMain = expected.filter((name) => name !== 'On the side');
    for (const query of [`?${plain}`, `?${bracketed}`]) {
      expect(await namesAt(query)).toEqual(expected);
      expect(await namesAt(query, main)).toEqual(inMain);
    }
  });

  it('is filtered by the program that sent', async () => {
    const by = (value: string) => namesAt(`?filters[httpSourceValues]=${value}`);
    expect(await by(app.clientId)).toEqual(['By app']);
    expect(await by(`another,${app.clientId}`)).toEqual(['By app']);
    expect(await by('another')).toEqual([]);
  });

  it('is filtered by metadata, every pair of which must be there', async () => {
    expect(await namesAt('?metadata[dept]=A')).toEqual(['Canceled 100%', 'On the side']);
    expect(await namesAt('?metadata[dept]=A&metadata[order]=7')).toEqual(['On the side']);
    expect(await namesAt('?metadata[order]=A')).toEqual([]);
    expect(await namesAt('?metadata[dept]=A&filters[status]=not_started')).toEqual(['On the side']);
  });

  it('is searched by names, and names and addresses of recipients, as they are written or not', async () => {
    expect(await names('BY ')).toEqual(['By Bob', 'By app', 'By key', 'By page']);
    expect(await names('ångström')).toEqual(['By Bob']);
    expect(await names('zoe@example.ORG', main)).toEqual(['By Bob']);
    expect(await names('ada@', main)).toEqual(['Canceled 100%', 'By app', 'By key', 'By page']);
    expect(await names('100%')).toEqual(['Canceled 100%']);
    expect(await names('%')).toEqual(['Canceled 100%']);
    expect(await names('_')).toEqual([]);
    expect(await names('zz')).toEqual([]);
    expect(await namesAt('?query=by&filters[httpSourceTypes]=web')).toEqual(['By Bob', 'By page']);
  });

  it('is searched for several words in any order, in names and people together, without accents, as they are now', async () => {
    expect(await names('bob by')).toEqual(['By Bob']);
    expect(await names('angstrom zoe')).toEqual(['By Bob']);
    expect(await names('ZOE@example  bob')).toEqual(['By Bob']);
    expect(await names('zoë canceled')).toEqual([]);
    const person = { name: 'Jürgen Strauß', email: 'js@example.org' };
    const { id } = await draft('Zażółć gęślą jaźń', { person });
    for (const query of ['zazolc', 'gęślą zażółć', 'JAZN juergen@', 'strauss jurgen', 'Ｚażółć']) {
      expect([query, await names(query)]).toEqual([
        query,
        query === 'JAZN juergen@' ? [] : ['Zażółć gęślą jaźń'],
      ]);
    }
    // What is renamed, corrected or taken out is found by what it is called now.
    const found = async (query: string) => (await names(query)).length;
    const { items } = (await caller(ada)('GET', `/api/v1/workspaces/${main}/workflows?query=zazolc`)).body;
    const path = `/api/v1/workspaces/${main}/workflows/${items[0].id}`;
    const put = async (part: string, payload: object) => {
      const { status, body } = await caller(ada)('PUT', path + part, payload);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    await put('', { name: 'Łódź' });
    expect([await found('zazolc'), await found('lodz strauss')]).toEqual([0, 1]);
    await put(`/recipients/${items[0].recipients[0].id}`, { name: 'Çelik', email: 'celik@example.org' });
    expect([await found('strauss'), await found('celik lodz')]).toEqual([0, 1]);
    const nils = { name: 'Nils', email: 'nils@example.org', roles: [{ type: 'sign' }] };
    const celik = { name: 'Çelik', email: 'celik@example.org', roles: [{ type: 'sign' }] };
    await put('/roles', { recipients: [celik, nils] });
    expect([await found('lodz nils'), await found('lodz celik')]).toEqual([1, 1]);
    await put('/roles', { recipients: [nils] });
    expect([await found('lodz nils'), await found('lodz celik')]).toEqual([1, 0]);
    expect((await caller(ada)('DELETE', `/api/v1/envelopes/${id}`)).status).toBe(204);
    expect(await found('lodz')).toBe(0);
  });

  it('refuses filters that name nothing, all of them at once', async () => {
    const filters = 'status=asleep&filters[httpSourceTypes]=radio&filters[tags]=red';
    const { status, body } = await caller(ada)('GET', `/api/v1/envelopes?${filters}`);
    expect([status, Object.keys(body.error.violations).sort()]).toEqual([
      400,
      ['filters[httpSourceTypes]', 'filters[status]', 'filters[tags]'],
    ]);
  });

  it('goes on in the same order from page to page, across workspaces', async () => {
    const names: string[] = [];
    for (const number of [1, 2, 3, 4]) {
      const { body } = await caller(ada)('GET', `/api/v1/envelopes?limit=2&page=${number}`);
      expect([body.total, body.pages, body.limit]).toEqual([6, 3, 2]);
      names.push(...body.items.map(({ name }: { name: string }) => name));
    }
    expect(names).toEqual(ALL);
  });

  it('has nothing on a page that no list reaches, and refuses a number that is none', async () => {
    const far = '/api/v1/envelopes?limit=100&page=';
    for (const more of ['', '&query=by', '&metadata[dept]=A']) {
      const { status, body } = await caller(ada)('GET', `${far}${999_999_999_999_999}${more}`);
      expect([more, status, body.items]).toEqual([more, 200, []]);
    }
    const beyond = await caller(ada)('GET', `${far}99999999999999999999`);
    expect([beyond.status, Object.keys(beyond.body.error.violations)]).toEqual([400, ['page']]);
  });

  it('neither shows nor counts what a role may not see', async () => {
    const role = async (name: string, ...permissions: string[]): Promise<number> =>
      (await caller(ada)('POST', '/api/v1/organization/roles', { name, permissions })).body.id;
    const own = await role('Own things', 'create_workflow', 'view_created_workflow');
    const blind = await role('Others alone', 'view_others_workflow');
    const seen = async (roleId: number, query = '?limit=100') => {
      expect((await addBob(main, roleId)).status).toBe(200);
      return (await page(query, { session: bob, space: main })).items.map(({ name }) => name);
    };
    expect(await seen(own)).toEqual(['By Bob']);
    expect(await seen(own, '?query=by')).toEqual(['By Bob']);
    const { items } = await page('?limit=100', { space: main });
    const hidden = items.find(({ name }) => name === 'By page')?.envelopeId;
    expect(hidden).toMatch(/^[0-9a-z]{40}$/i);
    for (const family of [`workspaces/${main}/workflows`, 'quick/envelopes']) {
      expect((await caller(bob)('GET', `/api/v1/${family}/${hidden}`)).status).toBe(404);
    }
    expect(await seen(blind)).toEqual(['Canceled 100%', 'By app', 'By key', 'By page']);
    expect(await seen(blind, '?query=by')).toEqual(['By app', 'By key', 'By page']);
    expect(await seen(4)).toHaveLength(5);
    expect(await seen(3)).toHaveLength(5);
    expect(await seen(await role('Sends alone', 'create_workflow'))).toEqual([]);
    expect(await seen(3)).toHaveLength(5);
  });
});

it('where the database has no trigrams a search finds the same', async () => {
  const search = async () => (await page('?query=by%20')).items.map(({ name }) => name);
  const before = await search();
  await instance.deps.pool.query('drop extension pg_trgm cascade');
  expect(await search()).toEqual(before);
  expect(before).toHaveLength(4);
});

it.each([
  `/api/v1/envelopes?limit=2`,
  `/api/v1/workspaces/${main}/workflows`,
  `/api/v1/workspaces/${main}/workflows?sort=name`,
  `/api/v1/workspaces/${main}/workflows?query=by`,
  `/api/v1/workspaces/${main}/workflows/counts`,
  `/api/v1/workspaces/${main}/workflows/export`,
  `/api/v1/profile/signed-envelopes`,
  `/api/v1/seals`,
  `/api/v1/workspaces/${main}/workflows/${canceled?.id}/evidence`,
])('a replica is asked for %s, and not for a workflow', async (url) => {
  const before = replica.asked;
  expect((await ada.call({ method: 'GET', url })).statusCode).toBe(200);
  expect(replica.asked).toBe(before + 1);
  const one = `/api/v1/envelopes/${canceled?.envelopeId}`;
  expect((await ada.call({ method: 'GET', url: one })).statusCode).toBe(200);
  expect(replica.asked).toBe(before + 1);
});

describe('the total of a list', () => {
  const counted = async (space: number, more = '') => {
    const { rows } = await instance.deps.pool.query<{ count: number }>(
      `select count(*)::int as count from workflows where workspace_id = $1 ${more}`,
      [space],
    );
    return rows[0]?.count;
  };
  const total = async (space: number, query = '') =>
    (await caller(ada)('GET', `/api/v1/workspaces/${space}/workflows?limit=1&${query}`)).body.total;

  it('is exact while workflows come, move, change and go, and while the changes are put together', async () => {
    const [from, to] = [await openSpace('From'), await openSpace('To')];
    const fold = () => instance.jobs['fold-counts'](0);
    const make = async () => {
      const { id } = await draft('Busy', { space: from });
      const path = `/api/v1/workspaces/${from}/workflows`;
      const [item] = (await caller(ada)('GET', `${path}?limit=100`)).body.items.filter(
        (each: { envelopeId: string }) => each.envelopeId === id,
      );
      return { id, path: `${path}/${item.id}` };
    };
    const lives = [
      async () => void (await make()),
      async () => caller(ada)('DELETE', `/api/v1/envelopes/${(await make()).id}`),
      async () => caller(ada)('PUT', `${(await make()).path}/cancel`),
      async () => caller(ada)('PUT', (await make()).path, { newWorkspaceId: to }),
      async () => caller(ada)('PUT', (await make()).path, { name: 'Renamed' }),
    ];
    const reads: Page[] = [];
    const look = async () => {
      // Both are of one moment: no draft is counted that is not shown.
      const url = `/api/v1/workspaces/${to}/workflows?limit=100&status=not_started`;
      reads.push((await caller(ada)('GET', url)).body);
    };
    for (let round = 0; round < 2; round += 1) {
      await Promise.all([...lives.map((live) => live()), fold(), look(), fold(), look()]);
      for (const space of [from, to]) {
        expect(await total(space)).toBe(await counted(space));
        for (const status of ['not_started', 'canceled']) {
          expect(await total(space, `status=${status}`)).toBe(
            await counted(space, `and status = '${status}'`),
          );
        }
        expect(await total(space, 'httpSourceTypes=web')).toBe(await counted(space));
      }
    }
    expect(reads.every(({ total: said, items }) => said === items.length)).toBe(true);
    await fold();
    const left = await instance.deps.database.selectFrom('workflow_count_changes').select('id').execute();
    expect(left).toEqual([]);
    expect(await total(from)).toBe(await counted(from));
  });

  it('of a search is exact up to a bound, and beyond it says that there is another page', async () => {
    const space = await openSpace('Full');
    const path = `/api/v1/workspaces/${space}/workflows`;
    const more = LIMITS.searchCountMax + 20;
    await instance.deps.pool.query(
      `insert into workflows (envelope_id, organization_id, workspace_id, creator_id, name, type, status, created_at,
           expires_at, source_type)
         select '20261121' || lpad(to_hex(n), 32, '0'), (select organization_id from workspaces where id = $1), $1, $2,
           case when n <= 20 then 'Rare' else 'Common' end, 'simple', 'not_started', now(), now(), 'web'
         from generate_series(1, $3::int) as n`,
      [space, ada.profile.id, more],
    );
    expect(await total(space)).toBe(more);
    expect(await total(space, 'query=rare')).toBe(20);
    const search = async (number: number, limit = 100) =>
      (await caller(ada)('GET', `${path}?query=o&limit=${limit}&page=${number}`)).body as Page;
    const everything = more - 20;
    expect((await search(1)).total).toBe(everything);
    await instance.deps.pool.query(`update workflows set name = 'Common' where workspace_id = $1`, [space]);
    expect((await search(1)).total).toBe(LIMITS.searchCountMax + 1);
    const pages = Math.ceil(more / 100);
    const [last, beyond] = [await search(pages), await search(pages + 1)];
    expect([last.items.length, last.total]).toEqual([20, more]);
    expect([beyond.items.length, beyond.total]).toEqual([0, more]);
  });
});
