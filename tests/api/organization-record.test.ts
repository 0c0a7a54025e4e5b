import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chainOrganizationEvents } from '../../server/src/organization-record/chain-events.ts';
import { changeOf } from '../../server/src/organization-record/record-event.ts';
import { type RecordFinding, verifyRecord } from '../../server/src/organization-record/verify-record.ts';
import { canonicalJson } from '../../server/src/platform/json.ts';
import { sweepRecords } from '../../server/src/sweep-records.ts';
import { chanceOf } from '../generated/chance.ts';
import { openGate } from '../support/api-case.ts';
import { expectStatus, forThisFile, untilWaiting } from '../support/instance-case.ts';
import { until } from '../support/processes.ts';
import { addUser, Browser, openAccountsInstance } from './accounts-instance.ts';

const EVENTS = '/api/v1/organization/events';
const DAY = 86_400;

const instance = await forThisFile(openAccountsInstance());
const { deps } = instance;
const sql = (text: string, values: unknown[] = []) => deps.pool.query(text, values);
let people = 0;

async function administrator() {
  people += 1;
  const email = `keeper${people}@example.com`;
  const { id } = await addUser(instance, email, `Keeper ${people}`);
  const browser = new Browser(instance, '203.0.113.9');
  expectStatus(await browser.signIn(email), 200);
  const { rows } = await sql('select organization_id from members where user_id = $1', [id]);
  return { id, email, browser, organizationId: Number(rows[0].organization_id) };
}

async function verify(): Promise<RecordFinding[]> {
  const findings: RecordFinding[] = [];
  await verifyRecord(deps.database, deps, (finding) => findings.push(finding));
  return findings;
}

const list = async (browser: Browser, query = '') =>
  expectStatus(await browser.call('GET', `${EVENTS}${query}`), 200).json();

/** What an administrator may do, and what the record says of it. */
function actsOf(browser: Browser) {
  const call = async (...[method, path, body]: Parameters<Browser['call']>) =>
    (await browser.call(method, path, body)).json();
  let count = 0;
  const name = () => {
    count += 1;
    return `Thing ${count}`;
  };
  const roles: number[] = [];
  const keys: number[] = [];
  const hooks: string[] = [];
  const hook = (url: string) => ({ url, events: [] });
  return {
    'organization.renamed': () => call('PUT', '/api/v1/organization', { name: name() }),
    'role.made': async () => {
      const made = { name: name(), permissions: ['view_created_workflow'] };
      roles.push((await call('POST', '/api/v1/organization/roles', made)).id);
    },
    'role.removed': async () => {
      const id = roles.pop();
      if (id === undefined) return null;
      return browser.call('DELETE', `/api/v1/organization/roles/${id}`);
    },
    'key.made': async () => {
      const made = { name: name(), scopes: ['workflows:read'] };
      keys.push((await call('POST', '/api/v1/api-keys', made)).id);
    },
    'key.removed': async () => {
      const id = keys.pop();
      return id === undefined ? null : browser.call('DELETE', `/api/v1/api-keys/${id}`);
    },
    'webhook.made': async () => {
      const made = await call(
        'POST',
        '/api/v1/organization/webhooks',
        hook('https://example.com/SECRETPATH'),
      );
      hooks.push(made.id);
    },
    'webhook.secret_renewed': async () => {
      const id = hooks.at(-1);
      return id === undefined ? null : call('POST', `/api/v1/organization/webhooks/${id}/secret`, {});
    },
    'factor.policy_changed': () =>
      call('PUT', '/api/v1/organization/second-factor', { policy: 'offered', graceDays: count % 9 }),
    'workspace.made': () => call('POST', '/api/v1/workspaces', { name: name() }),
    'member.invited': () =>
      call('POST', '/api/v1/organization/members', {
        members: [{ email: `${name().replace(' ', '')}@example.org` }],
      }),
  } as const;
}

/** Two processes at once, of which the second sees one event more, and does not wait for the first if it need not. */
async function chainTwice(addEvent: () => Promise<void>): Promise<void> {
  const gate = openGate();
  let hasRead = false;
  const afterReading = deps.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      hasRead ||= result.rows.some((row) => row.sequence === null);
      if (hasRead) await gate.opened;
      return result;
    },
  });
  const first = chainOrganizationEvents({ ...deps, database: afterReading });
  await until('the first to have read the events', () => hasRead);
  await addEvent();
  const second = chainOrganizationEvents(deps);
  await Promise.race([second, untilWaiting(instance)]);
  gate.open();
  await Promise.all([first, second]);
}

test('a fortnight of generated acts: each is there, with who and from where, and in the chain', async () => {
  const { id, browser, organizationId } = await administrator();
  const acts = Object.entries(actsOf(browser));
  const chance = chanceOf(7);
  const done: string[] = [];
  for (let day = 0; day < 14; day += 1) {
    instance.advance(DAY);
    expectStatus(await browser.signIn(`keeper${people}@example.com`), 200);
    done.push('sign_in.succeeded');
    for (const [name, act] of [chance.pick(acts), chance.pick(acts)])
      if ((await act()) !== null) done.push(name);
    if (day % 7 === 0) await chainOrganizationEvents(deps);
  }
  await chainTwice(async () => {
    expectStatus(await browser.signIn(`keeper${people}@example.com`), 200);
    done.push('sign_in.succeeded');
  });
  const { rows } = await sql(
    `select name, actor_id, source, actor, sequence from organization_events where organization_id = $1 order by id`,
    [organizationId],
  );
  // The first is the sign-in that opened the browser.
  expect(rows.map(({ name }) => name)).toEqual(['sign_in.succeeded', ...done]);
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, index) => index + 1));
  for (const row of rows)
    expect(row).toMatchObject({ actor_id: id, source: { name: `Keeper ${people}`, ip: '203.0.113.9' } });
  for (const row of rows.slice(1).filter(({ name }) => name !== 'sign_in.succeeded'))
    expect(row.actor).toEqual({ kind: 'user', through: 'session' });
  expect(await verify()).toEqual([]);
  const stored = JSON.stringify((await sql('select * from organization_events')).rows);
  for (const secret of ['SECRETPATH', 'paraph_key_']) expect(stored).not.toContain(secret);
});

test('says what differs of before and after, never a secret, and nothing of what was refused', async () => {
  expect(changeOf({ a: 1, b: [1] }, { a: 2, b: [1], clientSecret: 'x' })).toEqual({
    before: '{"a":1}',
    after: '{"a":2,"clientSecret":"…"}',
  });
  const { browser } = await administrator();
  const role = { name: 'Clerk', permissions: ['view_created_workflow'] };
  const { id } = (await browser.call('POST', '/api/v1/organization/roles', role)).json();
  const path = `/api/v1/organization/roles/${id}`;
  expectStatus(await browser.call('PUT', path, { name: 'Senior clerk' }), 200);
  expectStatus(await browser.call('PUT', path, { permissions: ['nothing'] }), 400);
  expect((await list(browser, '?kind=role')).items).toMatchObject([
    { name: 'role.changed', before: { name: 'Clerk' }, after: { name: 'Senior clerk' } },
    { name: 'role.made', before: null, after: role },
  ]);
});

test('names a changed, a missing, a rewritten and a cut row, and hides none by going on', async () => {
  const { browser, organizationId } = await administrator();
  const acts = actsOf(browser);
  for (let each = 0; each < 6; each += 1) await acts['role.made']();
  await chainOrganizationEvents(deps);
  const of = 'where organization_id = $1 and sequence';
  const tried = async (change: string, problem: RegExp) => {
    const client = await deps.pool.connect();
    await client.query('create temporary table saved as select * from organization_events');
    await client.query('create temporary table saved_chains as select * from organization_chains');
    await client.query(change, [organizationId]);
    const findings = (await verify()).filter((finding) => finding.organizationId === organizationId);
    expect(findings.map((finding) => finding.problem)).toEqual([expect.stringMatching(problem)]);
    await client.query('delete from organization_events; delete from organization_chains');
    await client.query('insert into organization_events overriding system value select * from saved');
    await client.query('insert into organization_chains select * from saved_chains');
    await client.query('drop table saved, saved_chains');
    client.release();
  };
  await tried(
    `update organization_events set after = '{"name":"x"}' ${of} = 3`,
    /^event 3 \(role.made, .*was changed$/,
  );
  await tried(
    `update organization_events set source = '{"name":"x"}' ${of} = 3`,
    /^who did event 3 .* was changed$/,
  );
  await tried(`update organization_events set hash = sha256('x') ${of} = 3`, /event 3 .* was changed$/);
  await tried(`update organization_events set mac = sha256('x') ${of} = 3`, /event 3 .* was rewritten/);
  await tried(`delete from organization_events ${of} = 2`, /^event 2 is missing$/);
  await tried(`delete from organization_events ${of} > 5`, /^events 6 to 7 were cut off at the end$/);
  await tried(`delete from organization_events ${of} > 0`, /^events 1 to 7 were cut off at the end$/);
  await tried(
    `update organization_chains set events = 5 where organization_id = $1`,
    /the row of its chain was changed/,
  );
  await tried(
    `delete from organization_chains where organization_id = $1`,
    /the row of its chain is missing/,
  );
  expect(await verify()).toEqual([]);
  // What comes after a row that is gone does not hide that.
  await sql('delete from organization_events where organization_id = $1 and sequence = 7', [organizationId]);
  await acts['role.made']();
  await chainOrganizationEvents(deps);
  expect(await verify()).toMatchObject([{ organizationId, firstBadSequence: 7 }]);
  await sql('delete from organization_events where organization_id = $1', [organizationId]);
  await sql('delete from organization_chains where organization_id = $1', [organizationId]);
});

test('is read and exported by administrators alone, which is recorded; filters find by kind, person and days', async () => {
  const { id, browser } = await administrator();
  const acts = actsOf(browser);
  await acts['role.made']();
  expectStatus(await browser.call('PUT', '/api/v1/organization', { name: '=1+1 Ltd' }), 200);
  instance.advance(60);
  await acts['key.made']();
  const since = instance.nowSeconds();
  const namesOf = async (query: string) =>
    (await list(browser, query)).items.map(({ name }: { name: string }) => name);
  expect(await namesOf('')).toEqual(['key.made', 'organization.renamed', 'role.made', 'sign_in.succeeded']);
  expect(await namesOf('?kind=role')).toEqual(['role.made']);
  expect(await namesOf(`?kind=record&personId=${id}`)).toEqual(['record.read']);
  expect(await namesOf('?personId=1')).toEqual([]);
  expect(await namesOf(`?to=${since}`)).toEqual(['organization.renamed', 'role.made', 'sign_in.succeeded']);
  expect(await namesOf(`?from=${since}`)).toEqual(['record.read', 'key.made']);
  const wrong = expectStatus(await browser.call('GET', `${EVENTS}?kind=rolle`), 400).json();
  expect(wrong.error.violations.kind).toContain('role');
  await chainOrganizationEvents(deps);
  const csv = expectStatus(await browser.call('GET', `${EVENTS}/export`), 200);
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.body.split('\r\n')[0]).toContain('number,date,what,by');
  expect(csv.body).not.toMatch(/(^|,)=/m);
  const jsonl = expectStatus(await browser.call('GET', `${EVENTS}/export?format=jsonl`), 200).body;
  const lines = jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ name: 'record.exported', detail: { format: 'jsonl' }, hash: null });
  // Whoever has the lines recomputes the chain, without a key.
  let previous = Buffer.alloc(0);
  for (const { hash, source, ...link } of lines.filter((line) => line.hash !== null)) {
    expect(createHash('sha256').update(canonicalJson(source)).digest('hex')).toBe(link.sourceSha256);
    previous = createHash('sha256').update(previous).update(canonicalJson(link)).digest();
    expect(previous.toString('hex')).toBe(hash);
  }
  const { browser: stranger } = await administrator();
  for (const path of ['', '/export']) {
    const query = `?organizationId=${lines[0].organizationId}`;
    expectStatus(await stranger.call('GET', `${EVENTS}${path}${query}`), 404);
  }
});

test('has failed sign-ins with their address, and those by key with its name', async () => {
  const { email, browser, id } = await administrator();
  const guesser = new Browser(instance, '198.51.100.66');
  const guess = { email, password: 'not the password' };
  expectStatus(await guesser.call('POST', '/api/v1/account/sign-in', guess), 401);
  const made = { name: 'ERP', scopes: ['organization:write'] };
  const { key } = (await browser.call('POST', '/api/v1/api-keys', made)).json();
  const renamed = await instance.app.inject({
    ...{ method: 'PUT', url: '/api/v1/organization', headers: { 'x-api-key': key } },
    payload: { name: 'Renamed by key' },
  });
  expectStatus(renamed, 200);
  const { items } = await list(browser);
  expect(items[0]).toMatchObject({
    by: `Keeper ${people}`,
    actor: { id, through: 'key', credential: 'ERP' },
  });
  expect(items.find((item: { name: string }) => item.name === 'sign_in.failed')).toMatchObject({
    ...{ by: null, about: `Keeper ${people}` },
    actor: { kind: 'visitor', id: null, ip: '198.51.100.66', through: null },
  });
});

test('is removed from its beginning after its days, and stays verifiable; an erased account leaves no name', async () => {
  const { browser, organizationId, id } = await administrator();
  const acts = actsOf(browser);
  for (let each = 0; each < 3; each += 1) await acts['role.made']();
  await chainOrganizationEvents(deps);
  instance.advance(200 * DAY);
  expectStatus(await browser.signIn(`keeper${people}@example.com`), 200);
  await acts['role.made']();
  await chainOrganizationEvents(deps);
  instance.advance(201 * DAY);
  await sweepRecords(deps);
  const { rows } = await sql('select sequence from organization_events where organization_id = $1', [
    organizationId,
  ]);
  expect(rows.map(({ sequence }) => sequence).sort()).toEqual([5, 6]);
  expect(await verify()).toEqual([]);
  await sql(`update organization_events set source = null where actor_id = $1`, [id]);
  expect(await verify()).toEqual([]);
  await sql('delete from organization_events where organization_id = $1 and sequence = 5', [organizationId]);
  expect(await verify()).toMatchObject([{ organizationId, problem: 'event 5 is missing' }]);
});
