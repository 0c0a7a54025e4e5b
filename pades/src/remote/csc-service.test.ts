import { describe, expect, test } from 'vitest';
import { localSigner } from '../certificates/signer.ts';
import { sampleAuthority, sampleKeys } from '../testing/sample-authority.ts';
import type { CscRequest } from './csc-calls.ts';
import { cscService } from './csc-service.ts';

const authority = sampleAuthority();
const keys = sampleKeys('ec');
const holder = authority.signer('Ana', { keys });
const key = localSigner(keys.privateKey, holder.certificates);
const inputs = [Buffer.from('one'), Buffer.from('two')];

const credential = {
  description: 'Ana’s key',
  signatureQualifier: 'eu_eidas_qes',
  key: { status: 'enabled', algo: ['1.2.840.10045.4.3.2'], len: 256, curve: '1.2.840.10045.3.1.7' },
  cert: {
    status: 'valid',
    certificates: holder.certificates.map((der) => Buffer.from(der).toString('base64')),
  },
  auth: {
    mode: 'explicit',
    objects: [{ id: 'PIN', label: 'Your PIN', format: 'N' }, { id: 'OTP', format: 'A' }, { label: 'no id' }],
  },
  SCAL: '1',
  multisign: 5,
};

/** A service with these answers by method; every request is kept. */
function open(answers: Readonly<Record<string, object | readonly object[]>>) {
  const sent: { method: string; body: Record<string, unknown>; headers: CscRequest['headers'] }[] = [];
  const rest = new Map(Object.entries(answers).map(([name, value]) => [name, [value].flat()]));
  const service = cscService({
    baseUrl: 'https://rssp.example.org/csc/v2/',
    authorization: { token: 'of the person' },
    name: 'Trust Co',
    transport: async ({ url, headers, body }) => {
      const method = url.replace('https://rssp.example.org/csc/v2/', '');
      sent.push({ method, body: JSON.parse(body), headers });
      return { status: 200, body: JSON.stringify(rest.get(method)?.shift() ?? {}) };
    },
  });
  return { service, sent };
}

const signed = async () =>
  Promise.all(inputs.map(async (bytes) => Buffer.from(await key.sign(bytes)).toString('base64')));

describe('cscService', () => {
  test('reads what the service says about itself, without a token', async () => {
    const info = {
      specs: '2.0.0.2',
      name: 'ACME Trust',
      region: 'IT',
      authType: ['oauth2code'],
      oauth2: 'https://auth.example.org/',
      methods: ['info', 'signatures/signHash'],
    };
    const { service, sent } = open({ info });
    expect(await service.info()).toEqual({
      name: 'ACME Trust',
      specification: '2.0.0.2',
      region: 'IT',
      description: null,
      methods: info.methods,
      authorizationTypes: ['oauth2code'],
      oauthUrl: 'https://auth.example.org/',
    });
    expect(sent[0]?.headers.authorization).toBeUndefined();
    await expect(open({ info: { name: 'x' } }).service.info()).rejects.toThrow(
      'Trust Co failed at describing itself: its answer has no specs.',
    );
  });

  test('reads how a key is released, how strictly, and how often', async () => {
    const { service, sent } = open({ 'credentials/info': credential });
    expect(await service.credential('one')).toMatchObject({
      id: 'one',
      description: 'Ana’s key',
      mode: 'explicit',
      authorizationObjects: [
        { id: 'PIN', label: 'Your PIN', isNumeric: true },
        { id: 'OTP', label: null, isNumeric: false },
      ],
      scal: 1,
      signaturesMax: 5,
      signatureQualifier: 'eu_eidas_qes',
    });
    expect(sent[0]?.headers.authorization).toBe('Bearer of the person');
    const earlier = { ...credential, auth: undefined, authMode: 'explicit', PIN: { presence: 'true' } };
    const { authorizationObjects } = await open({ 'credentials/info': earlier }).service.credential('one');
    expect(authorizationObjects).toEqual([{ id: 'PIN', label: null, isNumeric: false }]);
  });

  test('signs several documents under one authorization by what was typed', async () => {
    const { service, sent } = open({
      'credentials/info': credential,
      'credentials/authorize': { SAD: 'released', expiresIn: 300 },
      'signatures/signHash': { signatures: await signed() },
    });
    const opened = await service.credential('one');
    const authData = [{ id: 'PIN', value: '1234' }];
    const activationData = await service.authorize(opened, { inputs, authData });
    const { signatures } = await service.sign(opened, { inputs, activationData });
    expect(signatures).toHaveLength(2);
    expect(sent[1]?.body).toMatchObject({ credentialID: 'one', numSignatures: 2, authData });
    expect(sent[2]?.body).toMatchObject({
      SAD: 'released',
      operationMode: 'S',
      hashes: sent[1]?.body.hashes,
    });
  });

  test('sends no activation data where the token releases the key', async () => {
    const { service, sent } = open({
      'credentials/info': credential,
      'signatures/signHash': { signatures: await signed() },
    });
    await service.sign(await service.credential('one'), { inputs, activationData: null });
    expect(sent[1]?.body).not.toHaveProperty('SAD');
  });

  test('asks again for signatures that were promised', async () => {
    const { service, sent } = open({
      'credentials/info': credential,
      'signatures/signHash': { responseID: 'later' },
      'signatures/signPolling': [{}, { signatures: await signed() }],
    });
    const opened = await service.credential('one');
    const request = { inputs, activationData: 's', isAsynchronous: true };
    const promised = await service.sign(opened, request);
    expect(promised).toEqual({ signatures: null, responseId: 'later' });
    expect(sent[1]?.body).toMatchObject({ operationMode: 'A' });
    const responseId = promised.responseId ?? '';
    expect(await service.poll(opened, { inputs, responseId })).toEqual(promised);
    const { signatures } = await service.poll(opened, { inputs, responseId });
    expect(signatures).toHaveLength(2);
    expect(sent[2]?.body).toEqual({ responseID: 'later' });
  });

  test('refuses signatures in another order, and too few', async () => {
    const texts = await signed();
    const sign = async (signatures: string[]) => {
      const { service } = open({ 'credentials/info': credential, 'signatures/signHash': { signatures } });
      return service.sign(await service.credential('one'), { inputs, activationData: null });
    };
    await expect(sign(texts.toReversed())).rejects.toThrow('not a signature by the key of its certificate');
    await expect(sign(texts.slice(1))).rejects.toThrow('it gave 1 signatures for 2');
  });
});
