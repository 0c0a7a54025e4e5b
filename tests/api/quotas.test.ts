import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { setQuotaCommand } from '../../operator/src/commands/set-quota.ts';
import { countUsage } from '../../server/src/usage/count-usage.ts';
import { setQuota as changeQuota } from '../../server/src/usage/quotas.ts';
import { startScheduled } from '../../server/src/workflows/lifecycle/scheduled-work.ts';
import { bulkClient, tableOf } from '../support/bulk-client.ts';
import { countAllUsage } from '../support/count-all-usage.ts';
import { good } from '../support/draft-client.ts';
import { makeKey, openInstanceCase } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';
import { caller } from '../support/organization.ts';
import { ann, bob, codeOf, lease, quickSender } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const PARAPH_QUOTAS = 'mails=50';
const { instance, sender, get, post, create, ...quick } = await openInstanceCase({ env: { PARAPH_QUOTAS } });
const { deps } = instance;
const { query } = workflowTables(() => instance);
const [{ id: organizationId }] = await query(
  `select organization_id::int as id from members where email_key = 'sender@example.com'`,
);
const others = await instance.signIn('Other', 'other@example.com');
const client = await openTemplateClient(instance, sender, lease);

const asked = (...recipients: (typeof ann)[]) => ({ steps: [{ type: 'sign' as const, recipients }] });
const people = (count: number) =>
  Array.from({ length: count }, (_each, at) => ({ name: `Person ${at}`, email: `person${at}@example.com` }));

async function setQuota(quota: string, value: number | string) {
  settingsForThisTest({ ...settingsOf(instance), PARAPH_QUOTAS });
  const about = ['--organization', String(organizationId), '--quota', quota, '--value', String(value)];
  return runOperator([setQuotaCommand], ['set-quota', ...about]);
}

/** For the test alone; the organization has used nothing. */
async function withQuota(quota: string, value: number | string): Promise<void> {
  expect(await setQuota(quota, value)).toMatchObject({ code: 0, errors: '' });
  await query('update organization_quotas set used = 0 where quota <> $1', ['storedBytes']);
}

const lift = () => query('delete from organization_quotas', []);
afterEach(lift);
const quotas = async () => (await caller(sender)('GET', '/api/v1/organization/usage')).body.quotas;
const countWorkflows = async () => (await query('select count(*)::int as count from workflows'))[0].count;
const refused = async (sent: ReturnType<typeof post>) => {
  const answer = await sent;
  const { statusCode, headers, body } = answer;
  return { statusCode, code: codeOf(answer), wait: Number(headers['retry-after']), body };
};

/** A draft with all that it needs; started by its date where it has one. */
async function openDraft(values: Record<string, string> = {}) {
  const { id } = await quick.draft({ ...asked(ann), more: values });
  const url = `/api/v1/envelopes/${id}`;
  return {
    status: async () => good<{ status: string }>(await get(url)).status,
    put: (act: string) => sender.call({ method: 'PUT', url: `${url}/${act}` }),
    remove: () => sender.call({ method: 'DELETE', url }),
  };
}

test('envelopes of a month are counted where there is a quota, each start once, and the next one is refused whole', async () => {
  await create(asked(ann));
  await withQuota('envelopes', 2);
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(asked(ann))));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429]);
  const before = await countWorkflows();
  const end = new Date(deps.clock.now());
  end.setUTCMonth(end.getUTCMonth() + 1, 1);
  end.setUTCHours(0, 0, 0, 0);
  const { body, ...answer } = await refused(post(asked(ann)));
  const seconds = Math.ceil((end.getTime() - deps.clock.now().getTime()) / 1000);
  expect(answer).toEqual({ statusCode: 429, code: 'QUOTA_REACHED', wait: seconds });
  expect(body).toMatch(
    /2 envelopes a month \(quota envelopes\); wait \d+ seconds, or ask who runs this service/,
  );
  expect(await countWorkflows()).toBe(before);
  expect((await quickSender(() => others).post(asked(bob))).statusCode).toBe(200);
  expect(await quotas()).toEqual([
    { name: 'envelopes', value: 2, used: 2, freeDate: end.getTime() / 1000 },
    expect.objectContaining({ name: 'mails', value: 50, used: 2 }),
  ]);
  const draft = await openDraft();
  expect(codeOf(await draft.put('start'))).toBe('QUOTA_REACHED');
  expect(await draft.status()).toBe('not_started');
  await withQuota('envelopes', 'none');
  good(await draft.put('start'));
});

test('a month later all of them are free again, and before it is asked the page says so', async () => {
  await withQuota('envelopes', 1);
  await create(asked(ann));
  expect((await post(asked(ann))).statusCode).toBe(429);
  const aMonthAgo = `update organization_quotas set since = since - interval '1 month' where quota = 'envelopes'`;
  await query(aMonthAgo);
  expect((await quotas())[0]).toMatchObject({ name: 'envelopes', used: 0 });
  await create(asked(ann));
  expect((await quotas())[0]).toMatchObject({ name: 'envelopes', used: 1 });
  expect((await post(asked(ann))).statusCode).toBe(429);
});

test('who was invited signs, and is mailed and reminded, whatever the sender has used up', async () => {
  await create(asked({ name: 'Invited', email: 'invited@example.com' }));
  for (const name of ['envelopes', 'mails', 'storedBytes', 'calls', 'examinations']) await withQuota(name, 0);
  await instance.runJobs();
  expect((await post(asked(ann))).statusCode).toBeGreaterThanOrEqual(403);
  const signer = await followInvitation(instance, 'invited@example.com');
  expect((await signer.sign()).statusCode).toBe(200);
  await instance.runJobs();
  const [{ status }] = await query(`select w.status from workflows w join recipients r on r.workflow_id = w.id
    where r.email = 'invited@example.com'`);
  expect(status).toBe('signed');
});

test('people who are mailed in a day, by what the instance says, or by a value of the organization', async () => {
  await create(asked(...people(30)));
  expect(await refused(post(asked(...people(30))))).toMatchObject({ statusCode: 429, code: 'QUOTA_REACHED' });
  await create(asked(...people(20)));
  expect(await quotas()).toEqual([expect.objectContaining({ name: 'mails', value: 50, used: 50 })]);
  expect((await setQuota('mails', 'none')).printed).toContain('mails without a limit');
  await create(asked(ann));
  expect(await quotas()).toEqual([]);
  expect((await setQuota('mails', 'instance')).printed).toContain('mails 50');
  expect((await post(asked(ann))).statusCode).toBe(429);
});

test('calls of all API keys of an organization together, before anything is read', async () => {
  const keys = await Promise.all([1, 2].map(() => makeKey(sender, { scopes: ['workflows:read'] })));
  await withQuota('calls', 3);
  const call = (at: number) =>
    instance.inject({ method: 'GET', url: '/api/v1/envelopes', headers: { 'x-api-key': keys[at]?.key } });
  for (const at of [0, 1, 0]) expect((await call(at)).statusCode).toBe(200);
  const answer = await call(1);
  expect([answer.statusCode, codeOf(answer), answer.headers['retry-after']]).toEqual([
    429,
    'QUOTA_REACHED',
    '60',
  ]);
  expect((await get('/api/v1/envelopes')).statusCode).toBe(200);
  instance.advance(60);
  expect((await call(1)).statusCode).toBe(200);
});

const STORED = `select coalesce(sum(size), 0)::int as bytes from documents
  join workflows w on w.id = workflow_id join files f on f.id in (original_file_id, sealed_file_id)
  where w.organization_id = $1`;

test('stored bytes are measured, grow by what is started, and shrink by what is erased', async () => {
  await withQuota('storedBytes', 1_000_000_000);
  const measured = async () => {
    await countAllUsage(deps);
    return (await quotas()).find(({ name }: { name: string }) => name === 'storedBytes').used;
  };
  const sum = async () => (await query(STORED, [organizationId]))[0].bytes;
  expect(await measured()).toBe(await sum());
  const draft = await openDraft();
  good(await draft.put('start'));
  expect(await measured()).toBe(await sum());
  await withQuota('storedBytes', 1);
  const answer = await refused(post(asked(ann)));
  expect(answer).toMatchObject({ statusCode: 403, code: 'STORAGE_QUOTA_REACHED', wait: Number.NaN });
  const before = await sum();
  good(await draft.put('cancel'));
  expect((await draft.remove()).statusCode).toBe(204);
  expect(await sum()).toBeLessThan(before);
  instance.advance(86_400);
  expect(await measured()).toBe(await sum());
});

test('what was measured before it was counted is not added once more', async () => {
  await withQuota('storedBytes', 1_000_000_000);
  instance.advance(86_400);
  const other = new pg.Client(instance.connectionString);
  await other.connect();
  // Nothing that happens from now on is counted before this ends.
  await other.query('begin; select pg_current_xact_id()');
  const draft = await openDraft();
  good(await draft.put('start'));
  await countUsage(deps);
  await other.end();
  await countAllUsage(deps);
  const { used } = (await quotas()).find(({ name }: { name: string }) => name === 'storedBytes');
  expect(used).toBe((await query(STORED, [organizationId]))[0].bytes);
});

test('a table waits for a person with what it has not sent, and a scheduled start for its turn', async () => {
  const template = await bulkClient({ instance, client, sender, get }).openTemplate();
  const { id } = await template.checked(tableOf(3));
  await withQuota('envelopes', 2);
  good(await template.act(id, 'start'));
  await instance.runJobs();
  const paused = await template.read(id);
  expect(paused).toMatchObject({ state: 'paused', sent: 2, failed: 0 });
  expect(paused.pausedFor).toContain('quota envelopes');
  const draft = await openDraft({ scheduledStartDate: String(instance.nowSeconds() + 3_600) });
  instance.advance(7_200);
  await startScheduled(deps);
  expect(await draft.status()).toBe('not_started');
  await withQuota('envelopes', 'none');
  await startScheduled(deps);
  expect(await draft.status()).toBe('started');
  good(await template.act(id, 'resume'));
  await instance.runJobs();
  expect(await template.read(id)).toMatchObject({ state: 'done', sent: 3 });
});

test('a quota is recorded as the act of who runs the instance; one of this month counts what was started in it', async () => {
  await create(asked(ann));
  await countAllUsage(deps);
  const usage = await caller(sender)('GET', '/api/v1/organization/usage');
  const started = usage.body.items[0].started;
  expect(await changeQuota(deps, { organizationId, name: 'envelopes', value: 1_000 })).toBe(1_000);
  expect((await quotas())[0]).toMatchObject({ name: 'envelopes', value: 1_000, used: started });
  const [event] = await query(
    `select actor, detail, before, after from organization_events where name = 'organization.quota_changed'
     order by id desc limit 1`,
  );
  expect(event).toEqual({
    actor: { kind: 'instance' },
    detail: { quota: 'envelopes' },
    before: { envelopes: 'none' },
    after: { envelopes: 1_000 },
  });
  expect(await setQuota('wishes', 1)).toMatchObject({ code: 2 });
  expect(await setQuota('envelopes', -1)).toMatchObject({ code: 2 });
});

test('a quota of one organization holds where the instance sets none', async () => {
  await instance.reopen({ PARAPH_QUOTAS: '' });
  await withQuota('envelopes', 1);
  await create(asked(ann));
  expect(await refused(post(asked(ann)))).toMatchObject({ statusCode: 429, code: 'QUOTA_REACHED' });
  await lift();
  await create(asked(ann));
});
