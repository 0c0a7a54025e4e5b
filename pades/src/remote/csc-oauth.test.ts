import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CscRequest, CscResponse } from './csc-calls.ts';
import { cscAuthorizationUrl, exchangeCscCode } from './csc-oauth.ts';

const digests = [Buffer.alloc(32, 0xfb), Buffer.alloc(32, 2)];
const request = {
  url: 'https://rssp.example.org/oauth2/authorize?tenant=7',
  clientId: 'paraph',
  redirectUri: 'https://sign.example.org/return',
  state: 'of the session',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};
const fieldsOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

test('cscAuthorizationUrl asks for the service with PKCE, and keeps what the address had', () => {
  const url = cscAuthorizationUrl({ ...request, consent: { scope: 'service' }, language: 'fr' });
  expect(fieldsOf(url)).toEqual({
    tenant: '7',
    response_type: 'code',
    client_id: 'paraph',
    redirect_uri: 'https://sign.example.org/return',
    state: 'of the session',
    // RFC 7636 appendix B.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    lang: 'fr',
    scope: 'service',
  });
  expect(url).not.toContain(request.codeVerifier);
});

test('cscAuthorizationUrl asks for the hashes of several documents in one authorization', () => {
  const consent = { scope: 'credential', credentialId: 'one', digests } as const;
  expect(fieldsOf(cscAuthorizationUrl({ ...request, consent }))).toMatchObject({
    scope: 'credential',
    credentialID: 'one',
    numSignatures: '2',
    hashes: digests.map((digest) => digest.toString('base64url')).join(','),
    hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
  });
});

test('cscAuthorizationUrl names the documents where labels are given', () => {
  const labels = ['Lease', 'Annex'];
  const consent = { scope: 'credential', credentialId: 'one', digests, labels } as const;
  const { scope, authorization_details: details } = fieldsOf(cscAuthorizationUrl({ ...request, consent }));
  expect(scope).toBeUndefined();
  expect(JSON.parse(details ?? '')).toEqual([
    {
      type: 'credential',
      credentialID: 'one',
      documentDigests: digests.map((digest, index) => ({
        hash: digest.toString('base64'),
        label: labels[index],
      })),
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
    },
  ]);
});

const client = { tokenUrl: 'https://rssp.example.org/oauth2/token', clientId: 'paraph', clientSecret: 's' };
const returned = { code: 'c', codeVerifier: request.codeVerifier, redirectUri: request.redirectUri };
const exchange = async (answer: CscResponse) => {
  const sent: CscRequest[] = [];
  const transport = async (call: CscRequest) => {
    sent.push(call);
    return answer;
  };
  return { grant: await exchangeCscCode(client, returned, { transport, name: 'Trust Co' }), sent };
};
const json = (status: number, value: object) => ({ status, body: JSON.stringify(value) });

test('exchangeCscCode sends code, verifier and secret in the body, and returns the token', async () => {
  const { grant, sent } = await exchange(
    json(200, { access_token: 't', token_type: 'Bearer', expires_in: 9 }),
  );
  expect(grant).toEqual({ token: 't', isActivationData: false, expiresIn: 9 });
  expect(sent[0]?.url).toBe(client.tokenUrl);
  expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'c',
    code_verifier: request.codeVerifier,
    redirect_uri: request.redirectUri,
    client_id: 'paraph',
    client_secret: 's',
  });
  expect(createHash('sha256').update(request.codeVerifier).digest('base64url')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test.each([
  [json(400, { error: 'invalid_grant', error_description: 'The code is used.' }), 'The code is used.'],
  [json(400, { error: 'invalid_grant' }), 'invalid_grant.'],
  [json(200, {}), 'its answer has no access_token.'],
  [{ status: 502, body: '<html>' }, 'it answered 502.'],
  [{ status: 200, body: `{"access_token":"${'a'.repeat(1024 * 1024)}"}` }, 'its answer is too long.'],
])('exchangeCscCode names the provider and the step when it fails %#', async (answer, words) => {
  await expect(exchange(answer)).rejects.toThrow(`Trust Co failed at granting access: ${words}`);
});
