import type { Verification, VerifiedSignature, VerifiedTimestamp } from '../api/wire.ts';
import type { StateTone } from '../ui/state-badge.tsx';

/** The answer to one question about a document; there is no combined verdict. */
export type Answer = {
  question: 'who' | 'intact' | 'after' | 'when';
  tone: StateTone;
  /** The text key of the sentence. */
  sentence: string;
  values?: Record<string, string>;
};

export function answersOf(report: Verification): Answer[] {
  return [
    { question: 'who', ...identityOf(report) },
    { question: 'intact', ...integrityOf(report) },
    { question: 'after', ...changesOf(report) },
    { question: 'when', ...timeOf(report) },
  ];
}

type AnswerBody = Omit<Answer, 'question'>;

function identityOf({ document, signatures }: Verification): AnswerBody {
  if (signatures.some(({ certificate }) => certificate.revocation === 'revoked'))
    return { tone: 'stopped', sentence: 'who_revoked' };
  if (document.identity === 'all') {
    const isOurs = signatures.every(({ certificate }) => certificate.trustedBy === 'this-instance');
    return { tone: 'done', sentence: isOurs ? 'who_here' : 'who_known' };
  }
  return { tone: 'waiting', sentence: document.identity === 'some' ? 'who_some' : 'who_none' };
}

function integrityOf({ document }: Verification): AnswerBody {
  if (document.intact === 'all') return { tone: 'done', sentence: 'intact_all' };
  return { tone: 'stopped', sentence: document.intact === 'some' ? 'intact_some' : 'intact_none' };
}

function changesOf({ document }: Verification): AnswerBody {
  const { removedSignatures, sinceSigning } = document;
  if (removedSignatures.length > 0)
    return { tone: 'stopped', sentence: 'after_removed', values: { fields: removedSignatures.join(', ') } };
  if (sinceSigning === 'unchanged') return { tone: 'done', sentence: 'after_unchanged' };
  if (sinceSigning === 'allowed-changes') return { tone: 'done', sentence: 'after_allowed' };
  return {
    tone: 'stopped',
    sentence: sinceSigning === 'changes-not-allowed' ? 'after_forbidden' : 'after_broken',
  };
}

/** Valid timestamps of this instance are distinguished: they are no third party's statement of time. */
function timeOf({ document, signatures, timestamps }: Verification): AnswerBody {
  if (document.time === 'none') return { tone: 'waiting', sentence: 'when_none' };
  if (document.time === 'some') return { tone: 'waiting', sentence: 'when_some' };
  const hasOutside = (signature: VerifiedSignature): boolean =>
    [signature.timestamp, ...timestamps].some((one) => one?.trustedBy === 'named-by-operator');
  return signatures.every(hasOutside)
    ? { tone: 'done', sentence: 'when_outside' }
    : { tone: 'draft', sentence: 'when_here' };
}

export type Row = {
  name: 'time' | 'intact' | 'after' | 'identity' | 'level';
  tone: StateTone;
};

/** The rows of a signature's report with their tones; texts are composed where they are shown. */
export function rowsOf(signature: VerifiedSignature): Row[] {
  const { integrity, coverage, sinceSigning, certificate, provenTime, level } = signature;
  const isWhole = integrity.intact && coverage !== 'partial';
  const isCalm = sinceSigning === 'unchanged' || sinceSigning === 'allowed-changes';
  const isOurWord = proofOf(signature)?.trustedBy === 'this-instance';
  const isRevoked = certificate.revocation === 'revoked';
  return [
    { name: 'time', tone: provenTime === null ? 'waiting' : isOurWord ? 'draft' : 'done' },
    { name: 'intact', tone: isWhole ? 'done' : 'stopped' },
    { name: 'after', tone: isCalm ? 'done' : 'stopped' },
    { name: 'identity', tone: certificate.trusted ? 'done' : isRevoked ? 'stopped' : 'waiting' },
    { name: 'level', tone: level === null ? 'stopped' : 'draft' },
  ];
}

/** The signature's own timestamp where it is what proves the signing time, else null. */
export function proofOf(signature: VerifiedSignature): VerifiedTimestamp | null {
  const { timestamp, provenTime } = signature;
  return timestamp?.trusted && timestamp.time === provenTime ? timestamp : null;
}

export const SINCE_KEYS = {
  unchanged: 'since_unchanged',
  'allowed-changes': 'since_allowed',
  'changes-not-allowed': 'since_forbidden',
  broken: 'since_broken',
} as const;

export const COVERAGE_KEYS = {
  'whole-file': 'coversAll',
  'whole-revision': 'coversRevision',
  partial: 'coversPart',
} as const;
