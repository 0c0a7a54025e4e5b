import { describe, expect, it } from 'vitest';
import type { PageOf } from '../support/draft-client.ts';
import { openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';

const { instance, ada, openSpace } = await openTeamCase();

const draft = (name: string, space: number, more: Record<string, string> = {}) =>
  quickSender(() => ada).draft({ name, more: { workspaceId: String(space), ...more } });

describe('an order that was asked for', () => {
  type Sorted = PageOf<{ name: string; envelopeId: string }> & { next?: string | null; pages: number };
  const openSorted = async (name: string) => {
    const space = await openSpace(name);
    const url = `/api/v1/workspaces/${space}/workflows`;
    const get = async (query: string): Promise<Sorted> => {
      const { status, body } = await caller(ada)('GET', `${url}?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const names = async (query: string) => (await get(query)).items.map((item) => item.name);
    return { space, url, get, names };
  };
  const ITEMS = ['Äpfel', 'birnen', 'Zitronen', 'apfel 2', 'ﷺ'.repeat(250)];

  it('is by name as people read it, by deadline, by the last change and by age, in both directions', async () => {
    const { space, url, get, names } = await openSorted('Sorted');
    for (const [index, name] of ITEMS.entries()) {
      instance.advance(60);
      const expiryDate = String(instance.nowSeconds() + (30 - index) * 86_400);
      await draft(name, space, { expiryDate });
    }
    instance.advance(60);
    const [, , third] = (await get('sort=created')).items as unknown as { id: number }[];
    expect((await caller(ada)('PUT', `${url}/${third?.id}`, { senderMessage: 'Yellow.' })).status).toBe(200);
    const expected = {
      created: ITEMS,
      name: ['Äpfel', 'apfel 2', 'birnen', 'Zitronen', ITEMS.at(-1)],
      deadline: ITEMS.toReversed(),
      changed: ['Äpfel', 'birnen', 'apfel 2', ITEMS.at(-1), 'Zitronen'],
    };
    for (const [sort, order] of Object.entries(expected)) {
      expect([sort, await names(`sort=${sort}`)]).toEqual([sort, order]);
      expect([sort, await names(`sort=-${sort}&filed=0`)]).toEqual([sort, order.toReversed()]);
    }
    expect(await names('limit=10')).toEqual(ITEMS.toReversed());
    expect(await get('limit=10')).not.toHaveProperty('next');
    expect(await names('sort=-name&query=apfel')).toEqual(['apfel 2', 'Äpfel']);
    expect(await names('sort=name&filters[status]=signed,declined')).toEqual([]);
    expect(await names('sort=name&creatorEmail=nobody@example.com')).toEqual([]);
    const [changed] = (await get('sort=-changed')).items as unknown as { changeDate: number }[];
    expect(changed?.changeDate).toBe(instance.nowSeconds());
  });

  const fill = async (space: number, rows: number, name: string) => {
    await instance.deps.pool.query(
      `insert into workflows (envelope_id, organization_id, workspace_id, creator_id, name, type, status, created_at,
           expires_at, filed_at, source_type)
         select '20261122' || lpad(to_hex($1::bigint * 100000 + n), 32, '0'), (select organization_id from workspaces where id = $1),
           $1, $2, ${name}, 'simple', (array['not_started', 'signed', 'declined'])[1 + n % 3],
           now() - n % 5 * interval '1 d', now() + n % 11 * interval '1 d', case when n % 4 = 0 then now() end, 'web'
         from generate_series(1, $3::int) as n`,
      [space, ada.profile.id, rows],
    );
  };
  const idsOf = ({ items }: Sorted) => items.map((item) => (item as unknown as { id: number }).id);

  it('goes on where the page before ended, whatever came meanwhile', async () => {
    const { space, url, get } = await openSorted('Walk');
    await fill(space, 30, `'Name ' || n % 7`);
    const wanted = Array.from({ length: 30 }, (_, n) => n + 1).filter((n) => n % 3 !== 0 && n % 4 !== 0);
    for (const sort of ['name', '-name', 'deadline', '-changed', 'created']) {
      for (const [filter, expected] of [
        ['', 30],
        ['&filters[filed]=0&filters[status]=signed,declined', wanted.length],
        ['&query=name', 30],
      ] as const) {
        const query = `sort=${sort}${filter}&limit=10`;
        const pages = [await get(query)];
        for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
          pages.push(await get(`${query}&after=${next}`));
        const ids = pages.flatMap(idsOf);
        expect([query, new Set(ids).size, ids.length]).toEqual([query, expected, expected]);
        expect(idsOf(await get(`${query}&page=2`))).toEqual(ids.slice(10, 20));
      }
    }
    const first = await get('sort=name&limit=5');
    const rest = async () => idsOf(await get(`sort=name&limit=5&after=${first.next}`));
    const before = await rest();
    await draft('AAA', space);
    expect(await rest()).toEqual(before);
    const refused = async (query: string) =>
      (await caller(ada)('GET', `${url}?${query}`)).body.error?.violations;
    const made = (position: string) => Buffer.from(position).toString('base64url');
    for (const query of [
      `sort=-name&after=${first.next}`,
      `sort=name&page=2&after=${first.next}`,
      `after=${first.next}`,
      'sort=name&after=x',
      `sort=deadline&after=${made('["deadline","soon",1]')}`,
      `sort=name&after=${made('["name","\\u0000",1]')}`,
    ])
      expect([query, Object.keys((await refused(query)) ?? {})]).toEqual([query, ['after']]);
    expect(Object.keys(await refused('sort=size'))).toEqual(['sort']);
  });

  // Up to the bound of searches what matches is sorted; beyond it the index of the order is read, and all that matches
  // is sorted where it stands too far back.
  it('is the same where more matches than is counted, wherever it stands', async () => {
    const { space, get } = await openSorted('Many');
    // The first page is full at once, and what comes next stands too far behind it to be walked to.
    const names = `case when n <= 20 then 'Aa zebra' when n > 4100 then 'Zébra ' || n % 7 else 'Apple' end`;
    await fill(space, 7_200, names);
    // More of another workspace than are sorted at first stand before the second page.
    await fill(await openSpace('Others'), 4_100, `'Aa zebra'`);
    const keys: Record<string, string> = {
      name: 'name',
      changed: 'created_at',
      deadline: 'expires_at',
      created: 'id',
    };
    const expected = async (sort: string, condition: string) => {
      const [by, way] = sort.startsWith('-') ? [sort.slice(1), 'desc'] : [sort, 'asc'];
      const { rows } = await instance.deps.pool.query<{ id: number }>(
        `select id from workflows where workspace_id = $1 and ${condition} order by ${keys[by]} ${way}, id ${way} limit 40`,
        [space],
      );
      return rows.map(({ id }) => Number(id));
    };
    for (const [sort, filter, condition] of [
      ['name', '', 'true'],
      ['-created', '', 'true'],
      ['name', '&query=zebra', `name ~* 'z.bra'`],
      ['-name', '&query=zebra', `name ~* 'z.bra'`],
      ['name', '&query=zebra&status=signed', `name ~* 'z.bra' and status = 'signed'`],
      ['-changed', '&httpSourceTypes=web&filters[filed]=0', 'filed_at is null'],
      ['deadline', '&status=signed,declined', `status in ('signed', 'declined')`],
    ] as const) {
      const query = `sort=${sort}${filter}&limit=20`;
      const first = await get(query);
      const second = await get(`${query}&after=${first.next}`);
      expect([query, ...idsOf(first), ...idsOf(second)]).toEqual([
        query,
        ...(await expected(sort, condition)),
      ]);
      expect(idsOf(await get(`${query}&page=2`))).toEqual(idsOf(second));
    }
  });
});
