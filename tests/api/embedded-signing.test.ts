import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { actAsAdvanced, readMailedCode } from '../support/advanced-signer.ts';
import { CALLBACK, redeem } from '../support/agent.ts';
import { readEvents } from '../support/api-case.ts';
import { cookieOf, type QuickRequest, type Session } from '../support/instance.ts';
import { expectStatus, makeKey, openInstanceCase, workflowOf } from '../support/instance-case.ts';
import { addMember, caller } from '../support/organization.ts';
import { ann, bob } from '../support/quick-sender.ts';
import { followInvitation, signerWith } from '../support/signer.ts';

const { instance, sender, create, timelineOf } = await openInstanceCase();

const ORIGIN = 'https://app.example.com';
const SCOPES = ['workflows:read', 'workflows:write', 'workflows:sign-embedded'];
const AT = 1_795_000_000;
const ASKED = { origin: ORIGIN, authenticatedBy: { method: 'password and TOTP', at: AT } };

/** An app of a person, and what calls with its token. */
async function openApp(owner: Session, { user = owner, embedOrigins = [ORIGIN], name = 'Mill portal' } = {}) {
  const app = { name, redirectUris: [CALLBACK], scopes: SCOPES, embedOrigins };
  const { status, body } = await caller(owner)('POST', '/api/v1/integration-apps', app);
  expect(status, JSON.stringify(body)).toBe(201);
  const { access_token: token } = (
    await redeem(instance, user, body, { resource: null, scopes: SCOPES })
  ).json();
  return { app: body, headers: { authorization: `Bearer ${token}` } };
}

const { app, headers: byApp } = await openApp(sender);

/** A workflow whose first recipient signs inside the app. */
async function openEmbedded(request: QuickRequest = {}) {
  const id = await create({ steps: [{ type: 'sign', recipients: [ann] }], ...request });
  await instance.runJobs();
  const workflow = await workflowOf(instance, id);
  const view = (await sender.call({ method: 'GET', url: workflow.path })).json() as {
    recipients: { id: number; name: string }[];
  };
  const idOf = (name: string) => view.recipients.find((each) => each.name === name)?.id ?? 0;
  const ask = (payload: object = {}, headers: Record<string, string> = byApp, name = 'Ann') =>
    instance.inject({
      ...{ method: 'POST', url: `${workflow.path}/recipients/${idOf(name)}/embedded-session` },
      ...{ headers, payload: { ...ASKED, ...payload } },
    });
  return { id, workflow, ask };
}

const addressOf = (answer: { json(): unknown }) => {
  const { pathname, hash } = new URL((answer.json() as { url: string }).url);
  return { pathname, session: pathname.split('/').at(-1) ?? '', token: hash.slice(1) };
};
const open = ({ session, token }: { session: string; token: string }) =>
  instance.inject({
    ...{ method: 'POST', url: '/api/v1/signing/embedded' },
    ...{ headers: { 'sec-fetch-site': 'same-origin' }, payload: { session, token } },
  });

/** The frame of a session, as the page has it. */
async function frame(asked: { json(): unknown; statusCode: number; body: string }) {
  const opened = (await open(addressOf(expectStatus(asked, 200)))).json();
  const headers = { authorization: `Bearer ${opened.bearer}` };
  return { opened, headers, signer: signerWith(instance, { headers, link: opened.link }) };
}

/** The certificate of completion as one line of text. */
async function readCertificate(path: string): Promise<string> {
  const { rawPayload: input } = await sender.call({ method: 'GET', url: `${path}/certificate` });
  return execFileSync('pdftotext', ['-', '-'], { input }).toString().replaceAll(/\s+/g, ' ');
}

async function readEvidence(path: string) {
  const answer = await sender.call({ method: 'GET', url: `${path}/evidence` });
  return (answer.json() as { record: { signers: object[] } }).record.signers;
}

test('a recipient signs in a frame of one origin, by a bearer and no cookie, and everything says through whom', async () => {
  const { id, workflow, ask } = await openEmbedded();
  const asked = await ask({ returnUrl: `${ORIGIN}/orders/7`, language: 'de', lifetimeSeconds: 600 });
  const address = addressOf(expectStatus(asked, 200));
  expect(asked.json().expiresDate).toBe(instance.nowSeconds() + 300);
  // Of the page itself only its one origin is named; of all others nobody may show them.
  const page = await instance.inject({ url: address.pathname });
  expect(page.headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/app\.example\.com$/);
  expect(page.headers['cross-origin-resource-policy']).toBe('cross-origin');
  for (const url of ['/signing/embedded/unknown', '/signing/unknown', '/account', '/api/v1/profile']) {
    const { headers } = await instance.inject({ url });
    expect([url, headers['content-security-policy']]).toEqual([
      url,
      expect.stringMatching(/frame-ancestors 'none'$/),
    ]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
  }
  expectStatus(await open({ ...address, token: 'a'.repeat(43) }), 404);
  const answer = expectStatus(await open(address), 200);
  expect(answer.headers['set-cookie']).toBeUndefined();
  const { bearer, link, ...opened } = answer.json();
  expect(opened).toEqual({
    ...{ origin: ORIGIN, app: 'Mill portal', envelopeId: id, returnUrl: `${ORIGIN}/orders/7` },
    ...{ language: 'de', expiresDate: instance.nowSeconds() + 600 },
  });
  expect(expectStatus(await open(address), 410).json().error.code).toBe('SESSION_ENDED');
  const headers = { authorization: `Bearer ${bearer}` };
  const signer = signerWith(instance, { headers, link });
  expect(await signer.view()).toMatchObject({ hosted: { way: 'embedded', host: 'Mill portal' } });
  expectStatus(await signer.sign(), 200);
  await instance.runJobs();
  const said = { origin: ORIGIN, method: 'password and TOTP', at: new Date(AT * 1000).toISOString() };
  const events = await readEvents(instance, workflow.id);
  for (const name of ['link.opened', 'consent.given', 'action.signed'])
    expect(events.find((each) => each.name === name)?.actor).toMatchObject({
      hosted: { way: 'embedded', host: 'Mill portal', said },
    });
  const timeline = await timelineOf(id);
  expect(timeline.find(({ event }) => event === 'link.embedded')).toMatchObject({
    ...{ detail: `Ann\n${ORIGIN}`, actor: { name: 'Sender' } },
  });
  expect(await readEvidence(workflow.path)).toMatchObject([
    {
      authentication: [{ method: 'embedded', reference: 'Mill portal', said }],
      reached: { identification: 'embedded', weakestLink: expect.stringContaining('who runs the app') },
    },
  ]);
  expect(await readCertificate(workflow.path)).toMatch(
    /Shown inside https:\/\/app\.example\.com by Mill portal, .* said by the app as “password and TOTP”, .*; our own check: none/,
  );
  // The bearer is of this link, and ends.
  const other = await frame(await (await openEmbedded()).ask());
  expectStatus(await signerWith(instance, { headers: other.headers, link }).call('GET'), 404);
  instance.advance(601);
  expectStatus(await signer.call('GET'), 404);
});

test('a bearer stands alone: the cookie of the same browser does not make it good', async () => {
  const { ask } = await openEmbedded({ steps: [{ type: 'sign', recipients: [bob] }] });
  const mailed = await followInvitation(instance, bob.email);
  const { cookie } = mailed.headers as { cookie: string };
  const headers = { cookie, authorization: 'Bearer unknown', 'sec-fetch-site': 'same-origin' };
  expectStatus(await instance.inject({ url: mailed.base, headers: { cookie } }), 200);
  expectStatus(await instance.inject({ url: mailed.base, headers }), 404);
  const { headers: bearer, opened } = await frame(await ask({}, byApp, 'Bob'));
  expect(opened.link).toBe(mailed.base.split('/').pop());
  const both = await instance.inject({ url: mailed.base, headers: { cookie, ...bearer } });
  expect(both.json()).toMatchObject({ hosted: { way: 'embedded' } });
  // On the page of its own that the frame leads to, the trail still says by whom they came.
  const signer = signerWith(instance, { headers: bearer, link: opened.link });
  const { url } = (await signer.call('POST', '/handover', {})).json() as { url: string };
  const taken = await instance.inject({
    ...{ method: 'POST', url: '/api/v1/signing/handover', payload: { token: new URL(url).hash.slice(1) } },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const own = signerWith(instance, { headers: { cookie: cookieOf(taken) }, link: opened.link });
  expect(await own.view()).toMatchObject({ hosted: { way: 'embedded', host: 'Mill portal' } });
  // No passkey is set up for a mailbox that nobody has shown.
  const setUp = await signer.call('POST', '/passkeys/code', { language: 'en' });
  expect(expectStatus(setUp, 409).body).toContain('A page of another product shows this');
  expect((await signer.call('GET', '/passkeys')).json()).toMatchObject({ offered: false });
});

test('the code of the level is asked for as ever, and no mail asks whom the app asks', async () => {
  const ada = { name: 'Ann', email: 'ada@example.com', identification: 'code-mail' };
  const steps = [{ type: 'sign', recipients: [ada] }];
  const preferences = { WorkflowRecipientEmbedded: '1' };
  const { workflow, ask } = await openEmbedded({ type: 'advanced', steps, preferences });
  const mailsTo = async () =>
    (
      await instance.deps.pool.query('select kind from mails where workflow_id = $1 and to_email = $2', [
        ...[workflow.id, ada.email],
      ])
    ).rows.map(({ kind }) => kind);
  expect(await mailsTo()).toEqual([]);
  const { signer } = await frame(await ask());
  const acting = await actAsAdvanced(instance, signer);
  const { previewId } = await acting.preview();
  await expect(acting.press(previewId)).resolves.toMatchObject({ statusCode: 409 });
  expectStatus(await acting.askForCode(previewId), 200);
  await instance.runJobs();
  expectStatus(await acting.enterCode(previewId, (await readMailedCode(sender)).code), 200);
  expectStatus(await acting.press(previewId), 200);
  await instance.runJobs();
  expect(await readEvidence(workflow.path)).toMatchObject([
    {
      authentication: [{ method: 'embedded' }, { method: 'code-mail', said: null }],
      reached: { level: 'advanced', identification: 'embedded-code-mail' },
    },
  ]);
  expect(await readCertificate(workflow.path)).toMatch(/our own check: A code by mail/);
  expect(await mailsTo()).toContain('completed');
});

test('an address opens within five minutes, for programs with listed origins alone', async () => {
  const { ask, workflow } = await openEmbedded();
  const late = await ask();
  instance.advance(301);
  expectStatus(await open(addressOf(late)), 410);
  const session = { cookie: sender.cookie, 'sec-fetch-site': 'same-origin' };
  expect(expectStatus(await ask({}, session), 403).body).toContain('Programs show signing');
  // An API key has the origins of its organization.
  const key = { 'x-api-key': (await makeKey(sender, { scopes: SCOPES })).key };
  expect(expectStatus(await ask({}, key), 400).json().error.violations.origin).toContain(
    'No origin is listed',
  );
  const list = (embedOrigins: string[]) =>
    caller(sender)('PUT', '/api/v1/organization/embed-origins', { embedOrigins });
  const wrong = ['https://*.example.com', 'http://app.example.com', `${ORIGIN}/page`, 'app.example.com'];
  const refused = await list([...wrong, 'http://127.0.0.1:8080']);
  const { violations } = refused.body.error;
  expect(Object.keys(violations)).toEqual(wrong.map((_, index) => `embedOrigins[${index}]`));
  expect((await list(Array.from({ length: 21 }, (_, at) => `https://a${at}.example.com`))).status).toBe(400);
  const listed = await list([' HTTPS://App.Example.com:443/ ', ORIGIN, 'http://localhost:8080']);
  expect(listed.body).toEqual({ embedOrigins: [ORIGIN, 'http://localhost:8080'] });
  expect((await caller(sender)('GET', '/api/v1/organization/embed-origins')).body).toEqual(listed.body);
  expectStatus(await ask({ origin: 'http://localhost:8080' }, key), 200);
  // Those of an app are its own.
  const url = `/api/v1/integration-apps/${app.id}`;
  expect((await caller(sender)('PUT', url, { embedOrigins: ['https://a b'] })).status).toBe(400);
  const odd = await ask({
    ...{ origin: 'http://localhost:8080', returnUrl: 'https://evil.example/x', language: 'xx' },
    authenticatedBy: { method: '<b>', at: instance.nowSeconds() + 3_600 },
  });
  expect(Object.keys(expectStatus(odd, 400).json().error.violations).sort()).toEqual([
    ...['authenticatedBy[at]', 'authenticatedBy[method]', 'language', 'origin', 'returnUrl'],
  ]);
  // An app of somebody else shows nothing of this organization, whoever of it has allowed the app.
  const eve = await instance.signIn('Eve', 'eve@example.com');
  const foreign = await openApp(eve, { user: sender });
  expect(expectStatus(await ask({}, foreign.headers), 403).body).toContain('belongs to nobody');
  await addMember(instance, sender, eve);
  expectStatus(await ask({}, foreign.headers), 200);
  // A minute holds sixty.
  const codes: number[] = [];
  for (let count = 0; count < 61; count += 1) codes.push((await ask({ origin: '-' })).statusCode);
  expect(codes).toContain(429);
  expect(workflow.path).toContain('workflows');
});
