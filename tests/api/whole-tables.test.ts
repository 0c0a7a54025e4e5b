import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestInstance, quickForm } from '../support/instance.ts';
import { expectStatus, forThisFile } from '../support/instance-case.ts';
import { listStatements } from '../support/list-statements.ts';
import { ann, lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { chooseStore } from '../support/storage-choice.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';

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

const instance = await forThisFile(openTestInstance());
const receiver = await forThisFile(openWebhookReceiver());

test('nothing that an envelope needs reads a table whole, however few its rows are', async () => {
  const sender = await instance.signIn('Sender', 'sender@example.com');
  const form = quickForm({
    document: lease,
    steps: [{ type: 'sign', recipients: [ann] }],
    preferences: { WorkflowNotificationCallbackUrlPreference: receiver.url },
  });
  const created = await listStatements(async () => {
    expectStatus(await sender.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form }), 200);
    await instance.runJobs();
  });
  const signer = await followInvitation(instance, ann.email);
  const signed = await listStatements(async () => {
    expect((await signer.sign()).statusCode).toBe(200);
    await instance.runJobs();
  });
  expect(receiver.received.at(-1)?.headers['paraph-event']).toBe('workflow.signed');
  const sent = [...created, ...signed].map((text) => text.trim());
  const texts = [...new Set(sent)].filter((text) => /^(select|insert|update|delete|with)\b/i.test(text));
  expect(texts.length).toBeGreaterThan(40);
  expect(await listWholeTables(texts)).toEqual([]);
});

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
