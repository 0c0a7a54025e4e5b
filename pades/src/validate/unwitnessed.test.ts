import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { later } from '../testing/level-fixture.ts';
import {
  EARLIER,
  entryOf,
  evaluate,
  proveIn,
  sha256,
  signLogged,
  trustedWitness,
  withLog,
  witness,
} from '../testing/logged-signature.ts';
import type { LogProof } from '../transparency/log-proof.ts';
import { describeReport } from './describe-report.ts';
import { etsiReport } from './etsi-report.ts';

const now = later(3600);
const witnesses = [trustedWitness];
const forged = generateKeyPairSync('ed25519').privateKey;

const byForger = withLog((_proof, certificate) =>
  proveIn([...EARLIER, entryOf(certificate, later(-5))], EARLIER.length, {
    cosigners: [{ name: witness.name, key: forged }],
  }),
);
const ofOther = withLog(async (proof, certificate) => {
  const longer = [...EARLIER, entryOf(certificate, later(-5)), ...EARLIER];
  const other = await proveIn(longer, EARLIER.length, { cosigners: [witness] });
  const [line = ''] = other.checkpoint.match(/\u2014 witness.*\n/) ?? [];
  return { ...proof, checkpoint: proof.checkpoint.replace(/\u2014 witness.*\n/, line) };
});

describe('a signature that no witness has seen', () => {
  test.each([
    ['one of the name alone', byForger],
    ['one for another checkpoint', ofOther],
  ])('is not as it was signed, with a cosignature that is %s', async (_what, making) => {
    const { file } = await signLogged(making);
    const report = evaluate(file, { witnesses });
    expect(report.verdict).toEqual({ state: 'cannot-be-judged', reason: 'unwitnessed' });
    const [signature] = report.signatures;
    expect(signature?.log).toMatchObject({ state: 'unwitnessed', witnesses: [] });
    expect(signature?.indication).toEqual({ main: 'INDETERMINATE', sub: 'TRY_LATER' });
    expect(describeReport(report)).toContain('Log: In the log by the word of this service alone');
    expect(describeReport(report)).not.toContain('as it was signed');
    expect(etsiReport(report, { at: now })).toMatch(/validation:log<.*?mainindication:indeterminate/s);
    expect(evaluate(file).verdict.state).toBe('as-signed');
    expect(evaluate(file, { witnesses, since: later(1) }).signatures[0]?.log?.state).toBe('logged');
  });

  test('is seen by a later proof of its leaf, or of the sealed file, that a witness signed', async () => {
    const { file, certificate } = await signLogged(byForger);
    const seenAt = later(60);
    const leaf = entryOf(certificate, later(-5));
    const seal = `seal ${later(1).toISOString()} ${sha256(file).toString('hex')}\n`;
    const all = [...EARLIER, leaf, seal];
    const cosigners = [witness];
    const stateOf = (laterProof: LogProof) => {
      const [signature] = evaluate(file, { witnesses, laterProofs: [laterProof] }).signatures;
      return [signature?.log?.state, signature?.log?.witnesses];
    };
    const seen = ['logged', [{ name: witness.name, seenAt }]];
    for (const index of [4, 5])
      expect(stateOf(await proveIn(all, index, { cosigners, seenAt }))).toEqual(seen);
    const proof = await proveIn(all, 4, { cosigners, seenAt });
    const events = all.with(5, seal.replace('seal', 'events'));
    for (const wrong of [
      await proveIn(all, 3, { cosigners, seenAt }),
      await proveIn(events, 5, { cosigners, seenAt }),
      await proveIn(all, 4, { cosigners: [{ ...witness, key: forged }], seenAt }),
      await proveIn(all, 4, { cosigners, seenAt, key: forged }),
      await proveIn(all.with(4, leaf.replace('14:04', '14:03')), 4, { cosigners, seenAt }),
      { ...proof, proof: proof.proof.toReversed() },
    ])
      expect(stateOf(wrong)).toEqual(['unwitnessed', []]);
  });
});
