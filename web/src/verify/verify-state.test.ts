import { describe, expect, it } from 'vitest';
import type { Verification, VerifiedSignature } from '../api/wire.ts';
import {
  comparedOf,
  facesOf,
  identityOf,
  laterOf,
  proofOf,
  rowsOf,
  signingTimeOf,
  timeOf,
  verdictOf,
} from './verify-state.ts';

type Change = VerifiedSignature['changesAfter'][number]['changes'][number];

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
  integrity: { intact: true, state: 'intact', reasons: [] },
  coverage: 'whole-revision',
  sinceSigning: 'allowed-changes',
  permits: null,
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
  indication: { main: 'TOTAL-PASSED', sub: null },
  reached: null,
  qualified: null,
  log: null,
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
    erased: null,
    verdict: { state: 'as-signed', reason: 'intact' },
    document: {
      signatures: signatures.length,
      intact: 'all',
      sinceSigning: 'allowed-changes',
      identity: 'all',
      time: 'all',
      lastCoversWholeFile: true,
      removedSignatures: [],
      unreadableEvidence: 0,
      repaired: false,
      shown: null,
      twoFaced: [],
      ...document,
    },
    signatures,
    timestamps: [],
    text: '',
  };
}

const said = (verification: Verification) => {
  const { changes, ...later } = laterOf(verification);
  const all = {
    verdict: verdictOf(verification),
    who: identityOf(verification),
    after: later,
    when: timeOf(verification),
  };
  return Object.fromEntries(
    Object.entries(all).map(([question, { tone, sentence }]) => [question, `${tone} ${sentence}`]),
  );
};
const change = (more: Partial<Change>): Change => ({
  kind: 'content',
  sentence: 'What page 1 shows was changed.',
  allowed: false,
  objection: 'It changes the signed content.',
  page: 1,
  fieldName: null,
  oldValue: null,
  newValue: null,
  displayed: null,
  share: null,
  covers: null,
  ...more,
});
const changedBy = (...changes: Change[]): VerifiedSignature => ({
  ...signature,
  changesAfter: [
    { revision: 1, allowed: changes.every(({ allowed }) => allowed), confirmedBy: null, changes },
  ],
});

describe('the first screen', () => {
  it('answers apart, and never calls our own timestamps a proof of time', () => {
    expect(said(report())).toEqual({
      verdict: 'done verdict_intact',
      who: 'done who_here_mailbox',
      after: 'done after_allowed',
      when: 'draft when_here',
    });
  });

  it('knows other authorities from this service', () => {
    const outside = { ...timestamp, trustedBy: 'named-by-operator' as const };
    const certificate = { ...signature.certificate, trustedBy: 'named-by-operator' as const };
    expect(said(report({}, [{ ...signature, certificate, timestamp: outside }]))).toMatchObject({
      who: 'done who_known',
      when: 'done when_outside',
    });
  });

  it('says of the sandbox that it proves nobody, though every signature fits', () => {
    const certificate = { ...signature.certificate, trustedBy: 'sandbox' as const };
    const qualified = { state: 'sandbox' as const, purpose: 'signature' as const, reasons: [], sentence: '' };
    const sandbox = { ...signature, certificate, qualified };
    expect(said(report({ identity: 'some' }, [signature, sandbox]))).toMatchObject({
      verdict: 'waiting verdict_sandbox',
      who: 'waiting who_sandbox',
    });
    // Elsewhere, where the sandbox is not known, its policy tells.
    const elsewhere = { ...sandbox, certificate: { ...certificate, trusted: false, trustedBy: null } };
    expect(verdictOf(report({ identity: 'none' }, [elsewhere])).sentence).toBe('verdict_sandbox');
    const tones = rowsOf(sandbox).map(({ name, tone }) => `${name} ${tone}`);
    expect(tones).toEqual(expect.arrayContaining(['identity waiting', 'qualified waiting']));
  });

  it('is as sure of a name as its holder was identified, and says of several ways that they differ', () => {
    const by = (identification: 'mailbox' | 'code-sms' | 'passkey'): VerifiedSignature => ({
      ...signature,
      reached: { level: 'advanced', identification, keyHolder: 'browser', weakestLink: '', sentence: '' },
    });
    const who = (...signatures: VerifiedSignature[]) => identityOf(report({}, signatures)).sentence;
    expect(who(by('mailbox'), signature)).toBe('who_here_mailbox');
    expect(who(by('code-sms'), by('code-sms'))).toBe('who_here_code-sms');
    expect(who(by('passkey'))).toBe('who_here_passkey');
    expect(who(by('code-sms'), signature)).toBe('who_here_various');
    // A seal is of an organization: no mailbox showed who a person is.
    const seal = { ...signature, signer: { name: 'Mill', organization: 'Mill', emails: ['a@example.com'] } };
    expect(who(seal)).toBe('who_here_organization');
    expect(who(seal, signature)).toBe('who_here_various');
  });

  it('is green only where the names are confirmed', () => {
    expect(said(report({ identity: 'none', time: 'none' }))).toMatchObject({
      verdict: 'waiting verdict_stranger',
      who: 'waiting who_none',
      when: 'waiting when_none',
    });
    expect(said(report({ identity: 'some', time: 'some' }))).toMatchObject({
      verdict: 'waiting verdict_stranger',
      who: 'waiting who_some',
      when: 'waiting when_some',
    });
    const certificate = { ...signature.certificate, trusted: false, revocation: 'revoked' as const };
    expect(said(report({ identity: 'none' }, [{ ...signature, certificate }]))).toMatchObject({
      verdict: 'waiting verdict_revoked',
      who: 'stopped who_revoked',
    });
  });

  it.each([
    ['changed', 'content', 'changes-not-allowed', 'stopped verdict_content', 'stopped after_forbidden'],
    ['changed', 'bytes', 'broken', 'stopped verdict_bytes', 'stopped after_broken'],
    ['changed', 'uncovered', 'broken', 'stopped verdict_uncovered', 'stopped after_broken'],
    ['changed', 'added', 'allowed-changes', 'waiting verdict_added', 'waiting after_added'],
    ['cannot-be-judged', 'weak', 'unknown', 'waiting verdict_weak', 'waiting after_unknown'],
    ['cannot-be-judged', 'unknown', 'unknown', 'waiting verdict_unknown', 'waiting after_unknown'],
    ['cannot-be-judged', 'damaged', 'unknown', 'waiting verdict_damaged', 'waiting after_unknown'],
    ['damaged', 'damaged', 'unknown', 'waiting verdict_repaired', 'waiting after_repaired'],
    ['not-signed', 'no-signature', null, 'draft verdict_none', 'stopped after_broken'],
  ] as const)('says of a file that is %s (%s) what it is', (state, reason, sinceSigning, verdict, after) => {
    const verification = { ...report({ sinceSigning }), verdict: { state, reason } };
    // No name is green beside a file that is not as it was signed.
    const who = verdict.startsWith('stopped') ? 'stopped who_changed' : 'waiting who_unsure';
    expect(said(verification)).toMatchObject({ verdict, after, who });
  });

  it('warns of a certificate of the service that is not in its log', () => {
    const verification = {
      ...report({ sinceSigning: 'unchanged' }),
      verdict: { state: 'not-logged', reason: 'not-logged' },
    } as const;
    expect(said(verification)).toMatchObject({
      verdict: 'stopped verdict_not-logged',
      who: 'stopped who_not-logged',
    });
  });

  it('says of what is left of a file without a signature that it cannot be read', () => {
    const torn = report({ repaired: true }, []);
    expect(verdictOf({ ...torn, verdict: { state: 'cannot-be-judged', reason: 'damaged' } })).toEqual({
      tone: 'waiting',
      sentence: 'verdict_unreadable',
    });
  });

  it('names what was changed, and of what was added only what shows', () => {
    const forbidden = report({ sinceSigning: 'changes-not-allowed' }, [changedBy(change({}), change({}))]);
    expect(laterOf({ ...forbidden, verdict: { state: 'changed', reason: 'content' } }).changes).toEqual([
      'What page 1 shows was changed.',
    ]);
    const seen = change({ kind: 'shown', sentence: 'Page 1 looks different.' });
    const changesOf = (...changes: Parameters<typeof changedBy>) =>
      laterOf({ ...report({ sinceSigning: 'changes-not-allowed' }, [changedBy(...changes)]) }).changes;
    expect(changesOf(change({}), seen)).toEqual(['What page 1 shows was changed.']);
    expect(changesOf(seen)).toEqual(['Page 1 looks different.']);
    const note = change({ kind: 'annotation', sentence: 'An annotation was added.', allowed: true });
    const data = change({ kind: 'validation-data', sentence: 'Data was added.', allowed: true });
    const added = report({}, [changedBy(note, data)]);
    expect(laterOf({ ...added, verdict: { state: 'changed', reason: 'added' } }).changes).toEqual([
      'An annotation was added.',
    ]);
    const laid = change({ kind: 'field-added', sentence: 'A field was added.', allowed: true, share: 3 });
    const unseen = { ...laid, sentence: 'A field without extent was added.', share: 0 };
    const value = change({ kind: 'form-fill', sentence: '10 became 20.', allowed: true, oldValue: '10' });
    const sentences = (reason: 'added' | 'intact', confirmedBy: string | null) => {
      const later = { revision: 1, allowed: true, confirmedBy, changes: [laid, unseen, value] };
      const verdict = { state: reason === 'added' ? 'changed' : 'as-signed', reason } as const;
      return laterOf({ ...report({}, [{ ...signature, changesAfter: [later] }]), verdict }).changes;
    };
    expect(sentences('added', null)).toEqual(['A field was added.', '10 became 20.']);
    expect(sentences('added', 'Two')).toEqual(['10 became 20.']);
    const amended = {
      ...signature,
      changesAfter: [{ revision: 1, allowed: true, confirmedBy: 'Two', changes: [value] }],
    };
    const toneOf = (one: VerifiedSignature) => rowsOf(one).find(({ name }) => name === 'after')?.tone;
    expect(toneOf(amended)).toBe('waiting');
    expect(toneOf({ ...amended, permits: 2 })).toBe('done');
    // Also where a certification permits it.
    expect(sentences('intact', 'Two')).toEqual(['10 became 20.']);
    expect(laterOf(report({ removedSignatures: ['Two'] }))).toMatchObject({
      sentence: 'after_removed',
      values: { fields: 'Two' },
    });
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
      'stopped',
      'waiting',
    ]);
    const weak = { intact: false, state: 'weak' as const, reasons: ['Short.'] };
    const ofFile = (changes: Partial<VerifiedSignature>) => tones(changes).slice(1, 4);
    expect(ofFile({ integrity: weak, sinceSigning: 'unknown' })).toEqual(['waiting', 'waiting', 'waiting']);
    expect(ofFile({ sinceSigning: 'changes-not-allowed' })).toEqual(['done', 'stopped', 'stopped']);
    const certificate = { ...signature.certificate, trusted: false, trustedBy: null };
    expect(tones({ certificate, provenTime: null })).toEqual(['waiting', 'done', 'done', 'waiting', 'draft']);
  });

  it('names the timestamp that proves its time, and no other', () => {
    expect(proofOf(signature)).toBe(timestamp);
    expect(proofOf({ ...signature, provenTime: 90 })).toBeNull();
    expect(proofOf({ ...signature, timestamp: { ...timestamp, trusted: false } })).toBeNull();
  });

  it('has one time where the press and its timestamp are one moment, and else what was claimed', () => {
    expect(signingTimeOf(signature)).toEqual({ seconds: 100, isProven: true });
    expect(signingTimeOf({ ...signature, claimedTime: null })).toEqual({ seconds: 100, isProven: true });
    expect(signingTimeOf({ ...signature, claimedTime: 100 - 3_600 })).toEqual({
      seconds: 100 - 3_600,
      isProven: false,
    });
    expect(signingTimeOf({ ...signature, claimedTime: null, provenTime: null })).toBeNull();
  });
});

it('names the first three parts that do not show the same everywhere', () => {
  const part = { kind: 'layer', page: 1, displayed: null } as const;
  const twoFaced = ['One.', 'Two.', 'Three.', 'Four.'].map((sentence) => ({ ...part, sentence }));
  expect(facesOf(report({ twoFaced }))).toEqual(['One.', 'Two.', 'Three.']);
  expect(facesOf(report())).toEqual([]);
});

describe('what was compared as it is shown', () => {
  const followed: VerifiedSignature = {
    ...signature,
    changesAfter: [{ revision: 2, allowed: true, confirmedBy: null, changes: [] }],
  };

  it('is every page, the first pages, or only what is written', () => {
    const all = report({ shown: { signatures: 1, pages: 3, of: 3 } }, [followed]);
    expect(comparedOf(all)).toEqual({ sentence: 'compared_all' });
    const some = report({ shown: { signatures: 1, pages: 40, of: 50 } }, [followed]);
    expect(comparedOf(some)).toEqual({ sentence: 'compared_some', values: { pages: '40', of: '50' } });
    expect(comparedOf(report({ shown: null }, [followed]))).toEqual({ sentence: 'compared_none' });
  });

  it('is nothing where nothing followed a signature', () => {
    expect(comparedOf(report({ shown: null }))).toBeNull();
  });
});
