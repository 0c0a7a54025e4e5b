import { describe, expect, test } from 'vitest';
import {
  augment,
  type CscAuthorization,
  type CscTransport,
  createSigningJob,
  cscService,
  RemoteSigningError,
  type Signer,
  validate,
} from '../../pades/src/index.ts';
import { bytesOf } from '../../pades/src/testing/level-fixture.ts';
import { type SampleKey, sampleAuthority, sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { sampleRevocation } from '../../pades/src/testing/sample-revocation.ts';
import { sampleTimestamping } from '../../pades/src/testing/sample-timestamping.ts';
import { withFields } from '../../pades/src/testing/signed-pdf.ts';
import { type CscCredential, cscClient, openCscServer } from '../support/csc-server.ts';
import { forThisFile } from '../support/scratch.ts';
import { scratchFiles } from './scratch-files.ts';

const authority = sampleAuthority();
const anchors = [authority.root];
const oids = {
  ec: '1.2.840.10045.2.1',
  ecSha256: '1.2.840.10045.4.3.2',
  rsa: '1.2.840.113549.1.1.1',
  pss: '1.2.840.113549.1.1.10',
};
const { folder, expectValid } = scratchFiles();

function credential(kind: SampleKey, more: Partial<CscCredential>): CscCredential {
  const keys = sampleKeys(kind);
  const { certificates } = authority.signer('Ana', { keys, key: kind });
  return { privateKey: keys.privateKey, certificates, algo: [oids.rsa], ...more };
}

const server = await forThisFile(
  openCscServer(folder, {
    rsa: credential('rsa', {}),
    pss: credential('rsa', { algo: [oids.pss] }),
    'ec-der': credential('ec', { algo: [oids.ecSha256] }),
    'ec-raw': credential('ec', { algo: [oids.ec], isRaw: true }),
    'p384-raw': credential('p384', { algo: [oids.ec], isRaw: true }),
    pin: credential('rsa', { mode: 'explicit', pin: '4711' }),
    page: credential('ec', { algo: [oids.ec], mode: 'oauth2code' }),
    disabled: credential('ec', { status: 'disabled' }),
    revoked: credential('ec', { certificateStatus: 'revoked' }),
    bare: credential('ec', { certificates: [] }),
    strange: credential('ec', { algo: ['1.2.3.4'] }),
    later: credential('rsa', { answer: { responseID: 'in an hour' } }),
    wrong: credential('rsa', { answer: { signatures: [Buffer.alloc(256, 1).toString('base64')] } }),
    many: credential('rsa', { answer: { signatures: ['AA==', 'AA=='] } }),
    garbled: credential('rsa', { answer: '<html>' }),
  }),
);

const sent: string[] = [];
const transport: CscTransport = async ({ url, headers, body }) => {
  sent.push(body);
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, body: await response.text() };
};
const client: CscAuthorization = {
  get tokenUrl() {
    return `${server.url}/oauth2/token`;
  },
  ...cscClient,
};
const open = (authorization: CscAuthorization = client) =>
  cscService({ baseUrl: `${server.url}/csc/v2/`, transport, authorization });

const options = {
  fieldName: 'Buyer',
  name: 'Ana',
  appearance: null,
  signingTime: new Date('2026-11-21T14:05:00Z'),
};

const prepared = () => createSigningJob(withFields(samplePdf(), 'Buyer'));

async function signedBy(signer: Signer): Promise<Buffer> {
  const job = prepared();
  await job.sign(options, signer);
  return bytesOf(job);
}

function expectGood(file: Buffer): void {
  expectValid(file, authority.root);
  expect(validate(file, { anchors }).signatures[0]).toMatchObject({
    integrity: { ok: true },
    certificate: { ok: true },
  });
}

async function errorOf(step: Promise<unknown>): Promise<RemoteSigningError> {
  const error = await step.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RemoteSigningError) return error;
  throw new Error(`Not refused by the service: ${String(error)}`);
}

describe('a remote signing service', () => {
  test.each([
    ['rsa', 'rsa-sha256'],
    ['pss', 'rsa-pss-sha256'],
    ['ec-der', 'ecdsa-sha256'],
    ['ec-raw', 'ecdsa-sha256'],
    ['p384-raw', 'ecdsa-sha256'],
  ])('signs with the credential %s by %s, and other programs verify it', async (id, algorithm) => {
    const signer = await open().signer(id);
    expect(signer.algorithm).toBe(algorithm);
    // Short halves of r‖s and leading zeros come by chance.
    for (let round = 0; round < 3; round += 1) expectGood(await signedBy(signer));
  });

  test('signs a file that is raised to B-LTA', async () => {
    const job = prepared();
    const now = () => new Date('2026-11-21T14:05:00Z');
    const timestamping = sampleTimestamping(authority.timestamper(), { anchors, now });
    await job.sign(options, await open().signer('ec-raw'), timestamping);
    const revocation = sampleRevocation(authority, now);
    await augment(job, 'B-LTA', { timestamping, revocation, anchors });
    const file = bytesOf(job);
    expectGood(file);
    expect(validate(file, { anchors, at: now() }).signatures[0]?.level).toBe('B-LTA');
  });

  test('lists its credentials, and gets hashes, never the document', async () => {
    const service = open();
    expect(await service.credentials()).toContain('ec-raw');
    sent.length = 0;
    server.calls.length = 0;
    await signedBy(await service.signer('rsa'));
    expect(server.calls).toEqual(['credentials/info', 'credentials/authorize', 'signatures/signHash']);
    for (const body of sent) expect(body.length).toBeLessThan(400);
    expect(sent.at(-1)).toMatch(/"hashes":\["[\w+/]{43}="\]/);
  });

  test('fetches a new token when the old one has run out', async () => {
    const service = open();
    const signer = await service.signer('rsa');
    server.forgetTokens();
    server.calls.length = 0;
    expectGood(await signedBy(signer));
    expect(server.calls.filter((call) => call === 'oauth2/token')).toHaveLength(1);
  });

  test('is asked with a token that was given, and never for another', async () => {
    server.calls.length = 0;
    const error = await errorOf(open({ token: 'of yesterday' }).credentials());
    expect(error).toMatchObject({ step: 'list', code: 'invalid_token', status: 401 });
    expect(server.calls).toEqual(['credentials/list']);
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: cscClient.clientId });
    form.set('client_secret', cscClient.clientSecret);
    form.set('scope', 'service');
    const answer = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body: form });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    expect(await open({ token }).credentials()).toContain('rsa');
  });

  test('releases a key by a PIN', async () => {
    let pin = '1234';
    const authData = async () => [{ id: 'PIN', value: pin }];
    const signer = await open().signer('pin', { authData });
    const error = await errorOf(signedBy(signer));
    expect(error).toMatchObject({ step: 'authorize', code: 'invalid_pin', status: 400 });
    expect(error.message).toContain('The PIN is wrong');
    pin = '4711';
    expectGood(await signedBy(signer));
  });

  test('releases a key by activation data from its own pages', async () => {
    const error = await errorOf(signedBy(await open().signer('page')));
    expect(error).toMatchObject({ step: 'authorize', code: 'activation' });
    const activationData = async (hashes: readonly string[]) => server.grant(hashes);
    expectGood(await signedBy(await open().signer('page', { activationData })));
  });

  test.each([
    ['nobody', 'info', 'invalid_request', 'Invalid parameter credentialID'],
    ['disabled', 'info', 'answer', 'the key is disabled'],
    ['revoked', 'info', 'answer', 'the certificate is revoked'],
    ['bare', 'info', 'answer', 'the certificate is missing'],
    ['strange', 'info', 'answer', 'signs by nothing known here (1.2.3.4)'],
    ['later', 'sign', 'answer', 'it promised the signature for later'],
    ['wrong', 'sign', 'answer', 'not a signature by the key of its certificate'],
    ['many', 'sign', 'answer', 'it gave 2 signatures for 1'],
    ['garbled', 'sign', 'answer', 'not JSON'],
  ])('is refused with its reason at the credential %s', async (id, step, code, words) => {
    const job = prepared();
    const { size } = job.source;
    const error = await errorOf(
      open()
        .signer(id)
        .then((signer) => job.sign(options, signer)),
    );
    expect(error).toMatchObject({ step, code });
    expect(error.message).toContain(words);
    expect(job.source.size).toBe(size);
  });

  test('is refused when it does not know the client, and passes on what the transport throws', async () => {
    const stranger = { tokenUrl: `${server.url}/oauth2/token`, clientId: 'x', clientSecret: 'y' };
    expect(await errorOf(open(stranger).credentials())).toMatchObject({
      step: 'token',
      code: 'invalid_client',
    });
    const away: CscTransport = () => Promise.reject(new Error('The line is cut.'));
    const service = cscService({ baseUrl: server.url, transport: away, authorization: client });
    await expect(service.credentials()).rejects.toThrow('The line is cut.');
  });
});
