import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Certificate, parseCertificate } from '../certificates/parse-certificate.ts';
import { localSigner, type Signer } from '../certificates/signer.ts';
import { expectReadOrRefused } from '../testing/damage.ts';
import { certificateOf, sampleAuthority } from '../testing/sample-authority.ts';
import { type CrlOptions, createCrl } from './create-crl.ts';
import { createOcspResponse, type OcspStatus } from './create-ocsp-response.ts';
import { createOcspRequest } from './ocsp-request.ts';
import { readCrl } from './read-crl.ts';
import { readOcspResponse } from './read-ocsp.ts';
import { onlineRevocation } from './revocation-source.ts';
import { revocationStatus } from './revocation-status.ts';

const authority = sampleAuthority();
const issuer = parseCertificate(authority.issuing);
const issuingSigner = localSigner(authority.issuingKey, [authority.issuing]);
const certificate = signerCertificateOf(authority.signer('Ana'));
const stranger = sampleAuthority();
const at = new Date('2026-11-21T14:05:07Z');
const days = (count: number): Date => new Date(at.getTime() + count * 86_400_000);
const good: OcspStatus = { status: 'good' };

function signerCertificateOf({ certificates: [signerDer] }: Signer): Certificate {
  if (!signerDer) throw new Error('A signer without certificate.');
  return parseCertificate(signerDer);
}

const ocsp = (status: OcspStatus, more: { signer?: Signer; time?: Date; nextUpdate?: Date } = {}) =>
  createOcspResponse({
    request: createOcspRequest({ certificate, issuer, nonce: Buffer.alloc(16, 5) }),
    authorities: [
      { issuer: authority.issuing, signer: more.signer ?? issuingSigner, statusOf: async () => status },
    ],
    time: more.time ?? at,
    nextUpdate: more.nextUpdate ?? days(1),
  });

const crl = (
  revokedAt: Date | null,
  more: Partial<Pick<CrlOptions, 'expiredSince' | 'scope' | 'signer'>> & { time?: Date } = {},
) =>
  createCrl({
    signer: more.signer ?? issuingSigner,
    number: 7,
    thisUpdate: more.time ?? at,
    nextUpdate: new Date((more.time ?? at).getTime() + 86_400_000),
    revoked: revokedAt === null ? [] : [{ serial: certificate.serial, revokedAt, reason: 1 }],
    ...(more.expiredSince ? { expiredSince: more.expiredSince } : {}),
    ...(more.scope ? { scope: more.scope } : {}),
  });

const statusOf = (evidence: { crls?: Uint8Array[]; ocsps?: Uint8Array[] }, when = at) =>
  revocationStatus(
    { certificate, issuer, at: when },
    { crls: (evidence.crls ?? []).map(readCrl), ocsps: (evidence.ocsps ?? []).map(readOcspResponse) },
  );

function responder(profile: 'ocsp' | 'signer', by = authority): Signer {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = { commonName: 'Responder' };
  const certificate = certificateOf(by, keys.publicKey, { subject, profile });
  return localSigner(keys.privateKey, [certificate]);
}

describe('revocationStatus', () => {
  test('believes no responder without the key usage for it, and none whose own revocation would be a question', async () => {
    const answer = readOcspResponse(await ocsp(good, { signer: responder('ocsp') }));
    const statusAfter = (change: Partial<Certificate>) => {
      const certificates = answer.certificates.map((each) => ({ ...each, ...change }));
      const ocsps = [{ ...answer, certificates }];
      return revocationStatus({ certificate, issuer, at }, { crls: [], ocsps }).status;
    };
    expect(statusAfter({})).toBe('good');
    expect(statusAfter({ extendedKeyUsage: null })).toBe('unknown');
    expect(statusAfter({ hasNoCheck: false })).toBe('unknown');
    expect(statusAfter({ unknownCritical: ['1.2.3'] })).toBe('unknown');
  });

  test('does not rely on a list with a critical rule that it does not know, nor on one of other certificates', async () => {
    const list = readCrl(await crl(null));
    const statusAfter = (change: Partial<typeof list>) =>
      revocationStatus({ certificate, issuer, at }, { crls: [{ ...list, ...change }], ocsps: [] }).status;
    expect(statusAfter({})).toBe('good');
    expect(statusAfter({ isUnusable: true })).toBe('unknown');
    expect(statusAfter({ scope: 'others' })).toBe('good');
    expect(statusAfter({ scope: 'authorities' })).toBe('unknown');
    // The certificate names no address of a list.
    const ofAddress = await crl(null, { scope: { distributionPoint: 'http://a.example/1-crl' } });
    expect(statusOf({ crls: [ofAddress] }).status).toBe('unknown');
    const naming = { ...certificate, crlUrls: ['http://a.example/1-crl'] };
    const evidence = { crls: [readCrl(ofAddress)], ocsps: [] };
    expect(revocationStatus({ certificate: naming, issuer, at }, evidence).status).toBe('good');
    const ofAuthorities = readCrl(await crl(null, { scope: 'authorities' }));
    expect(ofAuthorities).toMatchObject({
      scope: 'authorities',
      distributionPoints: null,
      isUnusable: false,
    });
  });

  test('believes an answer and a list of the issuer', async () => {
    expect(statusOf({ ocsps: [await ocsp(good)] }).status).toBe('good');
    expect(statusOf({ crls: [await crl(null)] }).status).toBe('good');
    const revokedAt = days(-1);
    expect(statusOf({ ocsps: [await ocsp({ status: 'revoked', revokedAt })] })).toMatchObject({
      status: 'revoked',
      revokedAt,
    });
    expect(statusOf({ crls: [await crl(revokedAt)] })).toMatchObject({ status: 'revoked', revokedAt });
  });

  test('does not let an older good answer hide a revocation', async () => {
    const older = await ocsp(good, { time: days(-2) });
    expect(statusOf({ ocsps: [older], crls: [await crl(days(-1))] }).status).toBe('revoked');
  });

  test('leaves what was signed before the revocation alone', async () => {
    expect(statusOf({ crls: [await crl(days(1))] }).status).toBe('good');
    expect(statusOf({ crls: [await crl(days(1), { time: days(2) })] }).status).toBe('good');
  });

  test('knows nothing from what was too old at the time', async () => {
    const stale = { time: days(-9), nextUpdate: days(-8) };
    expect(statusOf({ ocsps: [await ocsp(good, stale)] }).status).toBe('unknown');
    expect(statusOf({ crls: [await crl(null, { time: days(-9) })] }).status).toBe('unknown');
    expect(statusOf({}).status).toBe('unknown');
  });

  test('does not infer from a list that a certificate is good which the issuer does not know', async () => {
    const list = await crl(null);
    expect(statusOf({ crls: [list], ocsps: [await ocsp({ status: 'unknown' })] }).status).toBe('unknown');
    expect(statusOf({ crls: [list], ocsps: [await ocsp(good)] }).status).toBe('good');
    const forged = localSigner(stranger.issuingKey, [stranger.issuing]);
    const foreign = await ocsp({ status: 'unknown' }, { signer: forged });
    expect(statusOf({ crls: [list], ocsps: [foreign] }).status).toBe('good');
  });

  test('knows nothing from a list made after the certificate ran out', async () => {
    const late = await crl(null, { time: new Date('2047-01-01T00:00:00Z') });
    expect(statusOf({ crls: [late] }).status).toBe('unknown');
  });

  test('believes a list made after the certificate ran out that says to list those that ended since before', async () => {
    const { notAfter } = certificate;
    const time = new Date(notAfter.getTime() + 86_400_000);
    const ask = async (revokedAt: Date | null, expiredSince: Date) =>
      statusOf({ crls: [await crl(revokedAt, { time, expiredSince })] }).status;
    expect(await ask(null, notAfter)).toBe('good');
    expect(await ask(null, new Date(notAfter.getTime() + 1000))).toBe('unknown');
    expect(await ask(days(-1), notAfter)).toBe('revoked');
  });

  test('reads an answer with an archive cutoff', async () => {
    const answer = await createOcspResponse({
      request: createOcspRequest({ certificate, issuer }),
      authorities: [
        { issuer: authority.issuing, signer: issuingSigner, expiredSince: at, statusOf: async () => good },
      ],
      time: at,
      nextUpdate: days(1),
    });
    expect(statusOf({ ocsps: [answer] }).status).toBe('good');
    const cutoff = Buffer.from('06092b0601050507300106' + '0411' + '180f', 'hex');
    expect(Buffer.from(answer).includes(Buffer.concat([cutoff, Buffer.from('20261121140507Z')]))).toBe(true);
  });

  test('does not believe strangers', async () => {
    const forged = localSigner(stranger.issuingKey, [stranger.issuing]);
    expect(statusOf({ ocsps: [await ocsp(good, { signer: forged })] }).status).toBe('unknown');
    expect(statusOf({ crls: [await crl(null, { signer: forged })] }).status).toBe('unknown');
  });

  test('ignores a list and an answer in the name of the issuer that its key did not sign', async () => {
    const impostor = {
      ...localSigner(stranger.issuingKey, [stranger.issuing]),
      certificates: [authority.issuing],
    };
    expect(statusOf({ ocsps: [await ocsp(good, { signer: impostor })] }).status).toBe('unknown');
    expect(statusOf({ crls: [await crl(null, { signer: impostor })] }).status).toBe('unknown');
  });

  test('believes a responder only when the issuer certified it for that', async () => {
    expect(statusOf({ ocsps: [await ocsp(good, { signer: responder('ocsp') })] }).status).toBe('good');
    expect(statusOf({ ocsps: [await ocsp(good, { signer: responder('signer') })] }).status).toBe('unknown');
    const foreign = responder('ocsp', stranger);
    expect(statusOf({ ocsps: [await ocsp(good, { signer: foreign })] }).status).toBe('unknown');
  });

  test('knows nothing of another certificate', async () => {
    const other = signerCertificateOf(authority.signer('Ben'));
    const evidence = { crls: [], ocsps: [readOcspResponse(await ocsp(good))] };
    expect(revocationStatus({ certificate: other, issuer, at }, evidence).status).toBe('unknown');
  });

  test('does not believe a statement with a changed byte', async () => {
    const list = await crl(days(-1));
    const answer = await ocsp({ status: 'revoked', revokedAt: days(-1) });
    const numRuns = 150;
    const notGood = (evidence: Parameters<typeof statusOf>[0]) =>
      expect(statusOf(evidence).status).not.toBe('good');
    await expectReadOrRefused(list, (changed) => notGood({ crls: [changed] }), { numRuns });
    await expectReadOrRefused(answer, (changed) => notGood({ ocsps: [changed] }), { numRuns });
  });
});

test('createOcspResponse repeats the nonce and says unknown of what was never issued', async () => {
  const answer = readOcspResponse(await ocsp({ status: 'unknown' }));
  expect(Buffer.from(answer.nonce ?? []).includes(Buffer.alloc(16, 5))).toBe(true);
  expect(answer.responses[0]?.status).toBe('unknown');
  expect(statusOf({ ocsps: [answer.der] }).status).toBe('unknown');
});

test('createOcspResponse turns down what it cannot read and certificates of others', async () => {
  const wanted = { authorities: [], time: at, nextUpdate: days(1) };
  const words = await createOcspResponse({ ...wanted, request: Buffer.from('hello') });
  expect(() => readOcspResponse(words)).toThrow('The OCSP responder refused the request (status 1).');
  const request = createOcspRequest({ certificate, issuer });
  const otherResponse = await createOcspResponse({ ...wanted, request });
  expect(() => readOcspResponse(otherResponse)).toThrow('The OCSP responder refused the request (status 6).');
});

test('createCrl lists nothing, one or many', async () => {
  const revoked = Array.from({ length: 1000 }, (_item, index) => ({
    serial: Buffer.from([0x40 + (index >> 8), index & 0xff]),
    revokedAt: days(-index),
  }));
  const options = { signer: issuingSigner, number: 1, thisUpdate: at, nextUpdate: days(1) };
  expect(readCrl(await createCrl({ ...options, revoked: [] })).revoked.size).toBe(0);
  const list = readCrl(await createCrl({ ...options, revoked }));
  expect(list.revoked.size).toBe(1000);
  expect(list.revoked.get('4001')).toEqual(days(-1));
  expect(list).toMatchObject({ thisUpdate: at, nextUpdate: days(1), scope: 'all', isUnusable: false });
});

test('createCrl names what it cannot make', async () => {
  const options = { signer: issuingSigner, number: 1, thisUpdate: at, nextUpdate: at, revoked: [] };
  await expect(createCrl(options)).rejects.toThrow('nextUpdate must be later than thisUpdate.');
  await expect(createCrl({ ...options, nextUpdate: days(1), number: -1 })).rejects.toThrow(
    'number must be a whole number from 0.',
  );
});

test('onlineRevocation asks responders first, then lists, and says why none answered', async () => {
  const asked: string[] = [];
  const refusing = async (url: string): Promise<Uint8Array> => {
    asked.push(url);
    throw new Error(`${url} is down`);
  };
  const source = onlineRevocation({ fetchCrl: refusing, askOcsp: refusing });
  const both = { ...certificate, ocspUrls: ['http://ocsp.example'], crlUrls: ['http://crl.example'] };
  await expect(source.revocation(both, issuer)).rejects.toThrow(
    'No source gave the revocation status of the certificate of Ana (http://ocsp.example is down; http://crl.example is down).',
  );
  expect(asked).toEqual(['http://ocsp.example', 'http://crl.example']);
  const list = await crl(null);
  const second = onlineRevocation({ fetchCrl: async () => list, askOcsp: refusing });
  expect(await second.revocation(both, issuer)).toEqual({ crls: [list], ocsps: [] });
});
