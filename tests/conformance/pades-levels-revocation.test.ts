import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createCrl,
  createOcspRequest,
  createOcspResponse,
  localSigner,
  type OcspStatus,
  parseCertificate,
  readCrl,
  readOcspResponse,
  revocationStatus,
} from '../../pades/src/index.ts';
import { certificateOf, sampleAuthority, sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { pemOf, run } from './pdf-validators.ts';
import { openssl, scratchFiles } from './scratch-files.ts';

const authority = sampleAuthority();
const issuer = parseCertificate(authority.issuing);
const issuingSigner = localSigner(authority.issuingKey, [authority.issuing]);
const [der = new Uint8Array()] = authority.signer('Ana').certificates;
const certificate = parseCertificate(der);
// OpenSSL validates by the machine's clock.
const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const tomorrow = new Date(now.getTime() + 86_400_000);
const yesterday = new Date(now.getTime() - 86_400_000);
const { at, write } = scratchFiles();

write('root.pem', pemOf(authority.root));
write('issuing.pem', pemOf(authority.issuing));
write('chain.pem', pemOf(authority.root) + pemOf(authority.issuing));
write('ana.pem', pemOf(der));

async function writeCrl(isRevoked: boolean): Promise<void> {
  const revoked = isRevoked ? [{ serial: certificate.serial, revokedAt: yesterday, reason: 1 }] : [];
  const list = { signer: issuingSigner, number: 4711, thisUpdate: now, nextUpdate: tomorrow, revoked };
  write('list.crl', await createCrl(list));
}

describe('our lists of revoked certificates', () => {
  test('are read and verified by OpenSSL', async () => {
    await writeCrl(true);
    const list = ['crl', '-inform', 'DER', '-in', at('list.crl'), '-noout'];
    expect(openssl(...list, '-CAfile', at('chain.pem'))).toContain('verify OK');
    const text = openssl(...list, '-text');
    expect(text).toContain('Version 2 (0x1)');
    expect(text).toContain('4711');
    expect(text).toContain('Key Compromise');
    expect(text).toContain(Buffer.from(certificate.serial).toString('hex').toUpperCase());
    const other = sampleAuthority();
    write('other.pem', pemOf(other.root) + pemOf(other.issuing));
    expect(run('openssl', [...list, '-CAfile', at('other.pem')]).text).toContain('verify failure');
  });

  test.each([
    ['good', false, 'ana.pem: OK'],
    ['revoked', true, 'certificate revoked'],
  ])('make OpenSSL call a certificate %s', async (_title, isRevoked, words) => {
    await writeCrl(isRevoked);
    openssl('crl', '-inform', 'DER', '-in', at('list.crl'), '-out', at('list.pem'));
    const trust = ['-CAfile', at('root.pem'), '-untrusted', at('issuing.pem'), '-CRLfile', at('list.pem')];
    const verdict = run('openssl', ['verify', '-crl_check', ...trust, at('ana.pem')]);
    expect(verdict.text).toContain(words);
    expect(verdict.status === 0).toBe(!isRevoked);
  });
});

const delegateKeys = sampleKeys('rsa');
const delegate = localSigner(delegateKeys.privateKey, [
  certificateOf(authority, delegateKeys.publicKey, { subject: { commonName: 'Responder' }, profile: 'ocsp' }),
]);

test.each<[string, OcspStatus, string[], string]>([
  ['good', { status: 'good' }, [], 'ana.pem: good'],
  ['revoked', { status: 'revoked', revokedAt: yesterday, reason: 4 }, [], 'ana.pem: revoked'],
  ['unknown', { status: 'unknown' }, ['-no_nonce'], 'ana.pem: unknown'],
  ['good by its SHA-256', { status: 'good' }, ['-sha256'], 'ana.pem: good'],
])('our OCSP responder tells OpenSSL that a certificate is %s', async (_title, status, options, words) => {
  const asked = ['-issuer', at('issuing.pem'), ...options.filter((one) => one === '-sha256')];
  const nonce = options.filter((one) => one === '-no_nonce');
  openssl('ocsp', ...asked, '-cert', at('ana.pem'), ...nonce, '-reqout', at('ana.req'));
  for (const signer of [issuingSigner, delegate]) {
    const statusOf = async (serial: string): Promise<OcspStatus> => {
      expect(serial).toBe(Buffer.from(certificate.serial).toString('hex'));
      return status;
    };
    const answer = await createOcspResponse({
      request: readFileSync(at('ana.req')),
      authorities: [{ issuer: authority.issuing, signer, statusOf }],
      time: now,
      nextUpdate: tomorrow,
    });
    write('ana.rsp', answer);
    const trust = ['-CAfile', at('root.pem'), '-verify_other', at('issuing.pem')];
    const repeated = openssl('ocsp', '-respin', at('ana.rsp'), '-reqin', at('ana.req'), ...trust);
    expect(repeated).toContain('Response verify OK');
    expect(repeated).not.toContain('no nonce in response');
    const about = [...asked, '-cert', at('ana.pem'), '-no_nonce'];
    expect(openssl('ocsp', '-respin', at('ana.rsp'), ...about, ...trust)).toContain(words);
  }
});

test('our OCSP responder is not believed by OpenSSL when a stranger plays it', async () => {
  const other = sampleAuthority();
  openssl('ocsp', '-issuer', at('issuing.pem'), '-cert', at('ana.pem'), '-reqout', at('ana.req'));
  const signer = localSigner(other.issuingKey, [other.issuing]);
  const answer = await createOcspResponse({
    request: readFileSync(at('ana.req')),
    authorities: [{ issuer: authority.issuing, signer, statusOf: async () => ({ status: 'good' }) }],
    time: now,
    nextUpdate: tomorrow,
  });
  write('ana.rsp', answer);
  const args = ['-respin', at('ana.rsp'), '-issuer', at('issuing.pem'), '-cert', at('ana.pem'), '-no_nonce'];
  const verdict = run('openssl', ['ocsp', ...args, '-CAfile', at('root.pem')]);
  expect(verdict.text).toContain('Response Verify Failure');
});

test.each([
  ['good', 'V', 'good'],
  ['revoked', 'R', 'revoked'],
])('lists and answers made by OpenSSL are read when they say %s', (_title, letter, status) => {
  const serial = Buffer.from(certificate.serial).toString('hex').toUpperCase();
  const revokedAt = letter === 'R' ? '260601000000Z,keyCompromise' : '';
  write('index.txt', `${letter}\t460101000000Z\t${revokedAt}\t${serial}\tunknown\t/CN=Ana\n`);
  write('issuing.key', authority.issuingKey.export({ type: 'pkcs8', format: 'pem' }));
  write('asked.req', createOcspRequest({ certificate, issuer, nonce: Buffer.alloc(16, 3) }));
  openssl(
    ...['ocsp', '-index', at('index.txt'), '-CA', at('issuing.pem'), '-rsigner', at('issuing.pem')],
    ...['-rkey', at('issuing.key'), '-reqin', at('asked.req'), '-respout', at('theirs.rsp'), '-ndays', '1'],
  );
  write('crlnumber', '01\n');
  write(
    'ca.cnf',
    `[ca]\ndefault_ca=own\n[own]\ndatabase=${at('index.txt')}\ncrlnumber=${at('crlnumber')}\ndefault_md=sha256\n`,
  );
  const keys = ['-cert', at('issuing.pem'), '-keyfile', at('issuing.key')];
  openssl('ca', '-gencrl', '-config', at('ca.cnf'), ...keys, '-crldays', '1', '-out', at('theirs.pem'));
  openssl('crl', '-in', at('theirs.pem'), '-outform', 'DER', '-out', at('theirs.crl'));

  const answer = readOcspResponse(readFileSync(at('theirs.rsp')));
  const list = readCrl(readFileSync(at('theirs.crl')));
  const question = { certificate, issuer, at: now };
  expect(revocationStatus(question, { crls: [], ocsps: [answer] }).status).toBe(status);
  expect(revocationStatus(question, { crls: [list], ocsps: [] }).status).toBe(status);
  expect(Buffer.from(answer.nonce ?? []).includes(Buffer.alloc(16, 3))).toBe(true);
});
