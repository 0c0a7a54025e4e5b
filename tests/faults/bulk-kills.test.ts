import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { buildServerIfStale, buildWebIfStale } from '../../tools/build.mjs';
import { STORES } from '../../tools/store-tests.mjs';
import { readArchive } from '../support/archive.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type BulkCall, type BulkProgress, bulkForm, makeTemplate } from '../support/http-bulk.ts';
import { AwayError, ask } from '../support/http-life.ts';
import { until } from '../support/processes.ts';
import { sentWith } from '../support/quick-form.ts';
import { lease } from '../support/quick-sender.ts';
import { chooseStore } from '../support/storage-choice.ts';
import { untilDone } from '../support/until-done.ts';

/** Others by `PARAPH_TEST_ROWS=10000 npx vitest run --configLoader=native tests/faults/bulk-kills.test.ts`. */
const ROWS = Number(process.env.PARAPH_TEST_ROWS ?? 40);
/** For what takes longer with more rows. */
const FACTOR = ROWS / 40;
const RETRY_MS = 100;
/** After how many of 40 rows which of them die at once. */
const KILLS = [
  { after: 6, dying: ['database', 'work'] },
  { after: 20, dying: ['serve', 'work'] },
] as const;

let fleet: Fleet | undefined;
let pool: pg.Pool | undefined;
afterEach(async () => {
  await pool?.end();
  await fleet?.end();
}, 120_000);

/** As a client: again, until a server answers. */
function callerOf({ servers, apiKey }: Fleet): BulkCall {
  return async <Answer>(method: string, path: string, body?: Parameters<BulkCall>[2]) => {
    const sent = sentWith({ 'x-api-key': apiKey }, body);
    for (;;) {
      try {
        return JSON.parse(String(await ask(`${servers[0]?.origin()}${path}`, { method, ...sent }))) as Answer;
      } catch (error) {
        if (!(error instanceof AwayError)) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
}

async function kill({ servers, workers, database }: Fleet, dying: readonly string[]): Promise<void> {
  const members = { serve: servers[0], work: workers[0], database: database() };
  const victims = dying.flatMap((name) => members[name as keyof typeof members] ?? []);
  await Promise.all(victims.map((victim) => victim.kill()));
  for (const victim of victims) await victim.start();
}

type Query = <Row>(text: string) => Promise<Row[]>;

/** Holds the row of an export, so that no run of its job is added; answers how to let it go. */
async function holdExport(connectionString: string, id: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`begin; select from exports where id = ${id} for update`);
  return () => client.end();
}

/** Exports all workflows, whose worker is killed when it has stored its second part of the archive and not named it. */
async function exportThroughKill(
  { workers, database, servers, apiKey }: Fleet,
  call: BulkCall,
  query: Query,
) {
  const [space] = await call<{ id: number }[]>('GET', '/api/v1/workspaces');
  const exportsPath = `/api/v1/workspaces/${space?.id}/exports`;
  const untilWaiting = (count: number) =>
    until(`${count} to wait for the export`, async () => {
      const waiting = await query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length === count;
    });
  const { id } = await call<{ id: number }>('POST', exportsPath, { filter: {} });
  const read = () => call<{ state: string; done: number }>('GET', `${exportsPath}/${id}`);
  const letFirst = await holdExport(database().connectionString, id);
  await untilWaiting(1);
  // Who waits first is first: the job adds one run, and waits with the next.
  const holding = holdExport(database().connectionString, id);
  await untilWaiting(2);
  await letFirst();
  const letSecond = await holding;
  await untilWaiting(1);
  const half = await read();
  expect(half).toMatchObject({ state: 'running' });
  expect(half.done).toBeGreaterThan(0);
  await workers[0]?.kill();
  await letSecond();
  await workers[0]?.start();
  await until('the export to be done', async () => (await read()).state === 'done', 60_000 * FACTOR);
  const archive = `${servers[0]?.origin()}${exportsPath}/${id}/archive`;
  return readArchive(await ask(archive, { headers: { 'x-api-key': apiKey } }));
}

it(
  'a table is sent, each row once, and exported whole, though server, worker and database are killed',
  async () => {
    await Promise.all([buildServerIfStale(), buildWebIfStale()]);
    const store = chooseStore() ?? STORES['pg18-s3-encrypted'];
    const settings = { PARAPH_RATES: 'apiKey=1000000/30' };
    fleet = await startFleet({ servers: 1, workers: 1, ...store, isDurable: true, settings });
    const { database, mails, notified, callbackUrl } = fleet;
    const call = callerOf(fleet);
    const path = `${await makeTemplate(call, { document: lease })}/bulk`;
    pool = new pg.Pool({ connectionString: database().connectionString, max: 1 });
    pool.on('error', () => {});
    const query = async <Row>(text: string) => ((await pool?.query(text))?.rows ?? []) as Row[];
    const { id } = await call<BulkProgress>(
      'POST',
      path,
      bulkForm(ROWS, {
        name: 'Lease {{row}}',
        'preferences[0][name]': 'WorkflowNotificationCallbackUrlPreference',
        'preferences[0][value]': callbackUrl,
      }),
    );
    const read = () => call<BulkProgress>('GET', `${path}/${id}`);
    await until('the table to be checked', async () => (await read()).state === 'ready', 60_000 * FACTOR);
    await call('PUT', `${path}/${id}/start`, {});
    for (const { after, dying } of KILLS) {
      await until(
        `${after * FACTOR} rows to be sent`,
        async () => (await read()).sent >= after * FACTOR,
        90_000 * FACTOR,
      );
      // A kill after the last row would show nothing.
      expect((await read()).state).toBe('sending');
      await kill(fleet, dying);
    }
    await until('all rows to be sent', async () => (await read()).state === 'done', 120_000 * FACTOR);
    expect(await read()).toMatchObject({ rows: ROWS, sent: ROWS, failed: 0, valid: 0 });
    await untilDone(pool, { patienceMs: 90_000 * FACTOR });
    const workflows = await query<{ name: string; starts: number }>(
      `select name, (select count(*)::int from events where workflow_id = workflows.id and name = 'workflow.started') as starts
       from workflows`,
    );
    const expected = Array.from({ length: ROWS }, (_, at) => `Lease ${at + 2}`).toSorted();
    expect(workflows.map(({ name }) => name).toSorted()).toEqual(expected);
    expect(workflows.filter(({ starts }) => starts !== 1)).toEqual([]);
    // A mail or notification whose receipt a kill hid is sent again, under the same id: receivers take it for one.
    const invitations = new Map(
      mails.messages
        .filter(({ to }) => to[0]?.startsWith('tenant.'))
        .map(({ to, mail }) => [`${mail.messageId}`, to[0]]),
    );
    expect([...invitations.values()].toSorted()).toEqual(
      Array.from({ length: ROWS }, (_, at) => `tenant.${at}@example.com`).toSorted(),
    );
    const started = new Map(
      notified.filter(({ event }) => event === 'workflow.started').map((each) => [each.id, each.body]),
    );
    const told = [...started.values()].map((body) => /"name":"(Lease \d+)"/.exec(body)?.[1]);
    expect(told.toSorted()).toEqual(expected);
    const files = await exportThroughKill(fleet, call, query);
    const names = [...files.keys()].map((name) => /^\d+ (Lease \d+)\/lease\.pdf$/.exec(name)?.[1] ?? name);
    expect(names.toSorted()).toEqual([...expected, 'index.csv'].toSorted());
    expect(files.get('index.csv')?.toString().trimEnd().split('\r\n')).toHaveLength(ROWS + 1);
    expect(await query(`select from mails where kind = 'export_ready'`)).toHaveLength(1);
  },
  400_000 * FACTOR,
);
