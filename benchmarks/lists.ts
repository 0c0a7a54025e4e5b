import { runLoad } from './load.ts';
import type { Report, Row } from './report.ts';
import { median, medianRatio, takeTurns } from './statistics.ts';
import type { FilledList } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

const CALLS = 3;
const ROUNDS = 5;
const FAR = 1_000;

interface Asked {
  title: string;
  query: string;
  limit: number;
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
            'searches count up to a bound: beyond it total says no more than that there is another page',
          ],
          rows,
        },
      ],
      details: { calls: CALLS, rounds: ROUNDS, fillMs: [small.fillMs, large.fillMs] },
    };
  } finally {
    await target.end();
  }
}

function askedPages(): Asked[] {
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
    'thousand ms': median(results.small),
    'million ms': median(results.large),
    'million ÷ thousand': medianRatio(results.large, results.small),
  };
}

async function measure({ port }: Target, asked: Asked, list: FilledList): Promise<number> {
  const call = { method: 'GET' as const, path: pathOf(asked, list), headers: headersOf(list) };
  return (await runLoad({ port, callers: 1, calls: CALLS, next: () => call })).meanMs;
}

async function totalOf({ port }: Target, asked: Asked, list: FilledList): Promise<number> {
  const url = `http://127.0.0.1:${port}${pathOf({ ...asked, page: 1 }, list)}`;
  const answer = await fetch(url, { headers: headersOf(list) });
  return ((await answer.json()) as { total: number }).total;
}

function pathOf({ query, limit, page }: Asked, { workspaceId, rows }: FilledList): string {
  const filter = query.endsWith('creatorEmail]=') ? `${query}list-${rows}@example.com` : query;
  return `/api/v1/workspaces/${workspaceId}/workflows?limit=${limit}&page=${page}${filter}`;
}

function headersOf({ cookie }: FilledList): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin' };
}
