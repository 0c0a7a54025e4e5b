import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { currentLanguage, onLanguageChange, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Announcer } from './announcer.tsx';
import { BrandShown } from './brand.tsx';
import { followRecipient } from './languages.ts';
import { moduleHook } from './module-hook.ts';
import { OpenSigning } from './open-signing.tsx';
import { createSigningApi, linkIn, type SigningApi } from './signing-api.ts';
import type { SigningError } from './signing-error.ts';
import { SigningFrame } from './signing-frame.tsx';
import type { SigningView } from './signing-view.ts';
import { StageLoader } from './stage-loader.tsx';
import { type Loading, useSigningView } from './use-signing-view.ts';

/** The page of the link in the address, or of what another one reads: a trial, or a frame. */
export function SigningPage({ givenApi }: { givenApi?: SigningApi }) {
  const api = useMemo(
    () => givenApi ?? createSigningApi({ link: linkIn(location.pathname), language: currentLanguage }),
    [givenApi],
  );
  useReportOpened(api);
  return (
    <Announcer>
      <SigningStates api={api} />
    </Announcer>
  );
}

function SigningStates({ api }: { api: SigningApi }) {
  const page = useSigningView(api);
  const { loading } = page;
  return (
    <BrandShown view={loading.kind === 'ready' ? loading.view : null}>
      {loading.kind === 'ready' && loading.view.hosted !== null && <HostedPart view={loading.view} />}
      <SigningState api={api} page={page} />
    </BrandShown>
  );
}

function SigningState({ api, page }: { api: SigningApi; page: ReturnType<typeof useSigningView> }) {
  const { loading, setView, reload, retry, act } = page;
  useLanguageChange(reload);
  useRecipientLanguage(loading);
  if (loading.kind === 'loading') {
    return (
      <main className="page-column pt-24">
        <Skeleton lines={6} />
      </main>
    );
  }
  if (loading.kind === 'error') {
    if (loading.error.kind === 'unknown')
      return <StageLoader>{({ UnknownPage }) => <UnknownPage />}</StageLoader>;
    return <ErrorPage error={loading.error} onRetry={retry} />;
  }
  const { view, isElsewhere, isHere } = loading;
  if (view.state !== 'open' && view.hosted?.way === 'device') return <HostedPart view={view} isEnd />;
  if (view.state === 'open') {
    return <OpenSigning api={api} view={view} onView={setView} onAct={act} onReload={reload} />;
  }
  return (
    <StageLoader>
      {({ EndPage }) => (
        <EndPage view={view} isElsewhere={isElsewhere} isHere={isHere} onCheckAgain={reload} />
      )}
    </StageLoader>
  );
}

const useHosted = moduleHook(() => import('./hosted-parts.tsx'));

/** What a host who handed the page over adds to it. */
function HostedPart({ view, isEnd = false }: { view: SigningView; isEnd?: boolean }) {
  const { module } = useHosted(true);
  if (module === null) return null;
  return isEnd ? <module.HostedEnd view={view} /> : <module.HostedLine view={view} />;
}

/** The consent text comes from the server: reload it when the language changes. */
function useLanguageChange(reload: () => Promise<void>): void {
  useEffect(() => onLanguageChange(() => void reload()), [reload]);
}

/** The language in which a person has agreed, also on the next device; before that, the one that the sender chose. */
function useRecipientLanguage(loading: Loading): void {
  const language = loading.kind === 'ready' ? languageOf(loading.view) : null;
  useEffect(() => {
    if (language !== null && language !== currentLanguage()) void followRecipient(language);
  }, [language]);
}

function languageOf({ consent, recipient }: SigningView): string | null {
  return consent.given ? consent.language : recipient.language;
}

/** Reports the link as opened on the first input event: mail scanners run pages, but neither click nor type. */
function useReportOpened(api: SigningApi): void {
  useEffect(() => {
    const onAct = (event: Event) => {
      if (!event.isTrusted) return;
      stop();
      api.open().catch(() => undefined);
    };
    const stop = () => {
      document.removeEventListener('pointerdown', onAct, true);
      document.removeEventListener('keydown', onAct, true);
    };
    document.addEventListener('pointerdown', onAct, true);
    document.addEventListener('keydown', onAct, true);
    return stop;
  }, [api]);
}

/** The page could not be loaded: what happened, what is safe, what to do, and the number to quote. */
function ErrorPage({ error, onRetry }: { error: SigningError; onRetry: () => void }) {
  const t = useText('signing');
  const ui = useText('ui');
  const kind = error.kind === 'offline' || error.kind === 'busy' ? error.kind : 'server';
  return (
    <SigningFrame
      title={t(`errorPage.${kind}Title`)}
      above={<CloudOff aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-stopped" />}
    >
      <p className="mt-3 max-w-text text-muted">{t(`errorPage.${kind}`)}</p>
      <Button variant="primary" icon={RefreshCw} onClick={onRetry} className="mt-6">
        {t('errorPage.retry')}
      </Button>
      {error.requestId !== null && (
        <p className="mt-6 font-mono text-13 text-muted">{ui('requestId', { requestId: error.requestId })}</p>
      )}
    </SigningFrame>
  );
}
