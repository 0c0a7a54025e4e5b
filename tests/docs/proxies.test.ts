import type { AddressInfo } from 'node:net';
import { LIMITS } from '@paraph/domain';
import { expect, test } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { signByLink } from '../support/http-life.ts';
import { openHttpServer } from '../support/http-server.ts';
import { quickForm } from '../support/instance.ts';
import { forThisFile, forThisTest, makeKey, openInstanceCase } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { caller } from '../support/organization.ts';
import { ballast, buildPdf, streamSource } from '../support/pdf-fixtures.ts';
import { CLIENT, type RunningProxy, startCaddy, startNginx } from '../support/printed-programs.ts';
import { until } from '../support/processes.ts';
import { ann, lease } from '../support/quick-sender.ts';
import { findLink } from '../support/signer.ts';
import { printedBlock, requireBlocks } from './printed.ts';

// nginx and Caddy with what pages for operators print for them, in front of an instance.

const DEPLOYING = 'docs/operations/deploying.md';
const LINK_HOSTS = 'docs/operations/link-hosts.md';
const HOST = 'sign.example.com';
const STRANGER = '203.0.113.9';

const dns = await forThisFile(openDnsServer());
const mail = await forThisFile(openMailReceiver());
const { instance, sender, send } = await openInstanceCase({
  env: {
    PARAPH_BASE_URL: `https://${HOST}`,
    PARAPH_TRUSTED_PROXIES: '127.0.0.1',
    PARAPH_DNS_SERVERS: dns.address,
    SMTP_URL: mail.url,
  },
});
await instance.app.listen({ host: '127.0.0.1', port: 0 });
const first = `127.0.0.1:${(instance.app.server.address() as AddressInfo).port}`;
const { key } = await makeKey(sender, { scopes: ['workflows:read', 'workflows:write'] });

/** Another server of the instance; it may break what it is asked, which is counted by methods. */
let breaks = false;
let broken: string[] = [];
const other = await forThisFile(
  openHttpServer(async ({ method, url, headers, body }, response) => {
    if (breaks && url !== '/readyz') {
      broken.push(method);
      response.socket?.destroy();
      return;
    }
    const answer = await instance.inject({ method: method as 'GET', url, headers, payload: body });
    response.writeHead(answer.statusCode, answer.headers).end(answer.rawPayload);
  }),
);
const upstreams = { '10.0.0.11:3000': first, '10.0.0.12:3000': `127.0.0.1:${other.port}` };

/** Of the same caller, and of one that says that it is another. */
const forged = { 'x-forwarded-for': STRANGER, 'x-api-key': key };

/** Sends an envelope as the page says: what was not answered is repeated by the same key. */
async function sendThrough(proxy: RunningProxy, document: Uint8Array, idempotencyKey: string) {
  const { payload, headers } = quickForm({ document, steps: [{ type: 'sign', recipients: [ann] }] });
  const all = { ...forged, ...headers, 'idempotency-key': idempotencyKey };
  const answer = await proxy.ask(HOST, '/api/v1/quick/envelopes', {
    ...{ method: 'POST', headers: all, body: payload },
  });
  return { ...answer, text: answer.body.toString() };
}

async function useThrough(proxy: RunningProxy, name: string): Promise<void> {
  const page = await proxy.ask(HOST, '/sign-in');
  expect([page.status, page.headers['strict-transport-security']]).toEqual([
    200,
    expect.stringContaining('max-age='),
  ]);
  // A person signs, whose address is what the proxy says, whatever they say themselves.
  await send(ann);
  const front = await forThisTest(
    openHttpServer(async ({ method, url, headers, body }, response) => {
      const { connection: _connection, 'transfer-encoding': _encoding, ...asked } = headers;
      const answer = await proxy.ask(HOST, url, {
        ...{ method, headers: { ...asked, 'x-forwarded-for': STRANGER } },
        ...(body.length > 0 ? { body } : {}),
      });
      const { 'transfer-encoding': _chunks, ...answered } = answer.headers;
      response.writeHead(answer.status, answered).end(answer.body);
    }),
  );
  await signByLink(front.origin, await findLink(instance, ann.email));
  const { rows } = await instance.deps.pool.query(
    `select distinct actor->>'ip' as ip, (actor->>'isProxied')::boolean as proxied from events
     where actor->>'kind' = 'recipient' and workflow_id = (select max(id) from workflows)`,
  );
  expect(rows).toEqual([{ ip: CLIENT, proxied: true }]);
  await expectRepeats(proxy, name);
}

/** What a server broke is asked again of another one, but for what may have had an effect. */
async function expectRepeats(proxy: RunningProxy, name: string): Promise<void> {
  breaks = true;
  broken = [];
  try {
    await until('a page to be asked again', async () => {
      expect((await proxy.ask(HOST, '/livez')).status).toBe(200);
      return broken.length > 0;
    });
    broken = [];
    const tries: number[] = [];
    await until('a POST to be broken', async () => {
      const { status } = await sendThrough(proxy, lease, `${name}-${tries.length}`);
      tries.push(status);
      return broken.length > 0;
    });
    expect([broken, tries.at(-1)]).toEqual([['POST'], 502]);
    await until('its repetition to be answered', async () => {
      const { status } = await sendThrough(proxy, lease, `${name}-${tries.length - 1}`);
      return status === 200;
    });
  } finally {
    breaks = false;
  }
}

test('nginx leads to two servers, and says for whom', async () => {
  const proxy = await startNginx(HOST, printedBlock(DEPLOYING, 'nginx'), upstreams);
  await useThrough(proxy, 'nginx');
  const largest = buildPdf({ objects: [streamSource('', ballast(LIMITS.uploadBytesMax - 4_000))] });
  const sent = await sendThrough(proxy, largest, 'largest');
  expect(sent.status, sent.text).toBe(200);
  // The largest form that the service reads; nginx itself answers what is larger than it lets through.
  const mebibytes = (count: number) => proxy.isLetThrough(HOST, count * 2 ** 20);
  expect([await mebibytes(104), await mebibytes(111)]).toEqual([true, false]);
});

test('Caddy leads to two servers, and says for whom', async () => {
  const proxy = await startCaddy(printedBlock(DEPLOYING, 'caddy'), upstreams);
  await useThrough(proxy, 'caddy');
});

test('Caddy leads to the one server of the tutorial', async () => {
  const proxy = await startCaddy(printedBlock('docs/tutorial.md', 'caddy'), { '127.0.0.1:3000': first });
  const answer = await proxy.ask(HOST, '/api/v1/quick/envelopes/unknown', { headers: forged });
  expect(answer.status).toBe(404);
});

const OWN = 'sign.acme.example';

/** The host of the organization, whose record is seen; `prove` is what the check of the host itself ends with. */
async function openOwnHost() {
  const call = caller(sender);
  const { recordName, recordValue } = (await call('PUT', '/api/v1/organization/link-host', { host: OWN }))
    .body.linkHost;
  dns.records.set(recordName, [recordValue]);
  await call('POST', '/api/v1/organization/link-host/check', {});
  return { prove: () => instance.deps.pool.query('update link_hosts set proven_at = now()') };
}

async function expectLinksAt(proxy: RunningProxy): Promise<void> {
  const { prove } = await openOwnHost();
  // By this the service finds that the name leads here.
  const proof = await proxy.ask(OWN, '/.well-known/paraph-host');
  expect([proof.status, proof.body.toString()]).toEqual([
    200,
    (await instance.inject({ url: '/.well-known/paraph-host', headers: { host: OWN } })).body,
  ]);
  await prove();
  await send(ann);
  const link = new URL(mail.messages.at(-1)?.links[0] ?? '');
  expect(link.host).toBe(OWN);
  const arrival = await proxy.ask(OWN, link.pathname);
  expect([arrival.status, arrival.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/signing\/\w{32}$/),
  ]);
  expect((await proxy.ask(OWN, '/sign-in', { headers: { accept: 'text/html' } })).headers.location).toBe(
    `https://${HOST}/sign-in`,
  );
}

test('nginx leads to the links of an organization at a host of its own', async () => {
  const server = { 'http://127.0.0.1:3000': `http://${first}` };
  const proxy = await startNginx(OWN, printedBlock(LINK_HOSTS, 'nginx'), server);
  await expectLinksAt(proxy);
  expect([await proxy.isLetThrough(OWN, 104 * 2 ** 20)]).toEqual([true]);
});

test('Caddy makes certificates for hosts that organizations have shown, and for no others', async () => {
  await openOwnHost();
  const proxy = await startCaddy(printedBlock(LINK_HOSTS, 'caddy'), { '127.0.0.1:3000': first });
  await expectLinksAt(proxy);
  expect((await proxy.ask(HOST, '/livez')).status).toBe(200);
  await expect(proxy.ask('stranger.example', '/livez')).rejects.toThrow(/TLS|SSL|alert/i);
});

test('no page prints something else for them', () => {
  // What the page about moving prints is run where organizations have moved: tests/api/organization-departure.test.ts.
  requireBlocks('nginx', [DEPLOYING, LINK_HOSTS, 'docs/operations/moving-an-organization.md']);
  requireBlocks('caddy', [
    DEPLOYING,
    LINK_HOSTS,
    'docs/operations/moving-an-organization.md',
    'docs/tutorial.md',
  ]);
});
