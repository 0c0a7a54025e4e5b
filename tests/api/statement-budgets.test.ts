import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { TestInstance } from '../support/instance.ts';
import { expectStatus, openInstanceCase, programWith } from '../support/instance-case.ts';
import { listStatements, ofKeys } from '../support/list-statements.ts';
import { caller } from '../support/organization.ts';
import { ann, quickSender } from '../support/quick-sender.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';
import { followInvitation } from '../support/signer.ts';
import { chooseStore } from '../support/storage-choice.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

/**
 * How many statements each request may send to the database, transaction control included; those of signers are in
 * signing-statements.test.ts. Each is a round trip. Finding the caller is one, counting the call of a key another one.
 * Raise a figure only together with a reason.
 */
const BUDGETS = {
  /** One for the rows of each table. */
  create: 16 + ofKeys(2),
  ...{ retrieve: 3, 'retrieve, signed in': 2 },
  /** The workspaces of the caller, the page, and what is on it. */
  ...{ list: 5, 'list, signed in': 4, 'list, filtered': 4 },
};

/**
 * The jobs of an envelope with one signer, of which a receiver is told, in their order. The first one stores the mail of
 * an invitation, learns its recipient as a contact (a new one is counted) and sends two notifications, the second one
 * seals the document. Both that may tell the sender read whether that is wished; the second one also for the last
 * signature, of which Finish knows only whether it needs a job of its own. So many statements, in so many
 * transactions that change something.
 */
const JOB_BUDGETS = [
  ['follow-events', 11, 3],
  ['follow-events', 29 + ofKeys(3), 4 + ofKeys(1)],
  ['follow-events', 11, 3],
];

/**
 * A row for each kind of job and of outage and for each instance from which organizations came, the jobs that wait, and
 * the people of an instance, of whom a workspace has many.
 */
const SHORT = ['_private_tasks', '_private_jobs', '_private_job_queues', 'outages', 'origins', 'members'];
/** It holds each delivery that was pending since the last vacuum: all of them, to find one. */
const LONG_INDEX = 'deliveries_pending';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const { instance, sender, create } = await openInstanceCase();
await instance.deps.intake.warm();
const scopes = ['workflows:write', 'workflows:read'];
const { key } = (await caller(sender)('POST', '/api/v1/api-keys', { name: 'Nightly', scopes })).body;

test('an envelope reads no table whole, however few its rows are, and its jobs send no more statements than their budgets', async () => {
  const receiver = await openWebhookReceiver();
  const texts: string[] = [];
  const ran: [string, number, number][] = [];
  const counted = Object.entries(instance.jobs).map(([name, handle]) => [
    name,
    async (id: number, upTo?: number, workflowId?: number) => {
      const statements = await listStatements(async () => {
        const further = await handle(id, upTo, workflowId);
        for (const work of further ?? []) await work.run();
      });
      ran.push([name, statements.length, countWrites(statements)]);
      texts.push(
        `${name}: ${statements.length}`,
        ...statements.map((text) => `  ${text.trim().slice(0, 110)}`),
      );
    },
  ]);
  const run = () => runDueJobs(instance.deps, Object.fromEntries(counted));
  await instance.runJobs();
  // An attempt that takes long, as on a busy machine, is saved at once: all take the same time here.
  const stopwatch = vi.spyOn(performance, 'now').mockReturnValue(0);
  const created = await listStatements(async () => {
    await create({
      steps: [{ type: 'sign', recipients: [{ name: 'Cleo', email: 'cleo@example.com' }] }],
      preferences: { WorkflowNotificationCallbackUrlPreference: receiver.url },
    });
    await run();
  });
  const signer = await followInvitation(instance, 'cleo@example.com');
  const signed = await listStatements(async () => {
    expectStatus(await signer.sign(), 200);
    await run();
  });
  stopwatch.mockRestore();
  await receiver.close();
  expect(receiver.received.map(({ headers }) => headers['paraph-event'])).toEqual([
    'workflow.started',
    'action.started',
    'action.signed',
    'workflow.approved',
    'workflow.signed',
  ]);
  expect(ran, texts.join('\n')).toEqual(JOB_BUDGETS);
  const sent = [...created, ...signed].map((text) => text.trim());
  const planned = [...new Set(sent)].filter((text) => /^(select|insert|update|delete|with)\b/i.test(text));
  expect(planned.length).toBeGreaterThan(40);
  expect(await listWholeTables(planned)).toEqual([]);
});

/** Transactions that change something, and statements that do so alone. */
function countWrites(statements: readonly string[]): number {
  let isInside = false;
  let writes = 0;
  let hasWritten = false;
  for (const text of statements.map((each) => each.trim().toLowerCase())) {
    if (/^(begin|start transaction)/.test(text)) [isInside, hasWritten] = [true, false];
    if (/^(insert|update|delete|with)|add_job/.test(text)) {
      if (!isInside || !hasWritten) writes += 1;
      hasWritten = true;
    }
    if (text === 'commit') isInside = false;
  }
  return writes;
}

/** The tables and indexes that the plans of statements read whole, by the plan for any values, as connections come to use it. */
async function listWholeTables(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const client = new pg.Client(instance.connectionString);
  await client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    // It reckons two indexes of users to be dearer than the few pages of an instance that has just begun: there, a plan
    // may only not be without an index.
    if (chooseStore()?.postgresMajor === '15') await client.query('set enable_seqscan = off');
    for (const text of texts) {
      await client.query(`prepare explained as ${text}`);
      const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      const values = count > 0 ? `(${Array(count).fill('null').join(', ')})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) execute explained${values}`,
      );
      const tables = rows.flatMap((row) => wholeTablesOf(row['QUERY PLAN'][0].Plan));
      found.push(...tables.map((table) => `${table}: ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`));
      await client.query('deallocate explained');
    }
  } finally {
    await client.end();
  }
  return found;
}

function wholeTablesOf({ Plans = [], ...node }: PlanNode): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index } = node;
  const isWhole = type === 'Seq Scan' && !SHORT.includes(table);
  const own = [...(isWhole ? [table] : []), ...(index === LONG_INDEX ? [index] : [])];
  return [...own, ...Plans.flatMap(wholeTablesOf)];
}

const told: string[] = [];
const counts: Record<string, number> = {};

/** Once before, so that what happens once a minute (when a key was used) is done. */
async function count(
  name: keyof typeof BUDGETS,
  call: () => ReturnType<TestInstance['inject']>,
): Promise<string> {
  expect((await call()).statusCode).toBe(200);
  let body = '';
  const statements = await listStatements(async () => {
    const answer = expectStatus(await call(), 200);
    ({ body } = answer);
  });
  counts[name] = statements.length;
  const lines = statements.map((text) => `  ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 110)}`);
  told.push(`${name}: ${statements.length}`, ...lines);
  return body;
}

test('envelopes are created, read and listed within the budgets of statements', async () => {
  const headers = { 'x-api-key': key };
  const steps = [{ type: 'sign' as const, recipients: [ann] }];
  const { post } = quickSender(() => programWith(instance, headers));
  const created = await count('create', () => post({ steps }));
  const { id } = JSON.parse(created) as { id: string };
  await count('retrieve', () =>
    instance.inject({ method: 'GET', url: `/api/v1/quick/envelopes/${id}`, headers }),
  );
  const url = `/api/v1/envelopes/${id}`;
  await count('retrieve, signed in', () => sender.call({ method: 'GET', url }));
  const list = '/api/v1/envelopes?limit=25';
  await count('list', () => instance.inject({ method: 'GET', url: list, headers }));
  await count('list, signed in', () => sender.call({ method: 'GET', url: list }));
  const started = `${list}&filters[status]=started`;
  await count('list, filtered', () => sender.call({ method: 'GET', url: started }));
  expect(counts, told.join('\n')).toEqual(BUDGETS);
});
