import { describe, expect, it } from 'vitest';
import type { Verification, VerifiedSignature } from '../api/wire.ts';
import { answersOf, proofOf, rowsOf } from './verify-state.ts';

const timestamp = {
  time: 100,
  authority: 'Time',
  trusted: true,
  trustedBy: 'this-instance' as const,
  reasons: [],
};
const signature: VerifiedSignature = {
  fieldName: 'One',
  signer: { name: 'Ada', organization: null, emails: [] },
  reason: null,
  claimedTime: 99,
  provenTime: 100,
  integrity: { intact: true, reasons: [] },
  coverage: 'whole-revision',
  sinceSigning: 'allowed-changes',
  changesAfter: [],
  certificate: {
    trusted: true,
    trustedBy: 'this-instance',
    reasons: [],
    revocation: 'good',
    checkedAt: 100,
    checkedAtSource: 'timestamp',
    chain: [],
  },
  timestamp,
  timestampProblem: null,
  level: 'B-LTA',
};

function report(
  document: Partial<Verification['document']> = {},
  signatures: VerifiedSignature[] = [signature],
): Verification {
  return {
    sha256: '',
    size: 1,
    checkedAt: 200,
    document: {
      signatures: signatures.length,
      intact: 'all',
      sinceSigning: 'allowed-changes',
      identity: 'all',
      time: 'all',
      lastCoversWholeFile: true,
      removedSignatures: [],
      unreadableEvidence: 0,
      ...document,
    },
    signatures,
    timestamps: [],
    text: '',
  };
}

const answers = (given: Verification) =>
  Object.fromEntries(
    answersOf(given).map(({ question, tone, sentence }) => [question, `${tone} ${sentence}`]),
  );

describe('answersOf', () => {
  it('answers four questions apart, and never calls our own timestamps a proof of time', () => {
    expect(answers(report())).toEqual({
      who: 'done who_here',
      intact: 'done intact_all',
      after: 'done after_allowed',
      when: 'draft when_here',
    });
  });

  it('knows other authorities from this service', () => {
    const outside = { ...timestamp, trustedBy: 'named-by-operator' as const };
    const certificate = { ...signature.certificate, trustedBy: 'named-by-operator' as const };
    expect(answers(report({}, [{ ...signature, certificate, timestamp: outside }]))).toMatchObject({
      who: 'done who_known',
      when: 'done when_outside',
    });
  });

  it('lets one bad answer change no other', () => {
    expect(answers(report({ sinceSigning: 'changes-not-allowed' }))).toEqual({
      who: 'done who_here',
      intact: 'done intact_all',
      after: 'stopped after_forbidden',
      when: 'draft when_here',
    });
    expect(answers(report({ identity: 'none', time: 'none' }))).toMatchObject({
      who: 'waiting who_none',
      intact: 'done intact_all',
      when: 'waiting when_none',
    });
    expect(
      answers(report({ identity: 'some', time: 'some', intact: 'some', sinceSigning: 'broken' })),
    ).toEqual({
      who: 'waiting who_some',
      intact: 'stopped intact_some',
      after: 'stopped after_broken',
      when: 'waiting when_some',
    });
    expect(answers(report({ intact: 'none', removedSignatures: ['Two'] }))).toMatchObject({
      intact: 'stopped intact_none',
      after: 'stopped after_removed',
    });
  });

  it('puts a revoked certificate before everything else that is known of it', () => {
    const certificate = { ...signature.certificate, trusted: false, revocation: 'revoked' as const };
    expect(answers(report({ identity: 'none' }, [{ ...signature, certificate }])).who).toBe(
      'stopped who_revoked',
    );
  });
});

describe('one signature', () => {
  it('has a tone for each of its answers', () => {
    const tones = (changes: Partial<VerifiedSignature>) =>
      rowsOf({ ...signature, ...changes }).map(({ tone }) => tone);
    expect(tones({})).toEqual(['draft', 'done', 'done', 'done', 'draft']);
    const outside = { ...timestamp, trustedBy: 'named-by-operator' as const };
    expect(tones({ timestamp: outside })[0]).toBe('done');
    expect(tones({ coverage: 'partial', sinceSigning: 'broken', level: null })).toEqual([
      'draft',
      'stopped',
      'stopped',
      'done',
      'stopped',
    ]);
    const certificate = { ...signature.certificate, trusted: false, trustedBy: null };
    expect(tones({ certificate, provenTime: null })).toEqual(['waiting', 'done', 'done', 'waiting', 'draft']);
  });

  it('names the timestamp that proves its time, and no other', () => {
    expect(proofOf(signature)).toBe(timestamp);
    expect(proofOf({ ...signature, provenTime: 90 })).toBeNull();
    expect(proofOf({ ...signature, timestamp: { ...timestamp, trusted: false } })).toBeNull();
  });
});
