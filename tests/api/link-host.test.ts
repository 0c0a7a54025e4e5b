import { expect, test } from 'vitest';
import { openAdvancedSigner } from '../support/advanced-signer.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { openHttpServer } from '../support/http-server.ts';
import { cookieOf } from '../support/instance.ts';
import { expectStatus, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { caller } from '../support/organization.ts';
import { lease, quickSender } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

const PATH = '/api/v1/organization/link-host';

const mail = await forThisFile(openMailReceiver());
const dns = await forThisFile(openDnsServer());
const { instance, sender, create, send } = await openInstanceCase({
  env: { PARAPH_DNS_SERVERS: dns.address, SMTP_URL: mail.url },
});
/** A proxy in front of the instance, which passes the Host on; another one answers for itself. */
let isOurs = true;
const proxy = await forThisFile(
  openHttpServer(async ({ url, headers }, response) => {
    const answer = await instance.inject({ method: 'GET', url, headers: { host: headers.host } });
    response.writeHead(isOurs ? answer.statusCode : 200).end(isOurs ? answer.body : 'hello');
  }),
);
const HOST = `sign.acme.localhost:${proxy.port}`;
const call = caller(sender);
const other = await instance.signIn('Other', 'other@example.com');

const get = (url: string, host = HOST, headers: Record<string, string> = {}) =>
  instance.inject({ method: 'GET', url, headers: { host, ...headers } });
const PAGE = { accept: 'text/html' };
let people = 0;
const person = () => {
  people += 1;
  return { name: `Person ${people}`, email: `person${people}@example.com` };
};

/** Asks a new person by mail; answers the link. */
async function linkOf(envelopes: { send(...asked: { name: string; email: string }[]): Promise<unknown> }) {
  const asked = person();
  await envelopes.send(asked);
  await instance.runJobs();
  const [link = ''] = mail.messages.find(({ to }) => to.includes(asked.email))?.links ?? [];
  return { url: new URL(link), asked };
}
const others = quickSender(() => other);
const ofOther = {
  send: (...recipients: { name: string; email: string }[]) =>
    others.create({ steps: [{ type: 'sign', recipients }] }),
};

async function prove(by = call, host = HOST) {
  const { recordName, recordValue } = (await by('PUT', PATH, { host })).body.linkHost;
  dns.records.set(recordName, [recordValue]);
  return by('POST', `${PATH}/check`, {});
}

test('counts once the DNS and the host itself have proven it', async () => {
  expect((await call('GET', PATH)).body).toEqual({ linkHost: null });
  expect((await call('POST', `${PATH}/check`, {})).status).toBe(404);
  const wrong = async (host: string) => (await call('PUT', PATH, { host })).body.error?.violations;
  for (const host of [
    'https://sign.acme.example',
    'acme',
    '10.0.0.7',
    'a b.example',
    'sign.acme.example/path',
  ])
    expect(await wrong(host)).toHaveProperty('host');
  const set = (await call('PUT', PATH, { host: ` ${HOST.toUpperCase()} ` })).body.linkHost;
  expect(set).toEqual({
    ...{ host: HOST, recordName: '_paraph.sign.acme.localhost', recordValue: expect.any(String) },
    provenDate: null,
  });
  const problem = async () => (await call('POST', `${PATH}/check`, {})).body.error.violations.host;
  expect(await problem()).toMatch(/_paraph\.sign\.acme\.localhost has no TXT record yet/);
  const asks = async () => (await get(`/.well-known/paraph-host?domain=${HOST}`, 'paraph:3000')).statusCode;
  expect(await asks()).toBe(404);
  dns.records.set(set.recordName, ['v=spf1 -all', set.recordValue]);
  isOurs = false;
  expect(await problem()).toMatch(/is answered by something else/);
  // The proxy may make a certificate; links do not name the host yet, and it serves nothing.
  expect(await asks()).toBe(200);
  expect((await linkOf({ send })).url.host).toBe('localhost:3000');
  expectStatus(await get('/sign/unknown'), 400);
  isOurs = true;
  expect((await call('POST', `${PATH}/check`, {})).body.linkHost.provenDate).toBe(instance.nowSeconds());
  expect((await call('PUT', PATH, { host: HOST })).body.linkHost.provenDate).not.toBeNull();
});

test('is in links, and serves them with cookies, acts and handovers of its own', async () => {
  await prove();
  const { url, asked } = await linkOf({ send });
  expect(url.host).toBe(HOST);
  const { mail: sent } = mail.messages.find(({ to }) => to.includes(asked.email)) ?? {};
  expect(sent?.text).not.toContain('localhost:3000/sign');
  const calendar = sent?.attachments.find(({ filename }) => filename === 'deadline.ics');
  expect(Buffer.from(calendar?.content as ArrayBuffer).toString()).toContain(`@${HOST}`);
  const arrival = expectStatus(await get(url.pathname), 303);
  const link = String(arrival.headers.location).replace('/signing/', '');
  expect(arrival.headers.location).toMatch(/^\/signing\/[0-9a-f]{32}$/);
  const base = `/api/v1/signing/${link}`;
  const act = (payload: object, headers: Record<string, string>) =>
    instance.inject({
      ...{ method: 'POST', url: `${base}/handover`, payload },
      headers: { host: HOST, cookie: cookieOf(arrival), ...headers },
    });
  expectStatus(await get(base, HOST, { cookie: cookieOf(arrival) }), 200);
  // The page of the host alone acts there: not one of the instance, nor of a stranger.
  for (const origin of ['http://localhost:3000', 'https://evil.example'])
    expectStatus(await act({}, { origin }), 403);
  const handed = expectStatus(await act({}, { origin: `http://${HOST}` }), 200).json();
  expect(new URL(handed.url).host).toBe(HOST);
  const passkeys = (await get(`${base}/passkeys`, HOST, { cookie: cookieOf(arrival) })).json();
  expect(passkeys.offered).toBe(false);
});

test('shows nothing of other organizations, and leads to the instance for all else', async () => {
  await prove();
  const { url } = await linkOf(ofOther);
  expect(url.host).toBe('localhost:3000');
  const at = async (path: string, headers = PAGE) => {
    const { statusCode, headers: answered } = await get(path, HOST, headers);
    return [statusCode, answered.location];
  };
  expect(await at(url.pathname)).toEqual([303, '/signing/unknown']);
  const arrival = await instance.inject({ method: 'GET', url: url.pathname });
  const link = String(arrival.headers.location).replace('/signing/', '');
  expect(await at(`/signing/${link}`)).toEqual([303, '/signing/unknown']);
  const answer = await get(`/api/v1/signing/${link}`, HOST, { cookie: cookieOf(arrival) });
  expect(expectStatus(answer, 404).json().error.message).toMatch(/does not work any more/);
  expect(await at('/follow/unknown')).toEqual([303, '/following/unknown']);
  expect(await at('/sign-in?a=1')).toEqual([303, 'http://localhost:3000/sign-in?a=1']);
  for (const path of ['/api/v1/workspaces', '/api/v1/profile', '/scim/v2/Users', '/oauth/token'])
    expectStatus(await get(path, HOST, { cookie: sender.cookie }), 400);
  expect((await at('/log/key'))[0]).toBe(200);
});

/** A public link of a template, and what a browser asks for it at the host. */
async function openForm(session: typeof other) {
  const templates = await openTemplateClient(instance, session, lease);
  const { id, recipients } = await templates.filled([{ name: 'Tenant', type: 'sign' }]);
  const settings = { name: 'Flats of the mill', placeholderId: recipients[0]?.id };
  const made = expectStatus(await templates.send('POST', `/${id}/links`, settings), 201).json();
  const { pathname, host } = new URL(made.url);
  const base = `/api/v1/forms/${pathname.split('/').pop()}`;
  const post = (path: string, payload: object, origin = `http://${HOST}`) =>
    instance.inject({ method: 'POST', url: `${base}${path}`, payload, headers: { host: HOST, origin } });
  const read = async () => (await templates.send('GET', `/${id}/links/${made.id}`)).json();
  return { pathname, host, base, post, read };
}

test('has the public links of its organization, from the address on the door to the signing page', async () => {
  await call('DELETE', PATH);
  const before = await openForm(sender);
  expect(before.host).toBe('localhost:3000');
  await prove();
  // One that was printed before goes on at the instance, and is at the host as well.
  expect(new URL((await before.read()).url).host).toBe(HOST);
  for (const host of [HOST, 'localhost:3000']) expectStatus(await get(before.pathname, host, PAGE), 200);
  const form = await openForm(sender);
  expect(form.host).toBe(HOST);
  expectStatus(await get(`${form.pathname}?prefill[rent]=7`, HOST, PAGE), 200);
  const { documents } = expectStatus(await get(form.base), 200).json();
  expect((await get(documents[0].url)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const visitor = person();
  for (const origin of ['http://localhost:3000', 'https://evil.example'])
    expectStatus(await form.post('/submissions', visitor, origin), 403);
  const { submission } = expectStatus(await form.post('/submissions', visitor), 202).json();
  await instance.runJobs();
  const { mail: sent } = mail.messages.find(({ to }) => to.includes(visitor.email)) ?? {};
  expect(sent?.text).not.toContain('localhost:3000');
  const [code] = /\d{6}$/.exec(sent?.subject ?? '') ?? [];
  const proof = expectStatus(await form.post(`/submissions/${submission}/proof`, { code }), 200).json();
  const url = new URL(proof.url);
  expect(url.host).toBe(HOST);
  expect((await get(url.pathname)).headers.location).toMatch(/^\/signing\/[0-9a-f]{32}$/);
  // Those of others are unknown there, as those that nobody has made.
  const theirs = await openForm(other);
  expect(theirs.host).toBe('localhost:3000');
  for (const { pathname, base } of [theirs, { pathname: '/form/unknown', base: '/api/v1/forms/unknown' }]) {
    expectStatus(await get(pathname, HOST, PAGE), 200);
    expect(expectStatus(await get(base), 404).json().error.message).toMatch(/There is no such page/);
  }
  expectStatus(await theirs.post('/submissions', person()), 404);
});

test('whom a passkey identifies is sent to the instance, whose name passkeys are of', async () => {
  await prove();
  const { url, asked } = await linkOf({ send });
  const { pool } = instance.deps;
  await pool.query("update workflows set type = 'advanced' where id = (select max(id) from workflows)");
  await pool.query("update recipients set identification = 'passkey' where email = $1", [asked.email]);
  const { statusCode, headers } = await get(url.pathname);
  expect([statusCode, headers.location]).toEqual([303, `http://localhost:3000${url.pathname}`]);
});

test('is what a text message names, where its page asked for the code, so that browsers offer the code there', async () => {
  await prove();
  const { preview, signer } = await openAdvancedSigner(instance, create);
  const { previewId } = await preview();
  const textAt = async (host: string) => {
    const url = `${signer.base}/identification/code`;
    const headers = { ...signer.headers, host };
    const payload = { previewId, language: 'en' };
    expectStatus(await instance.inject({ method: 'POST', url, headers, payload }), 200);
    await instance.runJobs();
    instance.advance(31);
    const [newest] = (await sender.call({ method: 'GET', url: '/api/v1/mailbox/texts' })).json();
    return String(newest.text).split('\n').at(-1);
  };
  expect(await textAt(HOST)).toMatch(/^@sign\.acme\.localhost #\d{6}$/);
  expect(await textAt('localhost:3000')).toMatch(/^@localhost #\d{6}$/);
});

test('once removed is in no new link; those that were sent go on until another organization proves it', async () => {
  await prove();
  const { url } = await linkOf({ send });
  expect((await call('DELETE', PATH)).status).toBe(204);
  expect((await call('DELETE', PATH)).status).toBe(404);
  expect((await linkOf({ send })).url.host).toBe('localhost:3000');
  expect((await get(url.pathname)).headers.location).toMatch(/^\/signing\/[0-9a-f]{32}$/);
  expect((await prove(caller(other))).status).toBe(200);
  expect((await get(url.pathname)).headers.location).toBe('/signing/unknown');
  const theirs = await linkOf(ofOther);
  expect(theirs.url.host).toBe(HOST);
  expect((await get(theirs.url.pathname)).headers.location).toMatch(/^\/signing\/[0-9a-f]{32}$/);
  const events = (await call('GET', '/api/v1/organization/events?kind=organization')).body.items;
  expect(events[0]).toMatchObject({
    ...{ name: 'organization.link_host_changed', before: { host: HOST, isProven: true }, after: null },
  });
});
