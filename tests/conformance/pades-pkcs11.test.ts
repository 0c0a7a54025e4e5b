import { verify } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { validate } from '../../pades/src/index.ts';
import { type SampleKey, sampleAuthority, sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { signedIn, withFields } from '../../pades/src/testing/signed-pdf.ts';
import { tokenKey } from '../../server/src/authority/open-certified-key.ts';
import { loadPkcs11Module } from '../../server/src/platform/keys/pkcs11-module.ts';
import { openPkcs11Token, type Pkcs11Token } from '../../server/src/platform/keys/pkcs11-token.ts';
import { makeSoftToken, type SoftToken } from '../support/soft-token.ts';
import { run } from './pdf-validators.ts';
import { scratchFiles } from './scratch-files.ts';

const authority = sampleAuthority();
const kinds: SampleKey[] = ['ec', 'p384', 'rsa', 'rsa-pss'];
const certificates = new Map<SampleKey, readonly Uint8Array[]>();
const { folder, expectValid } = scratchFiles();
let soft: SoftToken;
let token: Pkcs11Token;

beforeAll(async () => {
  soft = makeSoftToken(folder);
  vi.stubEnv('SOFTHSM2_CONF', soft.confFile);
  for (const kind of kinds) {
    const keys = sampleKeys(kind);
    soft.hold(`key ${kind}`, keys.privateKey);
    certificates.set(kind, authority.signer(kind, { key: kind, keys }).certificates);
  }
  const twice = sampleKeys('ec');
  soft.hold('twice', twice.privateKey);
  soft.hold('twice', sampleKeys('ec').privateKey);
  token = await open();
});

const open = (more: { modulePath?: string; tokenLabel?: string; pin?: string } = {}) =>
  openPkcs11Token({ modulePath: soft.modulePath, tokenLabel: soft.label, pin: soft.pin, ...more });

async function signedBy(kind: SampleKey): Promise<Buffer> {
  const rsa = kind === 'rsa-pss' ? 'rsa-pss-sha256' : 'rsa-sha256';
  const key = await tokenKey(token, `key ${kind}`, rsa);
  const signer = { ...key, certificates: certificates.get(kind) ?? [] };
  return signedIn(withFields(samplePdf(), 'Buyer'), 'Buyer', { signer });
}

async function faultOf(step: Promise<unknown>): Promise<Fault> {
  const error = await step.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Fault) return error;
  throw new Error(`No fault: ${String(error)}`);
}

describe('a key on a token', () => {
  test.each(kinds)('of the kind %s signs, and other programs verify it', async (kind) => {
    const file = await signedBy(kind);
    expectValid(file, authority.root);
    const [report] = validate(file, { anchors: [authority.root] }).signatures;
    expect(report).toMatchObject({ integrity: { ok: true }, certificate: { ok: true } });
  });

  test('tells its public half', async () => {
    for (const kind of kinds) {
      const key = await token.publicKey(`key ${kind}`);
      const spki = key.export({ type: 'spki', format: 'der' });
      expect(Buffer.from(certificates.get(kind)?.[0] ?? []).includes(spki)).toBe(true);
    }
  });

  test('serves those who ask at the same moment, one after another', async () => {
    const files = await Promise.all([...kinds, ...kinds, ...kinds].map(signedBy));
    for (const file of files)
      expect(validate(file, { anchors: [authority.root] }).signatures[0]?.integrity.ok).toBe(true);
  });

  test('keeps the process free while it works', async () => {
    let turns = 0;
    let isDone = false;
    const signed = signedBy('rsa').finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await signed;
    expect(turns).toBeGreaterThan(1);
  });

  test.each([
    ['a module that is none', { modulePath: '/etc/hosts' }, 'cannot be loaded', false],
    ['a token that is not there', { tokenLabel: 'Other' }, 'has no token Other; there are Paraph test', true],
  ])('is not found on %s', async (_title, more, words, retryable) => {
    const fault = await faultOf(open(more));
    expect(fault.message).toContain(words);
    expect(fault.retryable).toBe(retryable);
  });

  test('is not found by a label that no key or more than one has', async () => {
    expect((await faultOf(token.publicKey('nobody'))).message).toBe('The token does not hold a key nobody.');
    expect((await faultOf(token.sign('twice', 'ecdsa-sha256', Buffer.of(1)))).message).toContain(
      'exactly one key twice',
    );
  });

  test('is opened anew when the token forgot the session', async () => {
    const bytes = Buffer.from('a contract');
    await token.sign('key rsa', 'rsa-sha256', bytes);
    const module = await loadPkcs11Module(soft.modulePath);
    let closed = 0;
    // Closed without its knowledge: the number of its session is small.
    for (let session = 1; session <= 8; session += 1)
      await module.call('C_CloseSession', session).then(
        () => {
          closed += 1;
        },
        () => undefined,
      );
    expect(closed).toBeGreaterThan(0);
    const signature = await token.sign('key rsa', 'rsa-sha256', bytes);
    expect(verify('sha256', bytes, await token.publicKey('key rsa'), signature)).toBe(true);
  });

  test('is not asked twice with a wrong PIN', async () => {
    const other = makeSoftToken(folder, 'Other home');
    // A process has one home of tokens, so another process tries.
    const script = `
      import { openPkcs11Token } from ${JSON.stringify(join(import.meta.dirname, '../../server/src/platform/keys/pkcs11-token.ts'))};
      const settings = ${JSON.stringify({ modulePath: other.modulePath, tokenLabel: other.label, pin: 'wrong' })};
      await openPkcs11Token(settings).catch((error) => console.log(error.message, error.retryable));
      settings.pin = ${JSON.stringify(other.pin)};
      const token = await openPkcs11Token(settings);
      await token.publicKey('none').catch((error) => console.log(error.message));
    `;
    const { text } = run(process.execPath, ['--input-type=module-typescript', '-e', script], {
      SOFTHSM2_CONF: other.confFile,
    });
    expect(text).toContain('The token Other home failed: its PIN is another. false');
    expect(text).toContain('The token does not hold a key none.');
  });
});
