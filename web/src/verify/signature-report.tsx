import type { VerifiedSignature } from '../api/wire.ts';
import { currentLanguage, type TextOf, useText } from '../text/start-text.ts';
import { formatMoment } from '../ui/format-time.ts';
import { TimeText } from '../ui/time-text.tsx';
import { AnswerText } from './answer-text.tsx';
import { Disclosure } from './disclosure.tsx';
import { LaterChanges } from './later-changes.tsx';
import {
  fileToneOf,
  INTEGRITY_KEYS,
  isAddedTo,
  proofOf,
  type Row,
  rowsOf,
  SINCE_KEYS,
  signingTimeOf,
} from './verify-state.ts';

type ReportProps = {
  signature: VerifiedSignature;
  order: number;
  count: number;
  /** Signer names by field name. */
  signers: ReadonlyMap<string, string>;
};

/** The report on one signature: signer, and one row per check. */
export function SignatureReport({ signature, order, count, signers }: ReportProps) {
  const t = useText('verify');
  const { signer, changesAfter, reason } = signature;
  const isSeal = signature.qualified?.purpose === 'seal';
  return (
    <li className="rounded-paper border border-line bg-surface p-4 md:p-5">
      <p className="text-13 text-muted">{t('signatureOf', { order, count })}</p>
      <h4 dir="auto" className="text-16 font-semibold">
        {isSeal
          ? t('sealed', { name: signer.organization ?? signer.name ?? t('unnamed') })
          : t('signed', { name: signer.name ?? t('unnamed') })}
      </h4>
      <p dir="auto" className="text-14 text-muted">
        {[signer.organization, ...signer.emails].filter((text) => text !== null).join(' · ')}
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-3 md:grid-cols-[8rem_1fr]">
        {rowsOf(signature).map((row) => (
          <div key={row.name} className="contents">
            <dt className="text-14 text-muted md:pt-0.5">{t(`row.${row.name}`)}</dt>
            <dd className="-mt-2 md:mt-0">
              <AnswerText tone={row.tone}>
                {sentencesOf(t, row, signature).map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </AnswerText>
            </dd>
          </div>
        ))}
        {reason !== null && (
          <div className="contents">
            <dt className="text-14 text-muted">{t('reason')}</dt>
            <dd dir="auto" className="-mt-2 md:mt-0">
              {reason}
            </dd>
          </div>
        )}
      </dl>
      {changesAfter.length > 0 && <LaterChanges revisions={changesAfter} signers={signers} />}
      <Certificates signature={signature} />
    </li>
  );
}

function sentencesOf(t: TextOf, { name }: Row, signature: VerifiedSignature): string[] {
  switch (name) {
    case 'time':
      return timeSentences(t, signature);
    case 'intact': {
      const { integrity, coverage } = signature;
      const isWhole = coverage !== 'partial';
      const reasons = integrity.intact ? [] : integrity.reasons;
      return [
        t(INTEGRITY_KEYS[integrity.state]),
        ...reasons,
        ...(isWhole || !integrity.intact ? [] : [t('isPartial')]),
      ];
    }
    case 'after':
      return [t(isAddedTo(signature) ? 'since_added' : SINCE_KEYS[signature.sinceSigning])];
    case 'identity':
      return [
        ...(fileToneOf(signature) === 'done' ? [] : [t('namesSignedOnly')]),
        ...identitySentences(t, signature),
      ];
    case 'log':
      return logSentences(t, signature);
    case 'qualified':
      return qualifiedSentences(t, signature);
    case 'level':
      return levelSentences(signature);
    case 'form':
      return [t(`form_${signature.level ?? 'none'}`), indicationOf(signature)];
  }
}

/** What the level is, how the signer was identified, who held the key, and the weakest link. */
function levelSentences({ reached }: VerifiedSignature): string[] {
  return reached ? [reached.sentence] : [];
}

function indicationOf({ indication: { main, sub } }: VerifiedSignature): string {
  return `EN 319 102-1: ${sub === null ? main : `${main} / ${sub}`}`;
}

function timeSentences(t: TextOf, signature: VerifiedSignature): string[] {
  const { claimedTime, provenTime, timestamp, timestampProblem } = signature;
  const moment = (seconds: number): string => formatMoment(seconds, currentLanguage());
  const proof = proofOf(signature);
  const authority = proof?.authority ?? t('issuerUnknown');
  const problems = [...(timestampProblem === null ? [] : [timestampProblem]), ...(timestamp?.reasons ?? [])];
  const shown = signingTimeOf(signature);
  const word = proof?.trustedBy === 'this-instance' ? 'signedHere' : 'signedOutside';
  if (proof && shown?.isProven) return [t(word, { time: moment(shown.seconds), authority })];
  return [
    claimedTime === null ? t('claimedNone') : t('claimed', { time: moment(claimedTime) }),
    ...(provenTime === null
      ? []
      : [t(proof ? 'proven' : 'provenLater', { time: moment(provenTime), authority })]),
    ...(problems.length > 0 ? [t('timestampBad', { reasons: problems.join(' ') })] : []),
  ];
}

function identitySentences(t: TextOf, { certificate, signer, log }: VerifiedSignature): string[] {
  const issuer = certificate.chain[0]?.issuer ?? t('issuerUnknown');
  const revocation = t(`revocation_${certificate.revocation}`);
  if (!certificate.trusted) {
    // The log has a row of its own.
    const reasons = certificate.reasons.filter((reason) => reason !== log?.sentence).join(' ');
    return [
      ...(log?.state === 'not-logged' ? [t('who_not-logged')] : []),
      t('untrusted', { issuer, reasons }),
      revocation,
    ];
  }
  const email = signer.emails[0];
  if (certificate.trustedBy === 'sandbox') return [t('trustedSandbox'), revocation];
  if (certificate.trustedBy === 'named-by-organization')
    return [t('trustedOrganization', { issuer }), revocation];
  if (certificate.trustedBy === 'this-instance' && signer.organization !== null)
    return [t('trustedSeal', { organization: signer.organization }), revocation];
  return certificate.trustedBy === 'this-instance' && email
    ? [t('trustedHere', { email }), revocation]
    : [t('trustedKnown', { issuer }), revocation];
}

function logSentences(t: TextOf, { log }: VerifiedSignature): string[] {
  return log ? [t(`log_${log.state}`), ...seenSentences(t, log), ...log.reasons] : [];
}

function seenSentences(t: TextOf, { state, seenBy }: NonNullable<VerifiedSignature['log']>): string[] {
  if (state !== 'logged') return [];
  if (seenBy.length === 0) return [t('seenByNone')];
  const last = Math.max(...seenBy.map(({ seenAt }) => seenAt));
  const names = seenBy.map(({ name }) => name).join(', ');
  return [t('seenBy', { count: seenBy.length, time: formatMoment(last, currentLanguage()), names })];
}

function qualifiedSentences(t: TextOf, { qualified }: VerifiedSignature): string[] {
  if (!qualified) return [];
  const { state, purpose, reasons } = qualified;
  const isSeal = purpose === 'seal' && state === 'confirmed';
  return [t(isSeal ? 'qualified_seal' : `qualified_${state}`), ...reasons];
}

function Certificates({ signature }: { signature: VerifiedSignature }) {
  const t = useText('verify');
  const { chain } = signature.certificate;
  if (chain.length === 0) return null;
  return (
    <Disclosure summary={t('certificates')}>
      <ol className="flex flex-col gap-3 border-s-2 border-line ps-4 text-14">
        {chain.map(({ name, organization, issuer, serial, validFrom, validUntil }) => (
          <li key={`${serial} ${name}`}>
            <p dir="auto" className="font-medium">
              {[name ?? t('unnamed'), organization].filter((text) => text !== null).join(', ')}
            </p>
            <p className="text-muted">
              {t('issuedBy', { issuer: issuer ?? t('issuerUnknown') })} · {t('validFrom')}{' '}
              <TimeText seconds={validFrom} /> {t('validUntil')} <TimeText seconds={validUntil} />
            </p>
            <p className="font-mono text-13 text-muted break-all">{t('serial', { serial })}</p>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
