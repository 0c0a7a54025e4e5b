import type { Verification } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { TimeText } from '../ui/time-text.tsx';
import { AnswerText } from './answer-text.tsx';
import { Disclosure } from './disclosure.tsx';
import { SignatureReport } from './signature-report.tsx';
import { TimestampReport } from './timestamp-report.tsx';
import { answersOf } from './verify-state.ts';

/** Four short answers, then a report per signature and timestamp, then file details. */
export function VerificationResult({ report }: { report: Verification }) {
  const t = useText('verify');
  const { signatures, timestamps } = report;
  const signers = new Map(
    signatures.map(({ fieldName, signer }) => [fieldName, signer.name ?? t('unnamed')]),
  );
  return (
    <>
      {signatures.length === 0 ? (
        <Banner tone="info" title={t('none')}>
          <p>{t('noneLead')}</p>
        </Banner>
      ) : (
        <ShortAnswers report={report} />
      )}
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

function ShortAnswers({ report }: { report: Verification }) {
  const t = useText('verify');
  const names = report.signatures.map(({ signer }) => signer.name ?? t('unnamed')).join(', ');
  return (
    <section aria-labelledby="answers-heading">
      <h3 id="answers-heading" className="sr-only">
        {t('answers')}
      </h3>
      <dl className="grid overflow-hidden rounded-paper border border-line bg-surface md:grid-cols-2">
        {answersOf(report).map(({ question, tone, sentence, values }) => (
          <div key={question} className="border-b border-line p-4 md:p-5">
            <dt className="text-14 text-muted">{t(question)}</dt>
            <dd className="mt-1">
              {question === 'who' && (
                <p dir="auto" className="font-medium">
                  {names}
                </p>
              )}
              <AnswerText tone={tone}>{t(sentence, values)}</AnswerText>
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
