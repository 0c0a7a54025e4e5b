import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIGNER_POLICIES } from '@paraph/domain';
import {
  augment,
  createOcspRequest,
  createSigningJob,
  parseCertificate,
  readCrl,
  readOcspResponse,
  validate,
} from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import type { IssuedCertificate } from '../../server/src/authority/issue-certificate.ts';
import { TIMESTAMP_POLICY } from '../../server/src/authority/open-certified-key.ts';
import { openRevocation, publishCrl } from '../../server/src/authority/publish-revocations.ts';
import { openTimestamping } from '../../server/src/authority/timestamping.ts';
import { pemOf, run } from '../conformance/pdf-validators.ts';
import { openTestInstance } from '../support/instance.ts';
import { folderForThisFile, forThisFile } from '../support/instance-case.ts';
import { issueOne, signIssued } from '../support/issued.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const at = (name: string): string => join(folder, name);

const instance = await forThisFile(openTestInstance());
const origin = await instance.app.listen({ port: 0, host: '127.0.0.1' });
const folder = await folderForThisFile();
const { root, issuing } = instance.deps.authority;
writeFileSync(at('root.pem'), pemOf(root.certificate));
writeFileSync(at('issuing.pem'), pemOf(issuing.certificate));
writeFileSync(at('chain.pem'), pemOf(root.certificate) + pemOf(issuing.certificate));

const { query } = workflowTables(() => instance);

function openssl(...args: string[]): string {
  const verdict = run('openssl', args);
  expect(verdict.status, verdict.text).toBe(0);
  return verdict.text;
}

async function issue(name: string): Promise<IssuedCertificate> {
  const issued = await issueOne(instance.deps, { name, email: 'ada@example.com' });
  writeFileSync(at(`${name}.pem`), pemOf(issued.der));
  return issued;
}

async function record(
  { serial, subject, der, issuedAt, expiresAt }: IssuedCertificate,
  revokedAt: Date | null,
): Promise<void> {
  await query(
    `insert into certificates (serial, subject, der, issued_at, expires_at, revoked_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (serial) do update set revoked_at = excluded.revoked_at`,
    [serial, subject, der, issuedAt, expiresAt, revokedAt],
  );
}

async function fetched(
  path: string,
  init: RequestInit = {},
): Promise<{ type: string | null; bytes: Buffer }> {
  const answer = await fetch(`${origin}${path}`, init);
  expect(answer.status).toBe(200);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** A document with a field for the signature of a person. */
function agreedBy(name: string) {
  const pdf = buildPdf({ pages: [{ content: textLines(['Agreed.']) }] });
  const job = createSigningJob(pdf);
  const rect = [50, 50, 200, 100] as const;
  const field = job.prepareDocument({ signatureFields: [{ name: 'One', page: 0, rect }] });
  const signingTime = instance.deps.clock.now();
  return { pdf, job, field, signing: { fieldName: 'One', name, appearance: null, signingTime } };
}

/** Asks as OpenSSL's client does, over HTTP by POST. */
async function asked(name: string): Promise<string> {
  const about = ['-issuer', at('issuing.pem'), '-cert', at(`${name}.pem`)];
  openssl('ocsp', ...about, '-reqout', at('question'));
  const question = readFileSync(at('question'));
  const headers = { 'content-type': 'application/ocsp-request' };
  const posted = await fetched('/authority/ocsp', { method: 'POST', headers, body: question });
  expect(posted.type).toBe('application/ocsp-response');
  const got = await fetched(`/authority/ocsp/${encodeURIComponent(question.toString('base64'))}`);
  const trust = ['-CAfile', at('root.pem'), '-verify_other', at('issuing.pem')];
  const texts = [posted.bytes, got.bytes].map((answer) => {
    writeFileSync(at('answer'), answer);
    const verified = openssl('ocsp', '-respin', at('answer'), '-reqin', at('question'), ...trust);
    expect(verified).toContain('Response verify OK');
    return openssl('ocsp', '-respin', at('answer'), ...about, '-no_nonce', ...trust);
  });
  const words = texts.map((text) => /\.pem: (\w+)/.exec(text)?.[1]);
  expect(words[0]).toBe(words[1]);
  return words[0] ?? '';
}

describe('certificates that the instance issues', () => {
  test('name where to ask about them, and are recorded under their own number', async () => {
    const issued = await issue('Ada');
    const certificate = parseCertificate(issued.der);
    expect(certificate.crlUrls).toEqual(['http://localhost:3000/authority/crl']);
    expect(certificate.ocspUrls).toEqual(['http://localhost:3000/authority/ocsp']);
    expect(Buffer.from(certificate.serial).toString('hex')).toBe(issued.serial);
    const issuing = parseCertificate(instance.deps.authority.issuing.certificate);
    expect(issuing.crlUrls).toEqual(['http://localhost:3000/authority/root-crl']);
    const text = openssl('x509', '-in', at('Ada.pem'), '-noout', '-text');
    expect(text).toContain('CA Issuers - URI:http://localhost:3000/authority/issuing.cer');
    expect(text).toContain(`Policy: ${SIGNER_POLICIES.mailbox}`);
    const statement = await instance.inject({ url: '/authority/policy' });
    expect(statement.headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const oid of [...Object.values(SIGNER_POLICIES), TIMESTAMP_POLICY])
      expect(statement.body).toContain(oid);
    expect(statement.body).toContain('None of these certificates is qualified');
    const above = openssl('x509', '-in', at('issuing.pem'), '-noout', '-text');
    expect(above).toContain('CA Issuers - URI:http://localhost:3000/authority/ca.cer');
    expect(above).toContain('Policy: X509v3 Any Policy');
    const url = '/authority/issuing.cer';
    expect((await fetched(url)).bytes.equals(instance.deps.authority.issuing.certificate)).toBe(true);
  });

  test('name a holder in 64 characters, and apart from others of that name', async () => {
    const { deps } = instance;
    const name = 'Maximiliane '.repeat(10).trim();
    const subjects: string[] = [];
    for (const email of ['max@example.com', 'Max@example.com', 'other@example.com']) {
      const { der, subject } = await issueOne(deps, { name, email });
      expect(subject).toBe(name);
      expect([...(parseCertificate(der).commonName ?? '')]).toHaveLength(64);
      subjects.push(new X509Certificate(der).subject);
    }
    expect(subjects[0]).toMatch(/^serialNumber=[0-9a-f]{16}\nCN=Maximiliane /);
    expect(subjects[1]).toBe(subjects[0]);
    expect(subjects[2]).not.toBe(subjects[0]);
  });
});

describe('the room of a signature', () => {
  test.each([
    ['Ana', 'ana@example.com'],
    ['Ж'.repeat(80), `${'зоя'.repeat(20)}@пример.рф`],
  ])('is enough for %s, and little more', async (name, email) => {
    const { job, signing } = agreedBy(name);
    const signed = await signIssued(instance.deps, job, { person: { name, email }, options: signing });
    const { contentsBytes, issued } = signed;
    const [held] = job.signatures();
    const used = Buffer.from(held?.contents ?? [])
      .toString('latin1')
      .replace(/\0+$/, '').length;
    // The room is for a log of 2^32 leaves; this one has few, and each level of its tree is a hash.
    const absent = (32 - issued.log.proof.length) * 34;
    expect(used + absent).toBeGreaterThan(contentsBytes - 48);
    expect(used).toBeLessThan(contentsBytes);
    expect(contentsBytes).toBeLessThan(5_000);
  });
});

describe('/authority/ocsp', () => {
  test.each(['issuing', 'root'] as const)('answers for the %s by a responder of its own', async (role) => {
    const { authority } = instance.deps;
    const certificate = parseCertificate(
      role === 'root' ? authority.issuing.certificate : (await issue('Zoe')).der,
    );
    const issuer = parseCertificate(authority[role].certificate);
    const body = Buffer.from(createOcspRequest({ certificate, issuer }));
    const answer = readOcspResponse((await fetched('/authority/ocsp', { method: 'POST', body })).bytes);
    expect(answer.certificates).toHaveLength(1);
    expect(answer.certificates[0]).toMatchObject({ hasNoCheck: true, isAuthority: false });
    expect(answer.certificates[0]?.authorityKeyId).toEqual(issuer.subjectKeyId);
    expect(answer.responder).toEqual({ keyHash: answer.certificates[0]?.subjectKeyId });
  });

  test('tells OpenSSL what is good, revoked and unknown', async () => {
    const issued = await issue('Ben');
    expect(await asked('Ben')).toBe('unknown');
    await record(issued, null);
    expect(await asked('Ben')).toBe('good');
    await record(issued, instance.deps.clock.now());
    expect(await asked('Ben')).toBe('revoked');
  });

  test('answers for the root about what it issued', async () => {
    const { timestamping } = instance.deps.authority;
    writeFileSync(at('time.pem'), pemOf(timestamping.certificate));
    const about = ['-issuer', at('root.pem'), '-cert', at('time.pem'), '-no_nonce'];
    openssl('ocsp', ...about, '-reqout', at('question'));
    const body = readFileSync(at('question'));
    writeFileSync(at('answer'), (await fetched('/authority/ocsp', { method: 'POST', body })).bytes);
    const text = openssl('ocsp', '-respin', at('answer'), ...about, '-CAfile', at('root.pem'));
    expect(text).toContain('time.pem: good');
  });

  test('answers nonsense with a refusal in its own language, and refuses too much of it', async () => {
    const answer = await fetched('/authority/ocsp', { method: 'POST', body: 'hello' });
    expect(answer.bytes.toString('hex')).toBe('30030a0101');
    const tooLong = await fetch(`${origin}/authority/ocsp`, { method: 'POST', body: 'x'.repeat(20_000) });
    expect(tooLong.status).toBe(413);
  });
});

test.each(['crl', 'root-crl', 'root-timestamping-crl'])(
  '/authority/crl: %s is a list that OpenSSL verifies',
  async (path) => {
    const { type, bytes } = await fetched(`/authority/${path}`);
    expect(type).toBe('application/pkix-crl');
    writeFileSync(at('list.crl'), bytes);
    const list = ['crl', '-inform', 'DER', '-in', at('list.crl'), '-noout', '-CAfile', at('chain.pem')];
    expect(openssl(...list)).toContain('verify OK');
    const number = () => Number(openssl(...list, '-crlnumber').match(/crlNumber=(0x\w+)/)?.[1]);
    const before = number();
    instance.advance(1);
    writeFileSync(at('list.crl'), (await fetched(`/authority/${path}`)).bytes);
    expect(number()).toBeGreaterThan(before);
  },
);

test('/authority/crl makes OpenSSL turn down a revoked certificate and no other', async () => {
  const [revoked, kept] = [await issue('Cleo'), await issue('Dora')];
  await record(revoked, instance.deps.clock.now());
  await record(kept, null);
  writeFileSync(at('list.crl'), (await fetched('/authority/crl')).bytes);
  openssl('crl', '-inform', 'DER', '-in', at('list.crl'), '-out', at('list.pem'));
  const trust = ['-CAfile', at('root.pem'), '-untrusted', at('issuing.pem'), '-CRLfile', at('list.pem')];
  const verify = ['verify', '-crl_check', '-attime', String(instance.nowSeconds()), ...trust];
  expect(run('openssl', [...verify, at('Cleo.pem')]).text).toContain('certificate revoked');
  expect(openssl(...verify, at('Dora.pem'))).toContain('Dora.pem: OK');
});

test('/authority/crl drops a certificate at its end if its key was never used, and no other', async () => {
  const [used, unused] = [await issue('Eva'), await issue('Flo')];
  const now = instance.deps.clock.now();
  for (const each of [used, unused]) await record(each, now);
  await query('update certificates set use_before = $1 where serial = $2', [now, unused.serial]);
  const listed = async () => {
    writeFileSync(at('list.crl'), await publishCrl(instance.deps, 'issuing'));
    return openssl('crl', '-inform', 'DER', '-in', at('list.crl'), '-noout', '-text').toLowerCase();
  };
  expect(await listed()).toContain(unused.serial);
  instance.advance(239 * 86_400);
  expect(await listed()).toContain(unused.serial);
  instance.advance(2 * 86_400);
  expect(await listed()).not.toContain(unused.serial);
  expect(await listed()).toContain(used.serial);
  instance.advance(-241 * 86_400);
});

test('/authority/tsa gives OpenSSL a timestamp', async () => {
  writeFileSync(at('data'), 'a contract');
  openssl('ts', '-query', '-data', at('data'), '-sha256', '-cert', '-out', at('question'));
  const headers = { 'content-type': 'application/timestamp-query' };
  const body = readFileSync(at('question'));
  const { type, bytes } = await fetched('/authority/tsa', { method: 'POST', headers, body });
  expect(type).toBe('application/timestamp-reply');
  writeFileSync(at('answer'), bytes);
  openssl('ts', '-verify', '-queryfile', at('question'), '-in', at('answer'), '-CAfile', at('root.pem'));
  expect(openssl('ts', '-reply', '-in', at('answer'), '-text')).toContain(TIMESTAMP_POLICY);
});

describe('the instance for its own sealing', () => {
  test('raises a signature to B-LTA with nothing but its root as anchor', async () => {
    const { deps } = instance;
    const { job, pdf, field, signing } = agreedBy('Emil');
    const person = { name: 'Emil', email: 'emil@example.com' };
    const { issued, update } = await signIssued(deps, job, { person, options: signing });
    const timestamping = openTimestamping(deps);
    const anchors = [deps.authority.root.certificate];
    const tails = [
      field,
      update,
      ...(await augment(job, 'B-LTA', { timestamping, revocation: openRevocation(deps, [issued]), anchors })),
    ];
    const { signatures, document } = validate(Buffer.concat([pdf, ...tails]), { anchors });
    expect(signatures[0]).toMatchObject({ level: 'B-LTA', signerName: 'Emil' });
    expect(document.lastCoversWholeFile).toBe(true);
    // Strict validators want lists of both issuers, and responses about every certificate with their responders.
    const { crls, ocsps } = job.validationData();
    const { root, issuing, timestamping: time } = deps.authority;
    const lists = crls.map((der) => readCrl(der));
    const issuers = [issuing, root, root].map(({ certificate }) => parseCertificate(certificate).subject);
    expect(lists.map(({ issuer }) => issuer)).toEqual(issuers);
    // That of the key for timestamps speaks of no other, and no other of it: each may be newer than its end.
    expect(lists.map(({ scope, distributionPoints }) => [scope, distributionPoints])).toEqual([
      ['all', null],
      ['authorities', null],
      ['all', parseCertificate(time.certificate).crlUrls],
    ]);
    const asked = ocsps
      .map((der) => readOcspResponse(der))
      .filter(({ certificates }) => certificates.length === 1);
    const serials = [issued.der, issuing.certificate, time.certificate].map((der) =>
      Buffer.from(parseCertificate(der).serial).toString('hex'),
    );
    expect(asked.map(({ responses }) => responses[0]?.id.serial)).toEqual(serials);
  });

  test('does not raise one whose certificate is not recorded', async () => {
    const { deps } = instance;
    const { job, signing } = agreedBy('Fay');
    await signIssued(deps, job, { person: { name: 'Fay', email: 'fay@example.com' }, options: signing });
    const timestamping = openTimestamping(deps);
    const anchors = [deps.authority.root.certificate];
    const ports = { timestamping, revocation: openRevocation(deps, []), anchors };
    await expect(augment(job, 'B-LTA', ports)).rejects.toThrow(
      'nothing proves that the certificate of Fay was not revoked',
    );
  });
});
