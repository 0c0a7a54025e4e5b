import { describe, expect, test } from 'vitest';
import { parseCertificate } from '../certificates/parse-certificate.ts';
import type { QcStatements } from '../certificates/qc-statements.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { sampleAuthority } from '../testing/sample-authority.ts';
import { sampleRevocation } from '../testing/sample-revocation.ts';
import { checkQualified } from './check-qualified.ts';
import type { RevocationSource } from './revocation-source.ts';

const authority = sampleAuthority();
const at = new Date('2026-11-21T14:05:07Z');
const source = () => sampleRevocation(authority, () => at);
const whole: QcStatements = { isQualified: true, isOnDevice: true, isForSignatures: true, isForSeals: false };
const holder = (qcStatements: QcStatements | undefined = whole) =>
  authority.signer('Ana', qcStatements ? { qcStatements } : {}).certificates;
const ask = async (
  certificates: readonly Uint8Array[],
  revocation: RevocationSource = source(),
  anchors = [authority.root],
) => {
  const outcome = await checkQualified({ certificates, anchors, at }, revocation);
  return { ...outcome, codes: outcome.problems.map(({ code }) => code) };
};

describe('checkQualified', () => {
  test('accepts a certificate that leads to an anchor, is not revoked and states all three things', async () => {
    expect(await ask(holder())).toMatchObject({ codes: [], revocation: 'good' });
    expect(await ask(holder(), source(), [authority.issuing])).toMatchObject({ codes: [] });
  });

  test.each([
    [{ ...whole, isQualified: false }, 'compliance'],
    [{ ...whole, isOnDevice: false }, 'device'],
    [{ ...whole, isForSignatures: false }, 'type'],
  ])('refuses %j', async (statements, code) => {
    const certificates = holder(statements);
    expect(parseCertificate(certificates[0] ?? new Uint8Array()).qcStatements).toEqual(statements);
    expect(await ask(certificates)).toMatchObject({ codes: [code] });
  });

  test('tells certificates for seals from those for signatures', async () => {
    const forSeals = { ...whole, isForSignatures: false, isForSeals: true };
    const query = { anchors: [authority.root], at, purpose: 'seal' as const };
    const codesOf = async (certificates: readonly Uint8Array[]) =>
      (await checkQualified({ ...query, certificates }, source())).problems.map(({ code }) => code);
    expect(parseCertificate(holder(forSeals)[0] ?? new Uint8Array()).qcStatements).toEqual(forSeals);
    expect(await codesOf(holder(forSeals))).toEqual([]);
    expect(await codesOf(holder())).toEqual(['type']);
    expect(await ask(holder(forSeals))).toMatchObject({ codes: ['type'] });
  });

  test('refuses a certificate without any statement, naming all that is missing', async () => {
    const { certificates } = authority.signer('Ana');
    expect(await ask(certificates)).toMatchObject({ codes: ['compliance', 'device', 'type'] });
  });

  test('refuses whatever a stranger states, and what leads to no anchor', async () => {
    const stranger = sampleAuthority().signer('Ana', { qcStatements: whole }).certificates;
    const outcome = await ask(stranger);
    expect(outcome.codes).toEqual(['anchor']);
    expect(outcome.problems[0]?.words).toContain('does not lead to a trusted authority');
    expect(await ask(holder(), source(), [])).toMatchObject({ codes: ['anchor'] });
  });

  test('refuses a revoked certificate, and one that has ended', async () => {
    const revocation = source();
    const [signerDer] = holder();
    revocation.revoked.set(
      Buffer.from(parseCertificate(signerDer ?? new Uint8Array()).serial).toString('hex'),
      new Date('2026-11-20T00:00:00Z'),
    );
    expect(await ask(holder(), revocation)).toMatchObject({ codes: ['revoked'], revocation: 'revoked' });
    const ended = authority.signer('Ana', {
      qcStatements: whole,
      notAfter: new Date('2026-11-01T00:00:00Z'),
    });
    expect(await ask(ended.certificates)).toMatchObject({ codes: ['validity'] });
  });

  test('says when no revocation data could be had', async () => {
    const silent: RevocationSource = {
      revocation: () => Promise.reject(new PdfRefusal('revocation', 'No source.')),
    };
    expect(await ask(holder(), silent)).toMatchObject({ codes: [], revocation: 'unknown' });
    const broken: RevocationSource = { revocation: () => Promise.reject(new Error('A bug.')) };
    await expect(ask(holder(), broken)).rejects.toThrow('A bug.');
  });
});
