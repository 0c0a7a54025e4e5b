import { ExternalLink, Link2Off, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Bridge } from '../embedding/bridge.ts';
import { useFrame, useTellEnd } from '../embedding/use-frame.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import './embedded.css';
import { createEmbeddedApi, type EmbeddedSession, leadLinks, openEmbedded } from './embedded-api.ts';
import { EmbeddedLine, HeldNotice, TabFirst, tabReason } from './embedded-parts.tsx';
import { useEmbeddedText } from './embedded-texts.ts';
import { loadLanguage } from './languages.ts';
import { guardLastPress } from './last-press.ts';
import { toSigningError } from './signing-error.ts';
import { SigningFrame } from './signing-frame.tsx';
import { SigningPage } from './signing-page.tsx';
import type { SigningView } from './signing-view.ts';

/** The page of a recipient in a frame of another product, which is shown there by one session, once. */
export function EmbeddedPage() {
  const { step, bridge, end, retry } = useFrame<EmbeddedSession>({
    ...{ open: openEmbedded, loadLanguage },
    isEnded: (cause) => toSigningError(cause).kind === 'unknown',
  });
  switch (step.kind) {
    case 'loading':
      return (
        <main className="page-column pt-24">
          <Skeleton lines={6} />
        </main>
      );
    case 'open':
      return <Opened session={step.session} bridge={bridge} onEnded={end} />;
    default:
      return <Ended kind={step.kind} bridge={bridge} onRetry={retry} />;
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

interface EndedProps {
  readonly kind: 'alone' | 'ended' | 'failed';
  readonly bridge: Bridge;
  readonly onRetry: () => void;
}

/** Nothing can be shown, and the page says why: an empty frame would say nothing. */
function Ended({ kind, bridge, onRetry }: EndedProps) {
  const t = useEmbeddedText();
  useTellEnd(bridge, kind, t('endedLead'));
  const Icon = kind === 'alone' ? ExternalLink : Link2Off;
  return (
    <SigningFrame
      title={t(`${kind}Title`)}
      above={<Icon aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-stopped" />}
    >
      <p role="status" className="mt-3 max-w-text text-muted">
        {t(`${kind}Lead`)}
      </p>
      {kind === 'failed' && (
        <Button variant="primary" icon={RefreshCw} className="mt-6" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </SigningFrame>
  );
}
