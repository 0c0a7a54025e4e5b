import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { directoryCommand } from '../../operator/src/commands/directory.ts';
import { redirectOrganizationCommand } from '../../operator/src/commands/redirect-organization.ts';
import { releaseBeside } from '../../server/src/app.ts';
import { readArrival } from '../../server/src/organization-moves/arrival.ts';
import { eraseDeparted } from '../../server/src/organization-moves/erase-departed.ts';
import { listFilesOf } from '../../server/src/organization-moves/erase-store.ts';
import { thawOrganization } from '../../server/src/organization-moves/freeze-organization.ts';
import { provideNumberRange } from '../../server/src/organization-moves/number-range.ts';
import { chainOrganizationEvents } from '../../server/src/organization-record/chain-events.ts';
import { readInclusion } from '../../server/src/transparency-log/read-inclusion.ts';
import { printedBlock } from '../docs/printed.ts';
import { folderPlace, Killed } from '../support/backup.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { openHttpServer } from '../support/http-server.ts';
import { DAY, multipart, type TestInstance } from '../support/instance.ts';
import { expectStatus, makeKey } from '../support/instance-case.ts';
import { runOperator, settingsForThisTest, settingsOf } from '../support/operator-case.ts';
import { caller } from '../support/organization.ts';
import { readIn, takeOut } from '../support/organization-archive.ts';
import { digestRows } from '../support/organization-rows.ts';
import { CLIENT, startCaddy, startNginx } from '../support/printed-programs.ts';
import { ann, bob, lease, quickSender } from '../support/quick-sender.ts';
import { openReachable } from '../support/reachable-instance.ts';
import { folderForThisFile, folderForThisTest, forThisTest } from '../support/scratch.ts';
import { makeSelfSigned } from '../support/self-signed.ts';
import { findLink, followLink } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { trailFindings } from '../support/trail-findings.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const there = await openReachable();
const here = await openReachable({ PARAPH_CELL: '7' });
await provideNumberRange(here.deps.database, 7);
const inThere = workflowTables(() => there).query;
const inHere = workflowTables(() => here).query;

const flo = { name: 'Flo', email: 'flo@example.com' };
const askedBy = (...recipients: (typeof ann)[]) => ({ steps: [{ type: 'sign', recipients }] });

/** An organization with something of each kind; answers it with its only signed file. */
async function furnish(name: string, people: { signing: typeof ann; waiting: typeof ann }) {
  const session = await there.signIn(name, `${name.toLowerCase()}@example.com`);
  const sent = quickSender(() => session);
  const signed = await sent.create(askedBy(people.signing));
  await sent.create(askedBy(people.waiting));
  await there.runJobs();
  const link = await findLink(there, people.signing.email);
  expectStatus(await (await followLink(there, link)).sign(), 200);
  await there.runJobs();
  const { key } = await makeKey(session, { scopes: ['workflows:read', 'workflows:write'] });
  const [{ id, workspace }] = await inThere(
    `select o.organization_id::int as id, w.id::int as workspace from members o
     join workspaces w using (organization_id) where o.email_key = $1`,
    [session.profile.email],
  );
  const templates = await openTemplateClient(there, session, lease);
  for (const _each of [1, 2]) await templates.create();
  const envelope = (await sent.read(signed)).envelope;
  const { pathname } = new URL(envelope.documents[0]?.file.file ?? '');
  const { rawPayload: pdf } = expectStatus(
    await there.inject({ url: pathname, headers: { 'x-api-key': key } }),
    200,
  );
  return { ...{ session, sent, id: Number(id), workspace: Number(workspace), key, pdf, signed } };
}

const moving = await furnish('Moving', { signing: ann, waiting: bob });
const staying = await furnish('Staying', {
  signing: { name: 'Cat', email: 'cat@example.com' },
  waiting: flo,
});
const links = { bob: await findLink(there, bob.email), flo: await findLink(there, flo.email) };
const findingsOf = async ({ deps }: TestInstance) => {
  await chainOrganizationEvents(deps);
  return trailFindings(deps);
};
const run = async (at: TestInstance, ...words: string[]) => {
  settingsForThisTest({ ...settingsOf(at), PARAPH_BASE_URL: at.deps.config.baseUrl });
  const commands = [redirectOrganizationCommand, directoryCommand];
  return runOperator(commands, words);
};
const movedTo = here.deps.config.baseUrl;
const redirect = (id: number, arrival: string, ...more: string[]) =>
  run(
    there,
    'redirect-organization',
    '--organization',
    `${id}`,
    '--to',
    movedTo,
    '--arrival',
    arrival,
    ...more,
  );
const erase = () => eraseDeparted({ ...there.deps, releaseBeside });
const arriveBy = async (url: string) => {
  const { statusCode, headers } = await there.inject({ url: `${new URL(url).pathname}?a=1` });
  return [statusCode, headers.location];
};
let arrival = '';

test('an organization ends where it was once it has arrived, and both logs say so', async () => {
  const place = await folderPlace(await folderForThisFile());
  const unfrozen = await takeOut(there, place, { organizationId: moving.id });
  const manifest = await takeOut(there, place, { organizationId: moving.id, freezes: true });
  expect(await redirect(moving.id, `7-${'0'.repeat(64)}`)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is not what an instance said'),
  });
  expect((await inThere('select * from departures')).length).toBe(0);
  ({ arrival } = await readIn(here, place, manifest));
  await expect(readIn(here, place, manifest)).rejects.toThrow(`It arrived as ${arrival}.`);
  expect(await redirect(staying.id, arrival)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is not frozen'),
  });
  expect(await redirect(moving.id, arrival.replace('7-', '8-'))).toMatchObject({ code: 1 });
  expect(unfrozen.archive).not.toBe(manifest.archive);
  for (const days of ['0', '1.5', '4000'])
    expect(await redirect(moving.id, arrival, '--days', days)).toMatchObject({ code: 2 });
  // As after a restore from a backup of before, which remembers no archive.
  await inThere(`update organization_freezes set archives = '{}' where organization_id = $1`, [moving.id]);
  expect(await redirect(moving.id, arrival)).toMatchObject({ code: 1 });
  expect(await redirect(moving.id, arrival, '--archive', unfrozen.archive)).toMatchObject({ code: 1 });
  expect(await redirect(moving.id, arrival, '--archive', manifest.archive)).toMatchObject({ code: 0 });
  await inThere('update organization_freezes set archives = $1 where organization_id = $2', [
    [manifest.archive],
    moving.id,
  ]);
  expect(await redirect(moving.id, arrival, '--days', '3')).toMatchObject({ code: 0 });
  expect(await redirect(moving.id, arrival)).toMatchObject({ code: 0, errors: '' });
  const told = await inThere(
    `select detail, sequence from organization_events where name = 'organization.departed'`,
  );
  expect(told).toEqual([{ detail: { to: movedTo, arrival }, sequence: null }]);
  const hash = readArrival(arrival)?.hash ?? Buffer.alloc(0);
  expect(await readInclusion(there.deps, hash)).not.toBeNull();
  expect(await readInclusion(here.deps, hash)).not.toBeNull();
  const [leaf] = await inHere('select hash from transparency_leaves order by position limit 1');
  expect(leaf.hash.equals(hash)).toBe(true);
  expect([await findingsOf(there), await findingsOf(here)]).toEqual([[], []]);
  // Still frozen, to everybody.
  expectStatus(await moving.sent.post(askedBy(ann)), 503);
});

test('links that were mailed there lead here, and those of others do not', async () => {
  expect(
    await run(
      there,
      'redirect-organization',
      '--organization',
      `${moving.id}`,
      '--arrival',
      arrival,
      '--to',
      'http://sign.example.com',
    ),
  ).toMatchObject({ code: 2 });
  expect(await arriveBy(links.bob)).toEqual([308, `${movedTo}${new URL(links.bob).pathname}?a=1`]);
  expect((await arriveBy(links.flo))[0]).toBe(303);
  expect((await arriveBy('http://localhost/sign/unknown'))[1]).toBe('/signing/unknown');
});

const PAGE = 'docs/operations/moving-an-organization.md';
const CELLS = { 'sign1.example.com': there, 'sign2.example.com': here };

/** Each cell at its own name, which it alone answers to, and by TLS. */
async function openCells() {
  const { key, cert } = makeSelfSigned({ host: '*.example.com', hasAddress: false });
  const dns = await forThisTest(openDnsServer());
  const ports = new Map<string, number>();
  for (const [name, cell] of Object.entries(CELLS)) {
    dns.addresses.set(name, '127.0.0.1');
    const server = await forThisTest(
      openHttpServer(
        async ({ url, headers }, response) => {
          const isIt = headers.host?.split(':')[0] === name && headers['x-forwarded-for'] === CLIENT;
          const asked = { url, headers: { 'x-api-key': headers['x-api-key'] } };
          const { statusCode, body } = isIt ? await cell.inject(asked) : { statusCode: 421, body: '' };
          response.writeHead(statusCode, { 'x-at': name }).end(body);
        },
        { key, cert },
      ),
    );
    ports.set(name, server.port);
  }
  const trusted = `${await folderForThisTest()}/trusted.pem`;
  await writeFile(trusted, cert);
  return { dns, trusted, at: (name: string) => `${name}:${ports.get(name)}` };
}

test('the proxies of the page find by numbers where an organization is', async () => {
  const lines = (await run(there, 'directory', '--cell', '8=https://sign8.example.com')).printed;
  expect(lines).toContain('"~^/api/v1(/.*)?/8[0-9]{12}(/|$)" https://sign8.example.com;');
  expect(await run(there, 'directory', '--cell', 'x')).toMatchObject({ code: 2 });
  const asPrinted = printedBlock(PAGE, 'text')
    .replace('17|23', `${moving.workspace}`)
    .replaceAll('https://sign2.example.com', movedTo);
  expect((await run(there, 'directory')).printed.trim()).toBe(asPrinted.trim());
  const forCaddy = (await run(there, 'directory', '--caddy')).printed;
  expect(forCaddy).not.toContain('http');

  const { dns, trusted, at } = await openCells();
  const folder = await folderForThisTest();
  const [map, caddyMap] = [`${folder}/nginx.map`, `${folder}/caddy.map`];
  await writeFile(map, lines.replaceAll(movedTo, `https://${at('sign2.example.com')}`));
  await writeFile(caddyMap, forCaddy.replaceAll(new URL(movedTo).host, at('sign2.example.com')));
  const proxies = [
    await startNginx('sign.example.com', printedBlock(PAGE, 'nginx'), {
      '/etc/nginx/paraph.map': map,
      'https://sign1.example.com': `https://${at('sign1.example.com')}`,
      'resolver 127.0.0.53;': `resolver ${dns.address} ipv6=off;`,
      '/etc/ssl/certs/ca-certificates.crt': trusted,
    }),
    await startCaddy(printedBlock(PAGE, 'caddy'), {
      '/etc/caddy/paraph.map': caddyMap,
      'sign1.example.com:443': at('sign1.example.com'),
      'transport http {': `transport http {\nresolvers udp/${dns.address}\ntls_trusted_ca_certs ${trusted}`,
    }),
  ];
  // What is made there since has numbers of that cell.
  const session = await here.signIn('Moving', 'moving@example.com');
  const since = await caller(session)('POST', '/api/v1/workspaces', { name: 'Since' });
  for (const proxy of proxies) {
    const ask = async (path: string, key: string) => {
      const answer = await proxy.ask('sign.example.com', `/api/v1${path}`, { headers: { 'x-api-key': key } });
      return [answer.status, answer.headers['x-at']];
    };
    const of = ({ workspace }: typeof moving) => `/workspaces/${workspace}/workflows?page=1`;
    expect(await ask(of(moving), moving.key)).toEqual([200, 'sign2.example.com']);
    expect(await ask(of(staying), staying.key)).toEqual([200, 'sign1.example.com']);
    expect(await ask(`/workspaces/${since.body.id}/workflows`, moving.key)).toEqual([
      200,
      'sign2.example.com',
    ]);
    // A number that only begins or ends so is another one.
    for (const path of [`/workspaces/${moving.workspace}7/workflows`, '/workspaces/71234567890123/users'])
      expect((await ask(path, staying.key))[1], path).toBe('sign1.example.com');
  }
});

test('what is there is erased once its links lead nowhere any more, and what remains says where it went', async () => {
  const others = await digestRows(inThere, staying.id);
  const ours = 'select id from workflows where organization_id = $1';
  const countOurs = async () => (await inThere(ours, [moving.id])).length;
  const files = await inThere('select id, blob_key from files where id = any($1)', [
    await listFilesOf(there.deps.database, moving.id),
  ]);
  expect(files.length).toBeGreaterThan(3);
  // A person has one of them as well.
  const [{ id: shared }] = await inThere(
    `update users set picture_file_id = (select d.original_file_id from template_documents d
       join templates t on t.id = d.template_id where t.organization_id = $1 limit 1)
     where id = $2 returning picture_file_id as id`,
    [moving.id, staying.session.profile.id],
  );
  await erase();
  expect(await countOurs()).toBe(2);
  there.advance(91 * DAY);
  expect((await arriveBy(links.bob))[0]).toBe(303);
  await expect(thawOrganization(there.deps, moving.id)).rejects.toThrow(/is being erased/);
  // What it still has to send is sent before.
  const [unsent] = await inThere(
    `update mails set state = 'queued' where id = (select min(id) from mails where workflow_id in (${ours})) returning id`,
    [moving.id],
  );
  await erase();
  expect(await countOurs()).toBe(2);
  await inThere(`update mails set state = 'sent' where id = $1`, [unsent.id]);
  // Killed after the first one: it is half there, and frozen.
  let erased = 0;
  const killed = async (...asked: Parameters<typeof releaseBeside>) => {
    erased += 1;
    if (erased > 1) throw new Killed();
    return releaseBeside(...asked);
  };
  await eraseDeparted({ ...there.deps, releaseBeside: killed });
  expect([erased, await countOurs()]).toEqual([2, 1]);
  const change = inThere('update workspaces set name = $1 where id = $2', ['Late', moving.workspace]);
  await expect(change).rejects.toMatchObject({ code: 'PF001' });
  await erase();
  expect(Object.keys(await digestRows(inThere, moving.id))).toEqual(['departures']);
  expect(await digestRows(inThere, staying.id)).toEqual(others);
  expect(await inThere(`select from pg_trigger where tgname = 'frozen_organization'`)).toEqual([]);
  const tombstones = await inThere(`select detail->>'reason' as reason from workflow_tombstones`);
  expect(tombstones).toEqual([{ reason: 'moved' }, { reason: 'moved' }]);
  const ids = files.map(({ id }) => id);
  expect(await inThere('select id from files where id = any($1)', [ids])).toEqual([{ id: shared }]);
  const stored = await Promise.all(files.map(({ blob_key: key }) => there.stored.has(key)));
  expect(stored.filter((isThere) => isThere)).toHaveLength(1);
  expect(await findingsOf(there)).toEqual([]);
  // The log has its leaves, and the file that was sealed here is known.
  expect(await readInclusion(there.deps, readArrival(arrival)?.hash ?? Buffer.alloc(0))).not.toBeNull();
  const form = multipart([{ name: 'document', value: moving.pdf, fileName: 'lease.pdf' }]);
  const report = await there.inject({ method: 'POST', url: '/api/v1/verify', ...form });
  expect(report.json()).toMatchObject({ erased: { sealed: true }, verdict: { state: 'as-signed' } });
  expect((await run(there, 'directory')).printed).toContain(`/workspaces/(${moving.workspace})`);
  expect((await redirect(moving.id, arrival)).errors).toContain('There is no organization');
  // People stay, and the others go on.
  await there.signIn('Moving', 'moving@example.com');
  const again = await there.signIn('Staying', 'staying@example.com');
  await quickSender(() => again).create(askedBy(ann));
});
