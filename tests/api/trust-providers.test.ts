import { describe, expect, test } from 'vitest';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { openHttpServer } from '../support/http-server.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { caller } from '../support/organization.ts';
import { newTrustProvider, pemOf } from '../support/trust-providers.ts';

const PROVIDERS = '/api/v1/organization/trust-providers';
const SECRET = newTrustProvider().clientSecret;
const INFO = {
  specs: '2.0.0.2',
  name: 'ACME Trust',
  region: 'IT',
  authType: ['oauth2code'],
  oauth2: 'https://auth.example.com',
  methods: ['credentials/list', 'credentials/info', 'signatures/signHash'],
};
/** What the provider answers. */
let answer: { status: number; body: string };

const instance = await forThisFile(openTestInstance());
const owner = await instance.signIn('Owner', 'owner@example.com');
const call = caller(owner);
const { origin } = await forThisFile(
  openHttpServer((_call, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  }),
);
const url = () => `${origin}/csc/v2`;
const add = async (more: object = {}) => {
  const made = await call('POST', PROVIDERS, { ...newTrustProvider(), ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};

describe('the providers of an organization', () => {
  test('are kept with their secret encrypted, which no answer has', async () => {
    const made = await add({ baseUrl: `${url()}/` });
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Trust Co',
      baseUrl: url(),
      oauthUrl: null,
      clientId: 'paraph',
      anchors: [{ name: 'Sample Root', sha256: expect.any(String), endDate: expect.any(Number) }],
      enabled: true,
      createDate: expect.any(Number),
    });
    const { body } = await call('GET', PROVIDERS);
    expect(body).toMatchObject({ returnUrl: 'http://localhost:3000/sign/provider/return', sandbox: true });
    expect(body.items).toContainEqual(made);
    const rows = await instance.deps.database.selectFrom('trust_providers').selectAll().execute();
    expect(JSON.stringify([rows, body])).not.toContain(SECRET);
    await call('DELETE', `${PROVIDERS}/${made.id}`);
    expect((await call('GET', PROVIDERS)).body.items).not.toContainEqual(made);
    expect((await call('PUT', `${PROVIDERS}/${made.id}`, { enabled: false })).status).toBe(404);
  });

  const holder = sampleAuthority().signer('Ana').certificates[0] ?? new Uint8Array();
  test.each([
    [{ name: ' ' }, 'name', 'Must not be empty.'],
    [{ name: '\0' }, 'name', 'Must not contain control characters.'],
    [{ account: 'a\0' }, 'account', 'Must not contain control characters.'],
    [{ clientSecret: '' }, 'clientSecret', 'Must not be empty.'],
    [{ baseUrl: '' }, 'baseUrl', 'Must not be empty.'],
    [{ baseUrl: 'http://rssp.example.com' }, 'baseUrl', 'The URL must begin with https://.'],
    [{ baseUrl: 'https://10.0.0.1/csc' }, 'baseUrl', 'public address'],
    [{ oauthUrl: 'http://localhost:3000/x' }, 'oauthUrl', 'leads back to this instance'],
    [{ anchors: 'none' }, 'anchors', 'Paste the certificates'],
    [{ anchors: pemOf(Buffer.from('no certificate')) }, 'anchors', 'cannot be read'],
    [{ anchors: pemOf(holder) }, 'anchors', 'The certificate of Ana is not an authority’s.'],
  ])('are refused with the reason: %j', async (change, field, words) => {
    const made = await call('POST', PROVIDERS, { ...newTrustProvider(), ...change });
    expect(made.status).toBe(400);
    expect(made.body.error.violations).toEqual({ [field]: expect.stringContaining(words) });
    const { id } = await add();
    const changed = await call('PUT', `${PROVIDERS}/${id}`, { clientSecret: 'new', ...change });
    expect(changed.body.error.violations).toEqual({ [field]: expect.stringContaining(words) });
    await call('DELETE', `${PROVIDERS}/${id}`);
  });

  test('are twenty at most', async () => {
    const { items } = (await call('GET', PROVIDERS)).body as { items: unknown[] };
    const made: number[] = [];
    while (items.length + made.length < 20) made.push((await add()).id);
    const { body } = await call('POST', PROVIDERS, newTrustProvider());
    expect(body.error.violations).toEqual({ name: expect.stringContaining('at most 20 providers') });
    for (const id of made) await call('DELETE', `${PROVIDERS}/${id}`);
  });

  test('send their secret to no other address than the one that it was given for', async () => {
    const { id } = await add();
    for (const change of [{ baseUrl: 'https://evil.example/csc' }, { oauthUrl: 'https://evil.example' }]) {
      const moved = await call('PUT', `${PROVIDERS}/${id}`, change);
      expect(moved.body.error.violations).toEqual({ clientSecret: expect.stringContaining('anew') });
    }
    const change = { baseUrl: 'https://rssp.example.com/csc', clientSecret: 'another', name: 'Other' };
    const moved = await call('PUT', `${PROVIDERS}/${id}`, change);
    expect(moved.body).toMatchObject({ baseUrl: change.baseUrl, name: 'Other', clientId: 'paraph' });
    expect((await call('PUT', `${PROVIDERS}/${id}`, { enabled: false })).body).toEqual({
      ...moved.body,
      enabled: false,
    });
    await call('DELETE', `${PROVIDERS}/${id}`);
  });
});

describe('trying a provider', () => {
  const tried = async (status: number, body: string, more: object = {}) => {
    answer = { status, body };
    const { id } = await add({ baseUrl: url(), ...more });
    const { body: trial } = await call('POST', `${PROVIDERS}/${id}/try`);
    await call('DELETE', `${PROVIDERS}/${id}`);
    return trial as { usable: boolean; findings: { ok: boolean; text: string }[] };
  };
  const problems = async (...args: Parameters<typeof tried>) => {
    const { usable, findings } = await tried(...args);
    expect(usable).toBe(false);
    return findings.filter(({ ok }) => !ok).map(({ text }) => text);
  };

  test('says what it offers', async () => {
    expect(await tried(200, JSON.stringify(INFO))).toEqual({
      usable: true,
      findings: [
        { ok: true, text: 'It answers as “ACME Trust”, region IT.' },
        { ok: true, text: 'It speaks version 2.0.0.2 of the CSC API.' },
        { ok: true, text: 'It offers every method that signing needs.' },
        { ok: true, text: 'People sign in on its own pages (OAuth 2).' },
        { ok: true, text: 'Its OAuth server is https://auth.example.com.' },
      ],
    });
  });

  test('says what is missing, in words', async () => {
    const poor = {
      ...INFO,
      specs: '1.0.4.0',
      authType: [],
      oauth2: undefined,
      methods: ['credentials/list'],
    };
    expect(await problems(200, JSON.stringify(poor))).toEqual([
      'It speaks version 1.0.4.0 of the CSC API; version 2 is needed.',
      'It does not offer credentials/info, signatures/signHash.',
      'It does not let people sign in on its own pages (OAuth 2, oauth2code).',
      'It does not say where its OAuth server is: set that address here.',
    ]);
    const found = await tried(200, JSON.stringify(poor), { oauthUrl: 'https://auth.example.com/' });
    expect(found.findings.at(-1)?.text).toBe('Its OAuth server is https://auth.example.com.');
  });

  test.each([
    [503, '{}', 'Trust Co failed at describing itself: it answered 503.'],
    [200, '<html>', 'Trust Co failed at describing itself: its answer is not JSON.'],
    [200, `{"name":"${'x'.repeat(300_000)}"}`, 'Trust Co could not be reached. The answer was too long'],
  ])('says why it could not be asked (%s)', async (status, body, words) => {
    expect((await problems(status, body))[0]).toContain(words);
  });

  test('says that no server answers', async () => {
    const { baseUrl } = newTrustProvider();
    expect(await problems(200, '', { baseUrl })).toEqual([
      'Trust Co could not be reached. The receiver refused the connection.',
    ]);
  });
});
