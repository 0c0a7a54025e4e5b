import { beforeEach, describe, expect, test } from 'vitest';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { openOpenidProvider } from '../support/openid-provider.ts';
import { caller } from '../support/organization.ts';

const PROVIDER = '/api/v1/organization/identity-provider';
const DISCOVERY = '/.well-known/openid-configuration';

const instance = await forThisFile(openTestInstance());
const provider = await forThisFile(openOpenidProvider(instance.nowSeconds));
const owner = await instance.signIn('Owner', 'owner@example.com');
const call = caller(owner);
beforeEach(() => {
  provider.broken.clear();
  provider.state.metadata = {};
});

describe('the identity provider of an organization', () => {
  test('is kept with its secret encrypted, which no answer has, and decides on what is offered', async () => {
    const offers = async () => (await call('GET', '/api/v1/organization/levels')).body.identifications;
    const offer = (missing: unknown) => ({
      identification: 'identity-provider',
      offered: missing === null,
      missing,
    });
    const nothing = { returnUrl: 'http://localhost:3000/sign/identity/return', provider: null };
    expect((await call('GET', PROVIDER)).body).toEqual(nothing);
    expect(await offers()).toContainEqual(offer(expect.stringContaining('An administrator')));
    const { issuer, clientId, clientSecret } = provider.form;
    const made = await call('PUT', PROVIDER, { ...provider.form, issuer: ` ${issuer} ` });
    expect(made.body.provider).toEqual({ issuer, clientId, changeDate: instance.nowSeconds() });
    expect(await offers()).toContainEqual(offer(null));
    const rows = await instance.deps.database.selectFrom('identity_providers').selectAll().execute();
    expect(JSON.stringify([rows, made.body])).not.toContain(clientSecret);
    expect((await call('DELETE', PROVIDER)).status).toBe(204);
    expect((await call('GET', PROVIDER)).body).toEqual(nothing);
    expect(await offers()).toContainEqual(offer(expect.stringContaining('An administrator')));
    expect((await call('DELETE', PROVIDER)).status).toBe(404);
    expect((await call('POST', `${PROVIDER}/try`)).status).toBe(404);
  });

  test.each([
    [{ issuer: '' }, 'issuer', 'Must not be empty.'],
    [{ issuer: 'http://login.example.com' }, 'issuer', 'The URL must begin with https://.'],
    [{ issuer: 'https://10.0.0.1/acme' }, 'issuer', 'public address'],
    [{ issuer: 'http://localhost:3000/acme' }, 'issuer', 'leads back to this instance'],
    [{ issuer: `https://login.example.com${DISCOVERY}` }, 'issuer', 'Give the issuer alone'],
    [{ clientId: ' ' }, 'clientId', 'Must not be empty.'],
    [{ clientId: 'a\0' }, 'clientId', 'Must not contain control characters.'],
    [{ clientSecret: ' ' }, 'clientSecret', 'Must not be empty.'],
  ])('is refused with the reason: %j', async (change, field, words) => {
    const made = await call('PUT', PROVIDER, { ...provider.form, ...change });
    expect(made.status).toBe(400);
    expect(made.body.error.violations).toEqual({ [field]: expect.stringContaining(words) });
  });

  test('sends its secret to no other issuer, and in no other client’s name, than it was given for', async () => {
    await call('PUT', PROVIDER, provider.form);
    const { clientSecret: _secret, ...kept } = provider.form;
    for (const change of [{ issuer: 'https://evil.example' }, { clientId: 'other' }]) {
      const moved = await call('PUT', PROVIDER, { ...kept, ...change });
      expect(moved.body.error.violations).toEqual({ clientSecret: expect.stringContaining('anew') });
    }
    expect((await call('PUT', PROVIDER, kept)).body.provider).toMatchObject({ issuer: provider.issuer });
  });
});

const tried = async () => {
  await call('PUT', PROVIDER, provider.form);
  const { body } = await call('POST', `${PROVIDER}/try`);
  return body as { usable: boolean; findings: { ok: boolean; text: string }[] };
};
const problems = async () => {
  const { usable, findings } = await tried();
  expect(usable).toBe(false);
  return findings.filter(({ ok }) => !ok).map(({ text }) => text);
};
const host = () => new URL(provider.issuer).host;

test('trying the identity provider says what it offers', async () => {
  const { usable, findings } = await tried();
  expect(usable).toBe(true);
  expect(findings.map(({ text }) => text)).toEqual([
    `It answers as ${provider.issuer}.`,
    `People sign in at ${host()}.`,
    'It gives codes for tokens.',
    'It protects codes by PKCE (S256).',
    expect.stringContaining('names both'),
  ]);
});

test('trying the identity provider says what is missing, in words', async () => {
  provider.state.metadata = {
    response_types_supported: ['id_token'],
    code_challenge_methods_supported: ['plain'],
    jwks_uri: undefined,
  };
  expect(await problems()).toEqual([
    'It does not say where jwks_uri are.',
    'It does not give codes for tokens (response type “code”).',
    'It does not protect codes by PKCE with S256.',
  ]);
});

test('trying the identity provider says why it could not be asked', async () => {
  provider.state.metadata = { issuer: 'https://login.example.com/other' };
  expect((await problems())[0]).toMatch(/issuer/);
  provider.state.metadata = { token_endpoint_auth_methods_supported: ['private_key_jwt'] };
  expect(await problems()).toEqual([
    `At ${host()}: It takes no client secret (client_secret_post or client_secret_basic).`,
  ]);
  provider.broken.set(DISCOVERY, { status: 404, body: '{}' });
  expect(await problems()).toEqual([
    `At ${host()}: It did not answer as an OpenID Connect provider does (404).`,
  ]);
  provider.broken.set(DISCOVERY, { status: 200, body: `{"issuer":"${'x'.repeat(300_000)}"}` });
  expect(await problems()).toEqual([`At ${host()}: The answer was too long or broke off.`]);
  await call('PUT', PROVIDER, { ...provider.form, issuer: 'http://localhost:65000' });
  const { body } = await call('POST', `${PROVIDER}/try`);
  expect(body.findings).toEqual([
    { ok: false, text: 'At localhost:65000: The receiver refused the connection.' },
  ]);
});
