import { FileSearch, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/call.ts';
import { checkPdf } from '../dashboard/chosen-files.ts';
import { FileDrop } from '../dashboard/file-drop.tsx';
import { currentLanguage, useText } from '../text/start-text.ts';
import { AppLanguageMenu } from '../ui/app-language-menu.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { useVerification, type VerificationState } from './use-verification.ts';
import { VerdictPanel } from './verdict-panel.tsx';
import { VerificationResult } from './verification-result.tsx';

/** The public verification page: drop a PDF and read what its signatures prove. */
export default function VerifyPage() {
  const t = useText('verify');
  const { state, start, reset } = useVerification();
  const [invalidFile, setInvalidFile] = useState<File | null>(null);
  const choose = (file: File | null) => {
    const isValid = file !== null && checkPdf(file) === null;
    setInvalidFile(isValid ? null : file);
    if (isValid) void start(file);
  };
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col px-4 py-6 md:px-8 md:py-10">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Wordmark />
        <AppLanguageMenu />
      </div>
      <main className="mt-6 flex flex-col gap-4 md:mt-8 md:gap-6">
        {state.phase === 'done' ? (
          <h1 className="sr-only">{t('title')}</h1>
        ) : (
          <PageHeader title={t('title')} lead={t('lead')} />
        )}
        {state.phase === 'failed' && <Failed state={state} />}
        {(state.phase === 'idle' || state.phase === 'failed') && (
          <FileDrop isPdfOnly file={invalidFile} error={undefined} onFile={choose} />
        )}
        {state.phase === 'sending' && <Progress state={state} onStop={reset} />}
        {state.phase === 'done' && <Done state={state} onAnother={reset} />}
        {state.phase !== 'sending' && <OfflineVerifier />}
      </main>
    </div>
  );
}

/** The same check for people who would rather not send a file anywhere, and for when this service is gone. */
function OfflineVerifier() {
  const t = useText('verify');
  return (
    <p className="max-w-text text-14 text-muted">
      {t('offline')}{' '}
      <a href="/paraph-verify.html" download className="text-accent underline">
        {t('offlineLink')}
      </a>
    </p>
  );
}

type Sending = Extract<VerificationState, { phase: 'sending' }>;

function Progress({ state, onStop }: { state: Sending; onStop: () => void }) {
  const t = useText('verify');
  const { name, sent, total } = state;
  const language = currentLanguage();
  const isSent = total > 0 && sent >= total;
  const label = isSent ? t('verifying', { name }) : t('sending', { name });
  return (
    <div className="flex max-w-text flex-col items-start gap-3">
      <p role="status" className="font-medium">
        {label}
      </p>
      <ProgressBar label={label} done={sent} total={total} />
      <p className="text-14 text-muted">
        {t('bytes', { sent: formatBytes(sent, language), total: formatBytes(total, language) })}
      </p>
      <Button icon={Square} onClick={onStop}>
        {t('stop')}
      </Button>
    </div>
  );
}

type FailedState = Extract<VerificationState, { phase: 'failed' }>;

/** A file that the service refuses to read gets a verdict, too; its reason is the service's. */
function Failed({ state: { name, error } }: { state: FailedState }) {
  const t = useText('verify');
  if (!isRefusedFile(error)) return <ErrorBanner error={error} />;
  return (
    <>
      <h2 dir="auto" className="min-w-0 truncate text-16 font-medium">
        {t('resultOf', { name })}
      </h2>
      <VerdictPanel tone="waiting" sentence={t('verdict_unreadable')}>
        <p>{t('verdict_unreadable_lead')}</p>
        <p>{Object.values(error.violations).join(' ')}</p>
      </VerdictPanel>
    </>
  );
}

function isRefusedFile(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'DOCUMENT_NOT_ACCEPTED';
}

type DoneState = Extract<VerificationState, { phase: 'done' }>;

/** Focuses the result, so that keyboard and screen reader continue there. */
function Done({ state, onAnother }: { state: DoneState; onAnother: () => void }) {
  const t = useText('verify');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h2
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="min-w-0 truncate text-16 font-medium outline-none"
      >
        {t('resultOf', { name: state.name })}
      </h2>
      <VerificationResult
        report={state.report}
        action={
          <div>
            <Button icon={FileSearch} onClick={onAnother}>
              {t('another')}
            </Button>
          </div>
        }
      />
    </>
  );
}
