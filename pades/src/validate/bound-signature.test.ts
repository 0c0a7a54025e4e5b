import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { anchors } from '../testing/level-fixture.ts';
import {
  evaluate,
  honestProofs,
  type Making,
  RECORD,
  sha256,
  signLogged,
} from '../testing/logged-signature.ts';
import { validate } from './validate.ts';

describe('a certificate for one document', () => {
  test('signs no other, logged or not', async () => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { file } = await signLogged({
      keys,
      boundTo: (honest) => ({ ...honest, digests: [sha256('x'), sha256('y')] }),
    });
    for (const report of [evaluate(file), validate(file, { anchors })]) {
      expect(report.verdict).toEqual({ state: 'changed', reason: 'bytes' });
      expect(report.signatures[0]?.integrity).toMatchObject({
        ok: false,
        state: 'changed',
        reasons: ['The certificate was issued for another document.'],
      });
      expect(report.signatures[0]?.indication.main).not.toBe('TOTAL-PASSED');
    }
  });

  test('may sign several', async () => {
    const { file } = await signLogged({
      boundTo: ({ digests, ...honest }) => ({ ...honest, digests: [sha256('other'), ...digests] }),
    });
    expect(evaluate(file).verdict.state).toBe('as-signed');
  });
});

describe('the record of who signed', () => {
  const recordOf = (record: Uint8Array | undefined): Making => ({
    proofs: async (certificate) => {
      const { log } = await honestProofs(certificate);
      return { ...(log ? { log } : {}), ...(record ? { record } : {}) };
    },
  });
  const bound = (record: Uint8Array): Making => ({
    boundTo: (honest) => ({ ...honest, proofHash: sha256(record) }),
    ...recordOf(record),
  });

  test.each([
    ['altered', recordOf(Buffer.from(RECORD.toString().replace('12', '13')))],
    ['taken away', recordOf(undefined)],
    ['one that no certificate names', { ...recordOf(RECORD), boundTo: ({ digests }) => ({ digests }) }],
  ] satisfies [string, Making][])('is found where it is %s', async (_what, making) => {
    const report = evaluate((await signLogged(making)).file);
    expect(report.verdict).toEqual({ state: 'changed', reason: 'bytes' });
    const [signature] = report.signatures;
    expect(signature?.integrity.reasons).toEqual([
      'The record of who signed is not the one that the certificate names.',
    ]);
    expect(signature?.proofRecord).toBeNull();
  });

  test.each([
    ['no JSON', Buffer.from('{')],
    ['no object', Buffer.from('1')],
    ['nested without end', Buffer.from('['.repeat(700))],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
  ])('is not believed where it is %s', async (_what, record) => {
    const report = evaluate(
      (await signLogged({ ...bound(record), options: { contentsBytes: 12_288 } })).file,
    );
    expect(report.verdict.state).toBe('cannot-be-judged');
    expect(report.signatures[0]?.proofRecord).toBeNull();
  });
});
