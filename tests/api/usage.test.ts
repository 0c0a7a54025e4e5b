import { afterEach, expect, test, vi } from 'vitest';
import { countUsage } from '../../server/src/usage/count-usage.ts';
import { COUNT_WAIT, countAllUsage } from '../support/count-all-usage.ts';
import { expectStatus, openTeamCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';
import { signLease } from '../support/sign-lease.ts';

const { instance, ada: first, bob, eve, openSpace } = await openTeamCase();
let ada = first;
const { deps } = instance;
const URL = '/api/v1/organization/usage';
const zoe = { name: 'Zoe', email: 'zoe@example.com' };
const NOTHING = { started: 0, completed: 0, signatures: 0, sealedFiles: 0, storedBytes: 0, mails: 0 };
type Item = typeof NOTHING & { month: string; workspaceId: number; workspaceName: string | null };

const sql = async (text: string, values: unknown[] = []) => (await deps.pool.query(text, values)).rows;

const count = () => countAllUsage(deps);
const thisMonth = () => deps.clock.now().toISOString().slice(0, 7);

async function usage(query = ''): Promise<Item[]> {
  const { status, body } = await caller(ada)('GET', `${URL}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
}

/** What all workspaces used in this month. */
async function sum(): Promise<typeof NOTHING> {
  const items = (await usage()).filter(({ month }) => month === thisMonth());
  const names = Object.keys(NOTHING) as (keyof typeof NOTHING)[];
  return Object.fromEntries(
    names.map((name) => [name, items.reduce((total, item) => total + item[name], 0)]),
  ) as typeof NOTHING;
}

/** What two that count at once count of it. */
async function grown(act: () => Promise<unknown>): Promise<typeof NOTHING> {
  await count();
  const before = await sum();
  await act();
  await Promise.all([count(), count()]);
  const after = await sum();
  const names = Object.keys(NOTHING) as (keyof typeof NOTHING)[];
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as typeof NOTHING;
}

afterEach(count);

test('a workflow that is signed is counted once, with its files', async () => {
  expect(await usage()).toEqual([]);
  expect((await caller(ada)('GET', URL)).body).toMatchObject({ to: thisMonth(), countedDate: null });
  let id = 0;
  const used = await grown(async () => {
    id = await signLease(instance, ada, zoe);
  });
  const [sizes] = await sql(
    `select sum(size)::bigint as bytes from documents join files on files.id in (original_file_id, sealed_file_id)
       where workflow_id = $1`,
    [id],
  );
  expect(used).toEqual({
    ...{ started: 1, completed: 1, signatures: 1, sealedFiles: 1 },
    ...{ storedBytes: Number(sizes.bytes), mails: 0 },
  });
  const { body } = await caller(ada)('GET', URL);
  expect(body.countedDate).toBe(instance.nowSeconds());
  expect(await grown(count)).toEqual(NOTHING);
});

test('administrators alone read it, each of their own organization, also as a table', async () => {
  const [{ organizationId }] = await sql(
    'select organization_id as "organizationId" from organization_usage',
  );
  const of = `?organizationId=${organizationId}`;
  expect((await caller(bob)('GET', `${URL}${of}`)).status).toBe(403);
  expect((await caller(bob)('GET', `${URL}/export${of}`)).status).toBe(403);
  expect((await caller(eve)('GET', `${URL}${of}`)).status).toBe(404);
  expect((await caller(eve)('GET', URL)).body.items).toEqual([]);
  const table = expectStatus(await ada.call({ method: 'GET', url: `${URL}/export` }), 200);
  expect(table.headers['content-type']).toContain('text/csv');
  expect(table.headers['content-disposition']).toContain(`-${thisMonth()}.csv`);
  const [item] = await usage();
  const [head, line] = table.body.replace('\ufeff', '').trim().split('\r\n');
  expect(head).toBe('month,workspaceId,workspace,started,completed,signatures,sealedFiles,storedBytes,mails');
  const { month, workspaceId, workspaceName, ...counts } = item as Item;
  expect(line).toBe([month, workspaceId, workspaceName, ...Object.values(counts)].join(','));
  for (const query of ['?from=2026-13', '?from=2026-11&to=2026-10', '?from=2019-01&to=2026-10'])
    expect(Object.keys((await caller(ada)('GET', `${URL}${query}`)).body.error.violations)).toEqual(['from']);
});

test('an event whose transaction ends after later ones is counted all the same', async () => {
  const client = await deps.pool.connect();
  const used = await grown(async () => {
    await client.query('begin');
    await client.query(
      `insert into events (workflow_id, sequence, name, occurred_at, detail, hash, version, mac)
         select workflow_id, 1000 + n, act, $1, '{}', hash, version, mac
         from (select workflow_id, hash, version, mac from events order by id limit 1) as any_event,
           unnest(array['action.signed', 'mail.sent', 'mail.sent', 'link.opened']) with ordinality as acts (act, n)`,
      [deps.clock.now()],
    );
    await signLease(instance, ada, zoe);
    await countUsage(deps);
    await countUsage(deps);
    expect(
      await sql('select counted_event < (select max(id) from events) as waits from usage_marks'),
    ).toEqual([{ waits: true }]);
    await client.query('commit');
    client.release();
  });
  expect(used).toMatchObject({ started: 1, completed: 1, signatures: 2, mails: 2 });
});

test('a window is counted whole or not at all, and is seen anew in a database that was restored elsewhere', async () => {
  const used = await grown(async () => {
    await signLease(instance, ada, zoe);
    await sql('alter table organization_usage add constraint full_disk check (mails < 0) not valid');
    const fails = () => expect(countUsage(deps)).rejects.toThrow('full_disk');
    await vi.waitFor(fails, COUNT_WAIT);
    await sql('alter table organization_usage drop constraint full_disk');
    await sql(
      `update usage_marks set seen_transaction = '9223372036854775807' where counted_event < seen_event`,
    );
    await count();
  });
  expect(used).toMatchObject({ started: 1, completed: 1, signatures: 1, sealedFiles: 1 });
});

test('what was used stays in its month and workspace, whatever becomes of both', async () => {
  const space = await openSpace('Short-lived');
  const before = thisMonth();
  const draft = await quickSender(() => ada).create({
    name: 'Lease',
    steps: [{ type: 'sign', recipients: [zoe] }],
    more: { workspaceId: String(space) },
  });
  await count();
  instance.advance(40 * 86_400);
  ada = await instance.signIn(ada.profile.name, ada.profile.email);
  await signLease(instance, ada, zoe);
  await count();
  expect((await usage()).map(({ month }) => month)).toEqual(expect.arrayContaining([before, thisMonth()]));
  const since = await usage(`?from=${thisMonth()}`);
  expect(new Set(since.map(({ month }) => month))).toEqual(new Set([thisMonth()]));
  const only = await usage(`?from=${before}&to=${before}`);
  expect(only.every(({ month }) => month === before)).toBe(true);
  const own = only.find(({ workspaceId }) => workspaceId === space);
  expect(own).toMatchObject({
    ...NOTHING,
    started: 1,
    storedBytes: expect.any(Number),
    workspaceName: 'Short-lived',
  });
  expectStatus(await ada.call({ method: 'PUT', url: `/api/v1/envelopes/${draft}/cancel`, payload: {} }), 200);
  await sql('delete from workflows where workspace_id = $1', [space]);
  expectStatus(await ada.call({ method: 'DELETE', url: `/api/v1/workspaces/${space}` }), 204);
  const stays = (await usage(`?from=${before}&to=${before}`)).find(
    ({ workspaceId }) => workspaceId === space,
  );
  expect(stays).toEqual({ ...own, workspaceName: null });
});
