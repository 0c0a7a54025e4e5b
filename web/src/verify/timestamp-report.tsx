import type { Verification } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { TimeText } from '../ui/time-text.tsx';
import { AnswerText } from './answer-text.tsx';
import { COVERAGE_KEYS } from './verify-state.ts';

/** The report on a document timestamp. */
export function TimestampReport({ timestamp }: { timestamp: Verification['timestamps'][number] }) {
  const t = useText('verify');
  const { authority, time, trusted, trustedBy, reasons, coverage } = timestamp;
  const isOurs = trustedBy === 'this-instance';
  return (
    <li className="rounded-paper border border-line bg-surface p-4 md:p-5">
      <h4 dir="auto" className="text-16 font-semibold">
        {t('timestamped', { authority: authority ?? t('issuerUnknown') })}
      </h4>
      {time !== null && (
        <p className="text-14 text-muted">
          <TimeText seconds={time} />
        </p>
      )}
      <div className="mt-3">
        <AnswerText tone={trusted ? (isOurs ? 'draft' : 'done') : 'waiting'}>
          <p>
            {trusted
              ? t(isOurs ? 'timestampHere' : 'timestampKnown')
              : t('timestampUnknown', { reasons: reasons.join(' ') })}
          </p>
          <p>{t(COVERAGE_KEYS[coverage])}</p>
        </AnswerText>
      </div>
    </li>
  );
}
