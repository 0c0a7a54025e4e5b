import type { Verification, VerifiedSignature, VerifiedTimestamp } from '../api/wire.ts';
import type { StateTone } from '../ui/state-badge.tsx';

/** A sentence with its tone. */
export type Answer = {
  tone: StateTone;
  /** The text key of the sentence. */
  sentence: string;
  values?: Record<string, string>;
};

/** The document in one sentence and one colour. Green only where also who signed is known. */
export function verdictOf(report: Verification): Answer {
  const { state, reason } = report.verdict;
  if (state === 'not-signed') return { tone: 'draft', sentence: 'verdict_none' };
  if (state === 'as-signed') return signedVerdictOf(report);
  if (state === 'damaged') return { tone: 'waiting', sentence: 'verdict_repaired' };
  if (reason === 'damaged' && report.signatures.length === 0)
    return { tone: 'waiting', sentence: 'verdict_unreadable' };
  const isAlarm = state === 'not-logged' || (state === 'changed' && reason !== 'added');
  return { tone: isAlarm ? 'stopped' : 'waiting', sentence: `verdict_${reason}` };
}

function signedVerdictOf({ document, signatures }: Verification): Answer {
  if (signatures.some(isRevoked)) return { tone: 'waiting', sentence: 'verdict_revoked' };
  if (signatures.some(isOfSandbox)) return { tone: 'waiting', sentence: 'verdict_sandbox' };
  return document.identity === 'all'
    ? { tone: 'done', sentence: 'verdict_intact' }
    : { tone: 'waiting', sentence: 'verdict_stranger' };
}

/** Whether the names are those of people who signed what the file shows: green only where the file is as signed. */
export function identityOf(report: Verification): Answer {
  const { document, signatures, verdict } = report;
  if (signatures.some(isRevoked)) return { tone: 'stopped', sentence: 'who_revoked' };
  if (signatures.some(isOfSandbox)) return { tone: 'waiting', sentence: 'who_sandbox' };
  if (verdict.state === 'not-logged') return { tone: 'stopped', sentence: 'who_not-logged' };
  if (verdict.reason === 'unwitnessed') return { tone: 'waiting', sentence: 'who_unwitnessed' };
  if (verdictOf(report).tone === 'stopped') return { tone: 'stopped', sentence: 'who_changed' };
  if (document.identity === 'all') {
    if (verdict.state !== 'as-signed') return { tone: 'waiting', sentence: 'who_unsure' };
    const isOurs = signatures.every(({ certificate }) => certificate.trustedBy === 'this-instance');
    return { tone: 'done', sentence: isOurs ? identifiedHere(signatures) : 'who_known' };
  }
  return { tone: 'waiting', sentence: document.identity === 'some' ? 'who_some' : 'who_none' };
}

/** How sure our own certificates are: as sure as how their holders were identified. */
function identifiedHere(signatures: readonly VerifiedSignature[]): string {
  const ways = new Set(
    signatures.map(({ reached, signer }) => {
      // The seal of an organization is of no person; other certificates without a policy are of the mailed link alone.
      return reached?.identification ?? (signer.organization === null ? 'mailbox' : 'organization');
    }),
  );
  const [way] = ways;
  return ways.size === 1 && !/^(in-person|embedded)-/.test(way ?? '')
    ? `who_here_${way}`
    : 'who_here_various';
}

function isOfSandbox({ certificate, qualified }: VerifiedSignature): boolean {
  return certificate.trustedBy === 'sandbox' || qualified?.state === 'sandbox';
}

function isRevoked({ certificate }: VerifiedSignature): boolean {
  return certificate.revocation === 'revoked';
}

/** What came after the signatures: a general sentence, and the changes that decided the verdict. */
export function laterOf({ verdict, document, signatures }: Verification): Answer & { changes: string[] } {
  const { removedSignatures: fields } = document;
  if (fields.length > 0)
    return { tone: 'stopped', sentence: 'after_removed', values: { fields: fields.join(', ') }, changes: [] };
  const isAdded = verdict.reason === 'added';
  const shown = signatures.flatMap((signature) =>
    isAdded ? shownAdditions(signature) : changesOf(signature).filter(isNotable),
  );
  // What was written and what shows are often one change; the report of the signature has both.
  const written = shown.filter(({ kind }) => kind !== 'shown');
  const changes = [...new Set((written.length > 0 ? written : shown).map(({ sentence }) => sentence))];
  switch (document.sinceSigning) {
    case 'unchanged':
      return { tone: 'done', sentence: 'after_unchanged', changes };
    case 'allowed-changes':
      return {
        tone: isAdded ? 'waiting' : 'done',
        sentence: isAdded ? 'after_added' : 'after_allowed',
        changes,
      };
    case 'changes-not-allowed':
      return { tone: 'stopped', sentence: 'after_forbidden', changes };
    case 'unknown': {
      const isDamaged = verdict.state === 'damaged';
      return { tone: 'waiting', sentence: isDamaged ? 'after_repaired' : 'after_unknown', changes };
    }
    default:
      return { tone: 'stopped', sentence: 'after_broken', changes };
  }
}

/** What does not show the same everywhere, in sentences: the first few. */
export function facesOf({ document }: Verification): string[] {
  return document.twoFaced.slice(0, FACES_SHOWN).map(({ sentence }) => sentence);
}

const FACES_SHOWN = 3;

/** What was compared as it is shown, beside what is written; null where nothing followed a signature. */
export function comparedOf({ document, signatures }: Verification): Omit<Answer, 'tone'> | null {
  const { shown } = document;
  if (!shown) return signatures.some(({ changesAfter }) => changesAfter.length > 0) ? WRITTEN_ONLY : null;
  const { pages, of } = shown;
  if (pages === of) return { sentence: 'compared_all' };
  return { sentence: 'compared_some', values: { pages: String(pages), of: String(of) } };
}

const WRITTEN_ONLY = { sentence: 'compared_none' };

type LaterChange = VerifiedSignature['changesAfter'][number]['changes'][number];

/** What is not allowed, and another value where one was signed, even by a confirmed signer. */
function isNotable({ allowed, oldValue }: LaterChange): boolean {
  return !allowed || oldValue !== null;
}

/** What shows and came later, and no confirmed signer answers for; or another value where one was signed. */
function shownAdditions({ permits, changesAfter }: VerifiedSignature): LaterChange[] {
  return changesAfter.flatMap(({ changes, confirmedBy }) =>
    changes.filter(({ kind, oldValue, covers, share }) => {
      if (kind === 'annotation' || covers === true) return true;
      if (kind === 'form-fill') return confirmedBy === null || (permits === null && oldValue !== null);
      return kind === 'field-added' && confirmedBy === null && share !== null && share > 0;
    }),
  );
}

function changesOf({ changesAfter }: VerifiedSignature): LaterChange[] {
  return changesAfter.flatMap(({ changes }) => changes);
}

/** Valid timestamps of this instance are distinguished: they are no third party's statement of time. */
export function timeOf({ document, signatures, timestamps }: Verification): Answer {
  if (document.time === 'none') return { tone: 'waiting', sentence: 'when_none' };
  if (document.time === 'some') return { tone: 'waiting', sentence: 'when_some' };
  const hasOutside = (signature: VerifiedSignature): boolean =>
    [signature.timestamp, ...timestamps].some((one) => one && OUTSIDE.has(one.trustedBy));
  return signatures.every(hasOutside)
    ? { tone: 'done', sentence: 'when_outside' }
    : { tone: 'draft', sentence: 'when_here' };
}

const OUTSIDE: ReadonlySet<string | null> = new Set(['named-by-operator', 'named-by-organization']);

/** A press and its timestamp: the check before the last press may be open for a minute, and clocks differ. */
const ONE_MOMENT_SECONDS = 300;

export type SigningTime = {
  seconds: number;
  /** Whether a timestamp proves it. */
  isProven: boolean;
};

/** The one time to show for a signature: the proven one, unless it came later than the signer's claim. */
export function signingTimeOf({ claimedTime, provenTime }: VerifiedSignature): SigningTime | null {
  const isOne =
    provenTime !== null && (claimedTime === null || Math.abs(provenTime - claimedTime) <= ONE_MOMENT_SECONDS);
  if (isOne) return { seconds: provenTime, isProven: true };
  return claimedTime === null ? null : { seconds: claimedTime, isProven: false };
}

export type Row = {
  name: 'time' | 'intact' | 'after' | 'identity' | 'log' | 'level' | 'form' | 'qualified';
  tone: StateTone;
};

/** The rows of a signature's report with their tones; texts are composed where they are shown. */
export function rowsOf(signature: VerifiedSignature): Row[] {
  const { provenTime, level, reached, qualified, log } = signature;
  const isOurWord = proofOf(signature)?.trustedBy === 'this-instance';
  return [
    { name: 'time', tone: provenTime === null ? 'waiting' : isOurWord ? 'draft' : 'done' },
    { name: 'intact', tone: integrityTone(signature) },
    { name: 'after', tone: isAddedTo(signature) ? 'waiting' : SINCE_TONES[signature.sinceSigning] },
    { name: 'identity', tone: identityTone(signature) },
    ...(log ? [{ name: 'log', tone: log.seenBy.length > 0 ? 'done' : LOG_TONES[log.state] } as const] : []),
    ...(reached ? [{ name: 'level', tone: 'draft' } as const] : []),
    { name: 'form', tone: level === null ? 'waiting' : 'draft' },
    ...(qualified ? [{ name: 'qualified', tone: QUALIFIED_TONES[qualified.state] } as const] : []),
  ];
}

/** Whether what it allows shows, and is more than was signed. */
export function isAddedTo(signature: VerifiedSignature): boolean {
  return signature.sinceSigning === 'allowed-changes' && shownAdditions(signature).length > 0;
}

function identityTone(signature: VerifiedSignature): StateTone {
  const isGrave = isRevoked(signature) || signature.log?.state === 'not-logged';
  if (!signature.certificate.trusted) return isGrave ? 'stopped' : 'waiting';
  return isOfSandbox(signature) ? 'waiting' : fileToneOf(signature);
}

/** Whether the signature is for what the file shows now; where it is not, its certificate confirms nothing of that. */
export function fileToneOf(signature: VerifiedSignature): 'done' | 'waiting' | 'stopped' {
  const tones = [integrityTone(signature), SINCE_TONES[signature.sinceSigning]];
  return (['stopped', 'waiting'] as const).find((tone) => tones.includes(tone)) ?? 'done';
}

/** What no other has seen is the word of the service alone. */
const LOG_TONES = {
  logged: 'draft',
  'not-demanded': 'draft',
  unwitnessed: 'waiting',
  'not-logged': 'stopped',
} as const satisfies Record<NonNullable<VerifiedSignature['log']>['state'], StateTone>;

const QUALIFIED_TONES = {
  confirmed: 'done',
  'not-confirmed': 'waiting',
  sandbox: 'waiting',
} as const satisfies Record<NonNullable<VerifiedSignature['qualified']>['state'], StateTone>;

function integrityTone({ integrity, coverage }: VerifiedSignature): 'done' | 'waiting' | 'stopped' {
  if (integrity.state === 'weak' || integrity.state === 'unknown') return 'waiting';
  return integrity.intact && coverage !== 'partial' ? 'done' : 'stopped';
}

/** The signature's own timestamp where it is what proves the signing time, else null. */
export function proofOf(signature: VerifiedSignature): VerifiedTimestamp | null {
  const { timestamp, provenTime } = signature;
  return timestamp?.trusted && timestamp.time === provenTime ? timestamp : null;
}

export const INTEGRITY_KEYS = {
  intact: 'isIntact',
  weak: 'isWeak',
  unknown: 'isUnknown',
  changed: 'isBroken',
} as const;

const SINCE_TONES = {
  unchanged: 'done',
  'allowed-changes': 'done',
  unknown: 'waiting',
  'changes-not-allowed': 'stopped',
  broken: 'stopped',
} as const satisfies Record<VerifiedSignature['sinceSigning'], StateTone>;

export const SINCE_KEYS = {
  unchanged: 'since_unchanged',
  'allowed-changes': 'since_allowed',
  unknown: 'since_unknown',
  'changes-not-allowed': 'since_forbidden',
  broken: 'since_broken',
} as const;

export const COVERAGE_KEYS = {
  'whole-file': 'coversAll',
  'whole-revision': 'coversRevision',
  partial: 'coversPart',
} as const;
