import { runLoad } from './load.ts';
import type { Report, Row } from './report.ts';
import { medianRatio, percentile, takeTurns } from './statistics.ts';
import type { FilledList } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

const ROUNDS = 15;
const FAR = 1_000;

interface Asked {
  title: string;
  query: string;
  limit: number;
  /** What is listed; workflows where nothing is said. */
  of?: 'contacts' | 'workflows';
  /** Of the million; a list of a thousand is asked for its last full page where it has none so far back. */
  page: number;
}

const QUERIES: Readonly<Record<string, string>> = {
  'no filter': '',
  'status signed': '&filters[status]=signed',
  'status started, declined': '&filters[status]=started,declined',
  'by the sender': '&filters[creatorEmail]=',
  'from the web': '&filters[httpSourceTypes]=web',
  'not filed away': '&filters[filed]=0',
  'not filed away, status declined': '&filters[filed]=0&filters[status]=declined',
  'search: ends before 2100': '&filters[expiresBefore]=4102444800',
  'search: one address': '&query=p77@',
  'search: 1 in 1,000': '&query=annex',
  'search: 1 in 5': '&query=offer',
};

const SORTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['created', 'name', 'deadline', 'changed'].flatMap((by) =>
      [by, `-${by}`].map((sort) => [`sorted by ${sort}`, `&sort=${sort}`]),
    ),
  ),
  'not filed away, sorted by name': '&filters[filed]=0&sort=name',
  'not filed away, sorted by -changed': '&filters[filed]=0&sort=-changed',
  'status started, declined, sorted by deadline': '&filters[status]=started,declined&sort=deadline',
  'not filed away, status signed, sorted by -name': '&filters[filed]=0&filters[status]=signed&sort=-name',
  'by the sender, sorted by name': '&sort=name&filters[creatorEmail]=',
  'search: one address, sorted by name': '&query=p77@&sort=name',
  'search: 1 in 1,000, sorted by -changed': '&query=annex&sort=-changed',
  'search: 1 in 200, sorted by name': '&query=17%20lease%20ada&sort=name',
  'search: 1 in 5, sorted by name': '&query=offer&sort=name',
  'search: 1 in 5, sorted by deadline': '&query=offer&sort=deadline',
};

const CONTACTS: Readonly<Record<string, string>> = {
  'contacts, no search': '',
  'contacts: one address': '&search=p77@',
  'contacts: one letter': '&search=a',
  'contacts: two words': '&search=ada%20hopper',
  'contacts: nobody': '&search=zzz',
};

/** How much longer a page of a million workflows takes than the same page of a thousand. */
export async function benchLists(): Promise<Report> {
  const target = await startTarget();
  try {
    const [small, large] = await target.ask<[FilledList, FilledList]>({ kind: 'fill-lists' });
    const rows: Row[] = [];
    for (const asked of askedPages()) rows.push(await compare(target, asked, { small, large }));
    return {
      tables: [
        {
          title: 'lists: GET /api/v1/workspaces/{w}/workflows, total included, one caller',
          notes: [
            `a million workflows with all that belongs to them were made in ${Math.round(large.fillMs / 1_000)} s`,
            'far back: page 1,000 of the million; of the thousand its last full page, for it has none so far back',
            'of the contacts a workspace has at most 10,000, which the workspace of the million has',
            'searches count up to a bound: beyond it total says no more than that there is another page',
          ],
          rows,
        },
      ],
      details: { rounds: ROUNDS, fillMs: [small.fillMs, large.fillMs] },
    };
  } finally {
    await target.end();
  }
}

function askedPages(): Asked[] {
  const sorted = Object.entries(SORTS).flatMap(([title, query]) =>
    (title.startsWith('search') ? [1] : [1, FAR]).map((page) => ({ title, query, limit: 20, page })),
  );
  const contacts = Object.entries(CONTACTS).map(
    ([title, query]): Asked => ({ title, query, limit: 20, page: 1, of: 'contacts' }),
  );
  return [...plainPages(), ...sorted, ...contacts];
}

function plainPages(): Asked[] {
  return Object.entries(QUERIES).flatMap(([title, query]) =>
    [8, 100].flatMap((limit) => {
      const isSearch = title.startsWith('search');
      // A search for little has no page so far back.
      const pages = isSearch && title !== 'search: 1 in 5' ? [1] : [1, FAR];
      return pages.map((page) => ({ title, query, limit, page }));
    }),
  );
}

async function compare(
  target: Target,
  asked: Asked,
  { small, large }: { small: FilledList; large: FilledList },
): Promise<Row> {
  const lastFull = Math.max(1, Math.floor((await totalOf(target, asked, small)) / asked.limit));
  const ask = (list: FilledList, page: number) => () => measure(target, { ...asked, page }, list);
  const contenders = { small: ask(small, Math.min(asked.page, lastFull)), large: ask(large, asked.page) };
  for (const run of Object.values(contenders)) await run();
  const results = await takeTurns(contenders, ROUNDS);
  return {
    '': asked.title,
    limit: asked.limit,
    page: asked.page,
    'total of the million': await totalOf(target, asked, large),
    'thousand p50 ms': percentile(results.small, 0.5),
    'million p50 ms': percentile(results.large, 0.5),
    'million p95 ms': percentile(results.large, 0.95),
    'million ÷ thousand': medianRatio(results.large, results.small),
  };
}

async function measure({ port }: Target, asked: Asked, list: FilledList): Promise<number> {
  const call = { method: 'GET' as const, path: pathOf(asked, list), headers: headersOf(list) };
  return (await runLoad({ port, callers: 1, calls: 1, next: () => call })).meanMs;
}

async function totalOf({ port }: Target, asked: Asked, list: FilledList): Promise<number> {
  const url = `http://127.0.0.1:${port}${pathOf({ ...asked, page: 1 }, list)}`;
  const answer = await fetch(url, { headers: headersOf(list) });
  return ((await answer.json()) as { total: number }).total;
}

function pathOf({ query, limit, page, of = 'workflows' }: Asked, { workspaceId, rows }: FilledList): string {
  const filter = query.endsWith('creatorEmail]=') ? `${query}list-${rows}@example.com` : query;
  return `/api/v1/workspaces/${workspaceId}/${of}?limit=${limit}&page=${page}${filter}`;
}

function headersOf({ cookie }: FilledList): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin' };
}
