import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type SampleKey, sampleAuthority, sampleKeys } from '../testing/sample-authority.ts';
import { fixedAuthorizationServer, readAuthorizationServer } from './csc-authorization-server.ts';
import type { CscRequest, CscResponse } from './csc-calls.ts';
import { cscVersionOf } from './csc-dialect.ts';
import { cscAccountToken, exchangeCscCode, openCscAuthorization } from './csc-oauth.ts';
import { cscService } from './csc-service.ts';

const authority = sampleAuthority();
const inputs = [Buffer.from('one')];
const oid = {
  ec: '1.2.840.10045.2.1',
  ecSha256: '1.2.840.10045.4.3.2',
  ecSha384: '1.2.840.10045.4.3.3',
  rsa: '1.2.840.113549.1.1.1',
  rsaSha256: '1.2.840.113549.1.1.11',
  rsaSha512: '1.2.840.113549.1.1.13',
  pss: '1.2.840.113549.1.1.10',
};

/** Answers by the path; what was sent is recorded. */
function line(answers: Readonly<Record<string, object | number>>) {
  const sent: CscRequest[] = [];
  const transport = async (request: CscRequest): Promise<CscResponse> => {
    sent.push(request);
    const path = new URL(request.url).pathname;
    const answer = answers[`${request.method ?? 'POST'} ${path}`] ?? 404;
    return typeof answer === 'number'
      ? { status: answer, body: '' }
      : { status: 200, body: JSON.stringify(answer) };
  };
  return { sent, transport };
}

function serviceOf(
  answers: Readonly<Record<string, object | number>>,
  facts: { specification: string; methods?: string[]; signAlgorithms?: string[] },
) {
  const { sent, transport } = line(answers);
  const options = {
    baseUrl: 'https://rssp.example.org/csc',
    authorization: { token: 't' },
    name: 'Trust Co',
  };
  return { sent, service: cscService({ ...options, transport, service: { methods: [], ...facts } }) };
}

function credentialOf(kind: SampleKey, more: object) {
  const { certificates } = authority.signer('Ana', { keys: sampleKeys(kind), key: kind });
  const texts = certificates.map((der) => Buffer.from(der).toString('base64'));
  return { key: { status: 'enabled', algo: [oid.rsaSha256] }, cert: { certificates: texts }, ...more };
}

test.each([
  ['1.0.4.0', 1],
  ['1.0.3.0', 1],
  ['2.0.0.2', 2],
  ['2.1.0.1', 2],
  ['3.0.0.0', null],
  ['10.0', null],
])('the specification %s is version %s', (specification, version) => {
  expect(cscVersionOf(specification)).toBe(version);
});

describe('a service', () => {
  test.each([404, 405])('that answers info by GET alone is asked by GET after %s', async (status) => {
    const info = { specs: '1.0.4.0', name: 'A', methods: [], oauth2: 'https://a.example/x/oauth2/authorize' };
    const { service } = serviceOf({ 'POST /csc/info': status, 'GET /csc/info': info }, { specification: '' });
    expect(await service.info()).toMatchObject({ specification: '1.0.4.0', oauthUrl: 'https://a.example/x' });
  });

  test.each<[SampleKey, string[], string[], string]>([
    ['p384', [oid.ecSha256, oid.ecSha384], [], 'ecdsa-sha384'],
    ['p384', [oid.ec], [], 'ecdsa-sha256'],
    ['p384', [oid.ec], [oid.ecSha384], 'ecdsa-sha384'],
    ['ec', [oid.ecSha384, oid.ecSha256], [], 'ecdsa-sha256'],
    ['rsa', [oid.rsaSha512, oid.rsa], [], 'rsa-sha512'],
    ['rsa', [oid.rsa], [oid.rsaSha512], 'rsa-sha512'],
    ['rsa', [oid.pss], [oid.pss, oid.rsaSha512], 'rsa-pss-sha512'],
  ])(
    'with a key of the kind %s by %s, which offers %s, signs by %s',
    async (kind, algo, offered, expected) => {
      const info = credentialOf(kind, { key: { status: 'enabled', algo } });
      const facts = { specification: '2.0.0.2', signAlgorithms: offered };
      const { service } = serviceOf({ 'POST /csc/credentials/info': info }, facts);
      expect((await service.credential('one')).algorithm).toBe(expected);
    },
  );

  test('of version 1 gets what was typed by its names, and nothing else in their place', async () => {
    const info = credentialOf('rsa', {
      authMode: 'explicit',
      PIN: { presence: 'true' },
      OTP: { presence: 'true', type: 'online' },
    });
    const answers = {
      'POST /csc/credentials/info': info,
      'POST /csc/credentials/authorize': { SAD: 'released' },
      'POST /csc/credentials/sendOTP': {},
    };
    const facts = { specification: '1.0.4.0', methods: ['credentials/sendOTP'] };
    const { service, sent } = serviceOf(answers, facts);
    const credential = await service.credential('one');
    expect((await service.begin(credential)).map(({ id }) => id)).toEqual(['PIN', 'OTP']);
    expect(sent.at(-1)?.url).toContain('credentials/sendOTP');
    const authData = [
      { id: 'PIN', value: '1' },
      { id: 'OTP', value: '' },
      { id: 'credentialID', value: 'of another person' },
    ];
    await service.authorize(credential, { inputs, authData });
    const hash = [createHash('sha256').update('one').digest('base64')];
    expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({
      credentialID: 'one',
      hash,
      numSignatures: 1,
      PIN: '1',
    });
  });

  test('that repeats what was typed when it refuses is quoted without it', async () => {
    const transport = async ({ url }: CscRequest): Promise<CscResponse> => {
      const info = credentialOf('rsa', { auth: { mode: 'explicit', objects: [{ id: 'PIN' }] } });
      const refusal = { error: 'invalid_authentication_data', error_description: 'The PIN 471108 is wrong.' };
      return url.endsWith('/authorize')
        ? { status: 400, body: JSON.stringify(refusal) }
        : { status: 200, body: JSON.stringify(info) };
    };
    const service = cscService({ baseUrl: 'https://a.example', authorization: { token: 't' }, transport });
    const authData = [{ id: 'PIN', value: '471108' }];
    const asked = service.authorize(await service.credential('one'), { inputs, authData });
    await expect(asked).rejects.toThrow(
      'The signing service failed at releasing the key: The PIN … is wrong.',
    );
  });

  test('that releases keys out of band is told apart, and not signed with', async () => {
    const auth = { mode: 'explicit', objects: [{ type: 'PasswordOOB', id: 'PIN' }] };
    const answers = { 'POST /csc/credentials/info': credentialOf('rsa', { auth }) };
    const { service } = serviceOf(answers, { specification: '2.0.0.2' });
    await expect(service.credential('one')).rejects.toThrow(
      'the key is released in a way that is not known here (PasswordOOB).',
    );
  });
});

describe('an OAuth server', () => {
  const issuer = 'https://as.example.org/tenants/7';
  const path = '/.well-known/oauth-authorization-server/tenants/7';
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/begin`,
    token_endpoint: `${issuer}/redeem`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  };
  const read = (answer: object | number, at = path) =>
    readAuthorizationServer(issuer, { name: 'Trust Co', ...line({ [`GET ${at}`]: answer }) });

  test('is found by its metadata, also where OpenID Connect has them', async () => {
    const found = await read(metadata);
    expect(found).toEqual({
      authorizeUrl: `${issuer}/begin`,
      tokenUrl: `${issuer}/redeem`,
      pushUrl: null,
      isPushRequired: false,
      authentication: 'header',
      issuer,
      namesIssuer: false,
    });
    expect(await read(metadata, '/tenants/7/.well-known/openid-configuration')).toEqual(found);
  });

  test.each([
    [{ ...metadata, issuer: 'https://evil.example' }, 'those of another issuer'],
    [{ ...metadata, token_endpoint: undefined }, 'its metadata have no token_endpoint'],
    [{ ...metadata, token_endpoint_auth_methods_supported: ['private_key_jwt'] }, 'in no way that is known'],
    [503, 'it answered 503'],
  ])('is not used with metadata that do not fit: %#', async (answer, words) => {
    await expect(read(answer)).rejects.toThrow(words);
  });

  const client = { clientId: 'a b', clientSecret: 'c:d é' };
  const request = {
    redirectUri: 'https://sign.example.org/return',
    state: 's',
    codeVerifier: 'v'.repeat(43),
    consent: {
      scope: 'credential' as const,
      credentialId: 'one',
      digests: Array.from({ length: 40 }, () => Buffer.alloc(32, 1)),
    },
  };
  const base = 'https://as.example.org';
  const fixed = { authentication: 'header', methods: ['oauth2/pushed_authorize'] } as const;

  test('gets a long request pushed, and the secret in the header, encoded as in a form', async () => {
    const { sent, transport } = line({ 'POST /oauth2/pushed_authorize': { request_uri: 'urn:x' } });
    const server = fixedAuthorizationServer(base, fixed);
    const about = { server, client: { ...client, authentication: 'header' as const } };
    const url = await openCscAuthorization(request, about, { transport });
    expect(url).toBe(`${base}/oauth2/authorize?client_id=a+b&request_uri=urn%3Ax`);
    const basic = Buffer.from('a+b:c%3Ad+%C3%A9').toString('base64');
    expect(sent[0]?.headers.authorization).toBe(`Basic ${basic}`);
    expect(sent[0]?.body).not.toContain('client_secret');
    const short = { ...request, consent: { scope: 'service' as const } };
    expect(await openCscAuthorization(short, about, { transport })).toContain('scope=service');
    expect(sent).toHaveLength(1);
  });

  test.each([
    [{ isPushRequired: true, pushUrl: null }, {}, 'it does not say where'],
    [{ isPushRequired: true }, { 'POST /oauth2/pushed_authorize': {} }, 'no request_uri'],
    [{ isPushRequired: true }, { 'POST /oauth2/pushed_authorize': 500 }, 'it answered 500'],
  ])('that demands pushed requests gets no other: %#', async (more, answers, words) => {
    const server = { ...fixedAuthorizationServer(base, fixed), ...more };
    const { transport } = line(answers);
    await expect(openCscAuthorization(request, { server, client }, { transport })).rejects.toThrow(words);
  });

  test('of version 1 gives activation data, whatever type it names', async () => {
    const returned = { code: 'c', codeVerifier: 'v', redirectUri: 'r' };
    const at = { ...client, tokenUrl: `${base}/token` };
    const of = (version: 1 | 2, type: string) => {
      const { transport } = line({ 'POST /token': { access_token: 't', token_type: type } });
      return exchangeCscCode(at, { ...returned, version }, { transport });
    };
    expect((await of(1, 'Bearer')).isActivationData).toBe(true);
    expect((await of(2, 'Bearer')).isActivationData).toBe(false);
    expect(await of(2, 'SAD')).toEqual({ token: 't', isActivationData: true, expiresIn: null });
  });

  test('is told of the account by a token of its own form', () => {
    const issuedAt = new Date('2026-11-24T10:00:00.900Z');
    const token = cscAccountToken(client, { accountId: 'acme', issuedAt, id: 'unique' });
    const [header = '', payload = '', signature] = token.split('.');
    const decoded = [header, payload].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(decoded).toEqual([
      { typ: 'JWT', alg: 'HS256' },
      { sub: 'acme', iat: issuedAt.getTime() / 1000 - 0.9, jti: 'unique', azp: 'a b' },
    ]);
    const key = createHash('sha256').update(client.clientSecret).digest();
    expect(signature).toBe(createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url'));
  });
});
