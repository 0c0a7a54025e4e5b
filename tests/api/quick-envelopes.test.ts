import { LIMITS, SIGNER_POLICIES } from '@paraph/domain';
import { parseCertificate, validate } from '@paraph/pades';
import { beforeAll, describe, expect, test } from 'vitest';
import { YumiSign } from 'yumisign';
import { openPreferences } from '../../server/src/workflows/lifecycle/callback.ts';
import { actAsAdvancedSigner } from '../support/advanced-signer.ts';
import { good } from '../support/draft-client.ts';
import { DAY, type Session } from '../support/instance.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { bob, type Envelope, lease, violationsOf } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

const { instance, sender, post, read, create, get, sign, workflowOf } = await openInstanceCase();

describe('creating a quick envelope', () => {
  test('answers 200 with the 40-character id alone, and the workflow is started', async () => {
    const answer = expectStatus(await post({}), 200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(Object.keys(answer.json() as object)).toEqual(['id']);
    const { envelope } = await read((answer.json() as { id: string }).id);
    const plain = { status: 'started', type: 'simple', name: 'Lease of the mill', metadata: [] };
    expect(envelope).toMatchObject(plain);
    expect(envelope.id).toBe(envelope.envelopeId);
    expect(envelope.expiryDate - envelope.createDate).toBe(7 * DAY);
    expect(envelope.startDate).toBe(envelope.createDate);
  });

  test('takes the message that invitations quote, and refuses one that is too long', async () => {
    const id = await create({ more: { senderMessage: ' Please sign by Friday. ' } });
    const whole = await get(`/api/v1/envelopes/${id}`);
    expect(whole.json()).toMatchObject({ senderMessage: 'Please sign by Friday.', status: 'started' });
    const refused = await post({ more: { senderMessage: 'x'.repeat(LIMITS.messageCharactersMax + 1) } });
    expect(Object.keys(violationsOf(refused))).toEqual(['senderMessage']);
  });

  test.each([
    [7 * DAY, 200],
    [90 * DAY, 200],
    [7 * DAY - 600, 400],
    [90 * DAY + 600, 400],
  ])('a deadline %i seconds from now answers %i', async (seconds, status) => {
    const expiryDate = String(instance.nowSeconds() + seconds);
    expect((await post({ more: { expiryDate } })).statusCode).toBe(status);
  });
});

const URL_NAME = 'WorkflowNotificationCallbackUrlPreference';
const preferencesOf = async (envelopeId: string) =>
  openPreferences(instance.deps, { envelopeId }, (await workflowOf(envelopeId)).preferences);

test('preferences: a callback URL without a secret is given one of 32 characters', async () => {
  const id = await create({ preferences: { [URL_NAME]: 'https://127.0.0.1:8443/hook' } });
  expect((await preferencesOf(id)).WorkflowNotificationCallbackUrlSecretPreference).toMatch(/^.{32}$/);
});

test.each([
  ['a private address', 'https://10.0.0.1/hook'],
  ['plain http elsewhere', 'http://example.com/hook'],
])('preferences: %s as callback is refused with the parameter’s name', async (_what, url) => {
  const answer = expectStatus(await post({ preferences: { [URL_NAME]: url } }), 400);
  expect(Object.keys(violationsOf(answer))).toEqual(['preferences[0][value]']);
});

test('an idempotency key is free again after a refused form', async () => {
  const key = { 'idempotency-key': 'order-45' };
  expect((await post({ name: 'x' }, key)).statusCode).toBe(400);
  expect((await post({}, key)).statusCode).toBe(200);
});

describe('reading and storage', () => {
  test('the document’s URL gives the bytes, ranges and validators to who may see it', async () => {
    const { envelope } = await read(await create());
    const { pathname } = new URL(envelope.documents[0]?.file.file ?? '');
    expect(pathname).toMatch(/^\/api\/v1\/storage\/temp\/\d+\/doc\/[0-9a-f]{32}$/);
    const whole = await get(pathname);
    expect(whole.rawPayload.subarray(0, lease.length).equals(lease)).toBe(true);
    expect(whole.rawPayload).toHaveLength(envelope.documents[0]?.file.size ?? 0);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(whole.headers['content-disposition']).toContain('lease.pdf');
    const part = await get(pathname, { range: 'bytes=0-3' });
    expect([part.statusCode, part.body]).toEqual([206, '%PDF']);
    expectStatus(await get(pathname, { 'if-none-match': String(whole.headers.etag) }), 304);
    expect((await instance.inject({ method: 'GET', url: pathname })).statusCode).toBe(401);
    // Made by the first call, and once however many ask at the same time.
    const { pathname: url } = new URL(envelope.documents[0]?.file.thumb ?? '');
    const countPictures = async () =>
      (await instance.deps.pool.query(`select from files where format = 'png'`)).rowCount ?? 0;
    const before = await countPictures();
    const thumbs = await Promise.all([1, 2].map(() => get(url)));
    for (const thumb of thumbs) expect(thumb.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect((await countPictures()) - before).toBe(1);
    expect((await get(url)).headers.etag).toBe(thumbs[0]?.headers.etag);
  });

  test('with session=1 the link carries its own right, for fifteen minutes and for itself alone', async () => {
    const id = await create();
    const fetchIt = async (path: string) => (await instance.inject({ method: 'GET', url: path })).statusCode;
    for (const address of [`quick/envelopes/${id}`, `envelopes/${id}`]) {
      const answer = await get(`/api/v1/${address}?session=1`);
      const url = new URL((answer.json() as Envelope).documents[0]?.file.file ?? '');
      expect(await fetchIt(url.pathname + url.search)).toBe(200);
      const altered = url.search.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A'));
      expect(await fetchIt(url.pathname + altered)).toBe(401);
      instance.advance(899);
      expect(await fetchIt(url.pathname + url.search)).toBe(200);
      instance.advance(1);
      expect(await fetchIt(url.pathname + url.search)).toBe(401);
    }
  });
});

describe('what a recipient with an account has signed', () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };

  let signer: Session;
  beforeAll(async () => {
    signer = await instance.signIn(ada.name, ada.email);
  });

  const list = async (session: Session, query = '') =>
    (await caller(session)('GET', `/api/v1/profile/signed-envelopes${query}`)).body;

  test('is what all recipients finished, without what is the sender’s own', async () => {
    const steps = [ada, bob].map((person) => ({ type: 'sign', recipients: [person] }));
    const id = await create({ steps, more: { 'metadata[secret]': 'note' } });
    await instance.runJobs();
    const waiting = await caller(signer)('GET', '/api/v1/profile/actions');
    expect(waiting.body.items[0].envelope).toMatchObject({ id, users: [], metadata: [] });
    await sign(ada);
    await instance.runJobs();
    expect((await list(signer)).items).toEqual([]);
    await sign(bob);
    await instance.runJobs();
    const { total, items } = await list(signer, '?limits=5');
    expect([total, items.map((item: { id: string }) => item.id)]).toEqual([1, [id]]);
    expect(items[0]).toMatchObject({ status: 'signed', users: [], metadata: [] });
    const { pathname, search } = new URL(items[0].documents[0].file.file);
    const bytes = await instance.inject({ method: 'GET', url: pathname + search });
    expect([bytes.statusCode, bytes.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    expect((await list(sender)).items).toEqual([]);
  });

  test('is nothing where their address is not proven', async () => {
    await instance.deps.database
      .updateTable('users')
      .set({ email_proven_at: null })
      .where('email_key', '=', ada.email)
      .execute();
    expect((await list(signer)).total).toBe(0);
  });
});

const REDIRECT_URI = 'http://127.0.0.1:9/callback';

const client = await openClient(await instance.app.listen({ host: '127.0.0.1', port: 0 }));

/** The package as it is published, over a connection, allowed by the sender; it never names scopes. */
async function openClient(baseUri: string): Promise<YumiSign> {
  const scopes = ['profile:read', 'workflows:read', 'workflows:write', 'templates:read', 'workspaces:read'];
  const payload = { name: 'Their app', redirectUris: [REDIRECT_URI], scopes };
  const app = await sender.call({ method: 'POST', url: '/api/v1/integration-apps', payload });
  expect(app.statusCode, app.body).toBe(201);
  const { clientId, clientSecret } = app.json() as { clientId: string; clientSecret: string };
  let stored: YumiSign.OAuthToken | undefined;
  const made = new YumiSign({
    ...{ clientId, clientSecret, baseUri },
    oAuthTokenStore: {
      get: () => stored,
      set: (token) => {
        stored = { refresh_token: '', ...token };
      },
      del: () => {
        stored = undefined;
      },
    },
  });
  const { search } = new URL(made.oauth.authorizeUri({ redirectUri: REDIRECT_URI, state: 'a state' }));
  const allowed = await sender.call({
    method: 'POST',
    url: `/api/v1/authorization-request${search}`,
    payload: { decision: 'allow' },
  });
  const { redirectTo } = good<{ redirectTo: string }>(allowed);
  const code = new URL(redirectTo).searchParams.get('code') ?? '';
  await made.oauth.access({ redirectUri: REDIRECT_URI, code });
  return made;
}

const orders = {
  create: () =>
    client.envelopes.create({
      ...{ name: 'Lease', type: 'advanced', documentName: 'lease.pdf' },
      document: new Blob([Uint8Array.from(lease)], { type: 'application/pdf' }),
      steps: [{ type: 'sign', recipients: [{ name: 'Eve', email: 'eve@example.com' }] }],
    }),
  use: async () => {
    const templates = await openTemplateClient(instance, sender, lease);
    const { id } = await templates.filled([{ name: 'Tenant', type: 'sign' }], { type: 'advanced' });
    const recipients = [{ name: 'Eve', email: 'eve@example.com' }];
    return client.templates.use(id, { workspaceId: templates.workspaceId, name: 'Lease', recipients });
  },
};

test.each(['create', 'use'] as const)(
  'the published client orders the level advanced by name and email: %s',
  async (order) => {
    const { id } = await orders[order]();
    expect(await client.envelopes.start(id)).toMatchObject({ status: 'started', type: 'advanced' });
    await instance.runJobs();
    await (await actAsAdvancedSigner(instance, 'eve@example.com')).signByMail(sender);
    await instance.runJobs();
    const { status, documents } = await client.envelopes.retrieve(id, { session: true });
    expect(status).toBe('signed');
    const { pathname, search } = new URL(documents[0]?.file.uri ?? '');
    const sealed = await instance.inject({ method: 'GET', url: pathname + search });
    const anchors = [instance.deps.authority.root.certificate];
    const { signatures } = validate(sealed.rawPayload, { anchors, at: instance.deps.clock.now() });
    expect(
      signatures.map(({ certificate }) => parseCertificate(certificate.chain[0] ?? Buffer.alloc(0)).policies),
    ).toEqual([[SIGNER_POLICIES['code-mail']]]);
  },
);
