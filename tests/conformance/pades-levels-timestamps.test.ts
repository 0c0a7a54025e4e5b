import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createTimestampRequest,
  createTimestampResponse,
  localSigner,
  requestTimestamp,
} from '../../pades/src/index.ts';
import { certificateOf, sampleAuthority, sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { samplePolicy } from '../../pades/src/testing/sample-timestamping.ts';
import { pemOf, run } from './pdf-validators.ts';
import { openssl, scratchFiles } from './scratch-files.ts';

const authority = sampleAuthority();
const time = new Date('2026-11-21T14:05:07Z');
const answerOptions = { serial: Buffer.alloc(8, 9), time, policy: samplePolicy, accuracySeconds: 1 };
const { at, write } = scratchFiles();

write('data.bin', 'a contract');
write('root.pem', pemOf(authority.root));

function rsaTimestamper(commonName: string) {
  const keys = sampleKeys('rsa');
  const byRoot = { issuing: authority.root, issuingKey: authority.rootKey };
  const certificate = certificateOf(byRoot, keys.publicKey, {
    subject: { commonName },
    profile: 'timestamping',
  });
  return { key: keys.privateKey, certificate };
}

describe('our timestamp authority', () => {
  test.each([
    ['SHA-256', ['-sha256', '-cert'], 'ec'],
    ['SHA-512', ['-sha512', '-cert'], 'ec'],
    ['a policy', ['-sha384', '-cert', '-tspolicy', samplePolicy], 'ec'],
    ['no nonce', ['-sha256', '-cert', '-no_nonce'], 'rsa'],
    ['an RSA key', ['-sha256', '-cert'], 'rsa'],
  ] as const)('answers a client of OpenSSL that asks with %s', async (_title, options, kind) => {
    openssl('ts', '-query', '-data', at('data.bin'), ...options, '-out', at('request.tsq'));
    const { key, certificate } = rsaTimestamper('Time by RSA');
    const signer = kind === 'rsa' ? localSigner(key, [certificate]) : authority.timestamper();
    const request = readFileSync(at('request.tsq'));
    write('answer.tsr', await createTimestampResponse({ ...answerOptions, signer, request }));
    const trust = ['-CAfile', at('root.pem')];
    openssl('ts', '-verify', '-queryfile', at('request.tsq'), '-in', at('answer.tsr'), ...trust);
    openssl('ts', '-verify', '-data', at('data.bin'), '-in', at('answer.tsr'), ...trust);
    const text = openssl('ts', '-reply', '-in', at('answer.tsr'), '-text');
    expect(text).toContain('Status: Granted.');
    expect(text).toContain(`Policy OID: ${samplePolicy}`);
    expect(text).toContain('Time stamp: Nov 21 14:05:07 2026 GMT');
    expect(text).toContain('Accuracy: 0x01 seconds');

    write('other.bin', 'another contract');
    const wrong = run('openssl', [
      'ts',
      '-verify',
      '-data',
      at('other.bin'),
      '-in',
      at('answer.tsr'),
      ...trust,
    ]);
    expect(wrong.status).not.toBe(0);
  });

  test('turns requests down in a way that OpenSSL understands', async () => {
    openssl('ts', '-query', '-data', at('data.bin'), '-sha1', '-out', at('request.tsq'));
    const request = readFileSync(at('request.tsq'));
    const signer = authority.timestamper();
    write('answer.tsr', await createTimestampResponse({ ...answerOptions, signer, request }));
    const text = openssl('ts', '-reply', '-in', at('answer.tsr'), '-text');
    expect(text).toContain('Status: Rejected.');
    expect(text).toContain('Failure info: unrecognized or unsupported algorithm identifier');
  });

  test('is not taken for one when its certificate is not for timestamps', async () => {
    openssl('ts', '-query', '-data', at('data.bin'), '-sha256', '-cert', '-out', at('request.tsq'));
    const request = readFileSync(at('request.tsq'));
    const signer = authority.timestamper({ profile: 'signer' });
    write('answer.tsr', await createTimestampResponse({ ...answerOptions, signer, request }));
    const args = ['-queryfile', at('request.tsq'), '-in', at('answer.tsr'), '-CAfile', at('root.pem')];
    expect(run('openssl', ['ts', '-verify', ...args]).status).not.toBe(0);
  });
});

const digest = createHash('sha256').update('a contract').digest();

test('our timestamp client asks in a way that OpenSSL reads', () => {
  const nonce = Buffer.from('8000000000000001', 'hex');
  write('ours.tsq', createTimestampRequest({ digest, nonce, policy: '1.2.3.4' }));
  const text = openssl('ts', '-query', '-in', at('ours.tsq'), '-text');
  expect(text).toContain('Hash Algorithm: sha256');
  expect(text).toContain('Policy OID: 1.2.3.4');
  expect(text).toContain('Nonce: 0x8000000000000001');
  expect(text).toContain('Certificate required: yes');
});

test.each([
  ['SHA-256', 'sha256', null],
  ['SHA-1 to name its certificate', 'sha1', 'It does not bind the certificate of the signer.'],
])('our timestamp client checks an authority of OpenSSL that uses %s', async (_title, essHash, problem) => {
  const { key, certificate } = rsaTimestamper('Time of OpenSSL');
  write('tsa.pem', pemOf(certificate));
  write('tsa.key', key.export({ type: 'pkcs8', format: 'pem' }));
  const lines = [
    '[tsa]',
    'default_tsa = own',
    '[own]',
    `serial = ${at('serial')}`,
    'crypto_device = builtin',
  ];
  lines.push(`signer_cert = ${at('tsa.pem')}`, `signer_key = ${at('tsa.key')}`, 'signer_digest = sha256');
  lines.push('default_policy = 1.2.3.4', 'digests = sha256', `ess_cert_id_alg = ${essHash}`);
  lines.push('accuracy = secs:1, millisecs:500, microsecs:100', 'clock_precision_digits = 3');
  write('tsa.cnf', lines.join('\n'));
  const asked = {
    timestamp: async (request: Uint8Array): Promise<Uint8Array> => {
      write('ours.tsq', request);
      const files = ['-queryfile', at('ours.tsq'), '-out', at('theirs.tsr')];
      openssl('ts', '-reply', '-config', at('tsa.cnf'), ...files);
      return readFileSync(at('theirs.tsr'));
    },
  };
  const wanted = requestTimestamp(digest, {
    authorities: [asked],
    anchors: [authority.root],
    now: () => new Date(),
    randomBytes: (length) => Buffer.alloc(length, 0xa5),
  });
  if (problem === null) expect(await wanted).toMatchObject({ policy: '1.2.3.4', accuracyMs: 1500.1 });
  else await expect(wanted).rejects.toThrow(problem);
});
