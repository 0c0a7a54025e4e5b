import { ExternalLink, Link2Off, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { LANGUAGE_NAMES } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import './embedded.css';
import { createEmbeddedApi, type EmbeddedSession, leadLinks, openEmbedded } from './embedded-api.ts';
import { type Bridge, createBridge, followHeight, guardLastPress, originAround } from './embedded-bridge.ts';
import { EmbeddedLine, HeldNotice, TabFirst, tabReason } from './embedded-parts.tsx';
import { useEmbeddedText } from './embedded-texts.ts';
import { showTheme } from './embedded-theme.ts';
import { loadLanguage } from './languages.ts';
import { showBearer } from './link-access.ts';
import { linkIn } from './signing-api.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import { SigningFrame } from './signing-frame.tsx';
import { SigningPage } from './signing-page.tsx';
import type { SigningView } from './signing-view.ts';

type Step =
  | { readonly kind: 'loading' }
  | { readonly kind: 'alone' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: SigningError }
  | { readonly kind: 'open'; readonly session: EmbeddedSession };

/** The page of a recipient in a frame of another product, which is shown there by one session, once. */
export function EmbeddedPage() {
  const [address] = useState(() => ({ id: linkIn(location.pathname), token: location.hash.slice(1) }));
  const [step, setStep] = useState<Step>({ kind: 'loading' });
  const { id, token } = address;
  const origin = step.kind === 'open' ? step.session.origin : originAround();
  const bridge = useMemo(() => createBridge(id, origin), [id, origin]);
  const load = useCallback(() => {
    if (window.parent === window) return setStep({ kind: 'alone' });
    openEmbedded(id, token).then(
      async (session) => {
        showBearer(session.bearer);
        if (session.language !== null) await loadLanguage(session.language).catch(() => undefined);
        setStep({ kind: 'open', session });
      },
      (cause) => {
        const error = toSigningError(cause);
        setStep(error.kind === 'unknown' ? { kind: 'ended' } : { kind: 'failed', error });
      },
    );
  }, [id, token]);
  useEffect(() => {
    document.documentElement.classList.add('embedded');
    // The token stays in no history.
    history.replaceState(history.state, '', location.pathname);
    load();
  }, [load]);
  useHostMessages(bridge);
  useHeight(bridge);
  switch (step.kind) {
    case 'loading':
      return (
        <main className="page-column pt-24">
          <Skeleton lines={6} />
        </main>
      );
    case 'open':
      return <Opened session={step.session} bridge={bridge} onEnded={() => setStep({ kind: 'ended' })} />;
    case 'alone':
      return <Ended kind="alone" bridge={bridge} />;
    case 'ended':
      return <Ended kind="ended" bridge={bridge} />;
    case 'failed':
      return <Ended kind="failed" bridge={bridge} onRetry={load} />;
  }
}

interface OpenedProps {
  readonly session: EmbeddedSession;
  readonly bridge: Bridge;
  readonly onEnded: () => void;
}

const FOLLOW_MS = 4_000;

function Opened({ session, bridge, onEnded }: OpenedProps) {
  const [view, setView] = useState<SigningView | null>(null);
  const [isElsewhere, setElsewhere] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const ended = useRef(onEnded);
  ended.current = onEnded;
  const api = useMemo(
    () =>
      createEmbeddedApi({
        session,
        post: bridge.post,
        onView: setView,
        onEnded: () => ended.current(),
      }),
    [session, bridge],
  );
  useEffect(() => {
    const { body } = document;
    const stops = [guardLastPress(body, setHeld), leadLinks(body, () => undefined)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const state = view?.state ?? null;
  const isFollowing = isElsewhere && state === 'open';
  useEffect(() => {
    if (!isFollowing) return;
    const timer = setInterval(() => void api.view().catch(() => undefined), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isFollowing, api]);
  const reason = view === null ? null : tabReason(view);
  useEffect(() => {
    if (view === null) void api.view().catch(() => undefined);
  }, [api, view]);
  return (
    <>
      <EmbeddedLine session={session} view={view} onElsewhere={() => setElsewhere(true)} />
      {isHeld && <HeldNotice />}
      {reason !== null && view !== null ? (
        <TabFirst view={view} reason={reason} isOpened={isElsewhere} onElsewhere={() => setElsewhere(true)} />
      ) : (
        view !== null && <SigningPage key={isElsewhere ? state : 'here'} givenApi={api} />
      )}
    </>
  );
}

/** What the page around may ask for. */
function useHostMessages(bridge: Bridge): void {
  useEffect(
    () =>
      bridge.listen((event) => {
        if (event.type === 'language') {
          if (Object.hasOwn(LANGUAGE_NAMES, event.language))
            void loadLanguage(event.language).catch(() => undefined);
        } else if (event.type === 'theme') {
          const problem = showTheme(event.theme ?? {});
          if (problem !== null) bridge.post({ type: 'error', code: 'THEME_REFUSED', message: problem });
        } else if (event.type === 'focus') document.querySelector<HTMLElement>('h1')?.focus();
        else if (event.type === 'close') bridge.post({ type: 'closed', reason: 'host' });
      }),
    [bridge],
  );
}

function useHeight(bridge: Bridge): void {
  const isReady = useRef(false);
  useEffect(() => {
    const root = document.getElementById('root');
    if (root === null) return;
    return followHeight(root, (height) => {
      bridge.post({ type: isReady.current ? 'resize' : 'ready', height });
      isReady.current = true;
    });
  }, [bridge]);
}

interface EndedProps {
  readonly kind: 'alone' | 'ended' | 'failed';
  readonly bridge: Bridge;
  readonly onRetry?: () => void;
}

/** Nothing can be shown, and the page says why: an empty frame would say nothing. */
function Ended({ kind, bridge, onRetry }: EndedProps) {
  const t = useEmbeddedText();
  useEffect(() => {
    if (kind === 'failed') bridge.post({ type: 'error', code: 'SERVER', message: '' });
    if (kind !== 'ended') return;
    bridge.post({ type: 'error', code: 'SESSION_ENDED', message: t('endedLead') });
    bridge.post({ type: 'closed', reason: 'ended' });
  }, [kind, bridge, t]);
  const Icon = kind === 'alone' ? ExternalLink : Link2Off;
  return (
    <SigningFrame
      title={t(`${kind}Title`)}
      above={<Icon aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-stopped" />}
    >
      <p role="status" className="mt-3 max-w-text text-muted">
        {t(`${kind}Lead`)}
      </p>
      {onRetry && (
        <Button variant="primary" icon={RefreshCw} className="mt-6" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </SigningFrame>
  );
}
