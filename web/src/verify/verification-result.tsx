import type { ReactNode } from 'react';
import type { Verification } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { formatBytes } from '../ui/format-time.ts';
import { TimeText } from '../ui/time-text.tsx';
import { Disclosure } from './disclosure.tsx';
import { ShortAnswers } from './short-answers.tsx';
import { SignatureReport } from './signature-report.tsx';
import { TimestampReport } from './timestamp-report.tsx';
import { VerdictPanel } from './verdict-panel.tsx';
import { verdictOf } from './verify-state.ts';

/** The verdict, short answers, then a report per signature and timestamp, then file details. */
export function VerificationResult({ report, action }: { report: Verification; action: ReactNode }) {
  const t = useText('verify');
  const { signatures, timestamps } = report;
  const verdict = verdictOf(report);
  const signers = new Map(
    signatures.map(({ fieldName, signer }) => [fieldName, signer.name ?? t('unnamed')]),
  );
  return (
    <>
      <VerdictPanel tone={verdict.tone} sentence={t(verdict.sentence)}>
        <p>{t(`${verdict.sentence}_lead`)}</p>
        {report.erased && (
          <p className="mt-1">
            {t(report.erased.sealed ? 'erasedSealed' : 'erasedUpload')}{' '}
            <TimeText seconds={report.erased.date} />
          </p>
        )}
      </VerdictPanel>
      {signatures.length > 0 && <ShortAnswers report={report} />}
      {action}
      {signatures.length + timestamps.length > 0 && (
        <section aria-labelledby="reports-heading">
          <h3 id="reports-heading" className="mb-3 text-16 font-semibold">
            {t('reports')}
          </h3>
          <ol className="flex flex-col gap-4">
            {signatures.map((signature, index) => (
              <SignatureReport
                key={signature.fieldName}
                signature={signature}
                order={index + 1}
                count={signatures.length}
                signers={signers}
              />
            ))}
            {timestamps.map((timestamp) => (
              <TimestampReport key={timestamp.fieldName} timestamp={timestamp} />
            ))}
          </ol>
        </section>
      )}
      <FileDetails report={report} />
    </>
  );
}

function FileDetails({ report }: { report: Verification }) {
  const t = useText('verify');
  return (
    <Disclosure summary={t('details')} className="rounded-paper border border-line bg-surface px-4 py-1">
      <div className="flex flex-col gap-4 border-t border-line py-4">
        <dl className="grid gap-x-6 gap-y-2 text-14 md:grid-cols-[12rem_1fr]">
          <dt className="text-muted">{t('fingerprint')}</dt>
          <dd className="font-mono break-all">{report.sha256}</dd>
          <dt className="text-muted">{t('size')}</dt>
          <dd>{formatBytes(report.size, currentLanguage())}</dd>
          <dt className="text-muted">{t('checked')}</dt>
          <dd>
            <TimeText seconds={report.checkedAt} />
          </dd>
        </dl>
        <pre
          dir="auto"
          className="overflow-x-auto rounded-paper bg-wash p-3 font-mono text-13 whitespace-pre-wrap"
        >
          {report.text}
        </pre>
      </div>
    </Disclosure>
  );
}
