import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { showBearer } from '../api/bearer.ts';
import { LANGUAGE_NAMES } from '../text/start-text.ts';
import { type Bridge, createBridge, followHeight, originAround } from './bridge.ts';
import './frame.css';
import { showTheme } from './theme.ts';

/** What every session of a frame has. */
interface FrameSession {
  readonly bearer: string;
  readonly origin: string;
  readonly language: string | null;
}

export type FrameStep<Session> =
  | { readonly kind: 'loading' | 'alone' | 'ended' | 'failed' }
  | { readonly kind: 'open'; readonly session: Session };

interface Parts<Session> {
  /** Exchanges the token of the address, once. */
  readonly open: (id: string, token: string) => Promise<Session>;
  /** Whether a failure is for good: the session was opened before, or not in time. */
  readonly isEnded: (cause: unknown) => boolean;
  readonly loadLanguage: (language: string) => Promise<void>;
  /** The page around asks to close: what is to be saved before it is told. */
  readonly onClose?: () => Promise<unknown>;
}

/** The session of a page of ours in a frame of another product: opened once, spoken of to that product alone. */
export function useFrame<Session extends FrameSession>(parts: Parts<Session>) {
  const [address] = useState(() => ({
    id: location.pathname.split('/').at(-1) ?? '',
    token: location.hash.slice(1),
  }));
  const [step, setStep] = useState<FrameStep<Session>>({ kind: 'loading' });
  const latest = useRef(parts);
  latest.current = parts;
  const hasBegun = useRef(false);
  const { id, token } = address;
  const origin = step.kind === 'open' ? step.session.origin : originAround();
  const bridge = useMemo(() => createBridge(id, origin), [id, origin]);
  const load = useCallback(() => {
    if (window.parent === window) return setStep({ kind: 'alone' });
    const { open, loadLanguage, isEnded } = latest.current;
    open(id, token).then(
      async (session) => {
        showBearer(session.bearer);
        if (session.language !== null) await loadLanguage(session.language).catch(() => undefined);
        setStep({ kind: 'open', session });
      },
      (cause) => setStep({ kind: isEnded(cause) ? 'ended' : 'failed' }),
    );
  }, [id, token]);
  useEffect(() => {
    // An address opens once, however often this page is drawn.
    if (hasBegun.current) return;
    hasBegun.current = true;
    document.documentElement.classList.add('embedded');
    // The token stays in no history.
    history.replaceState(history.state, '', location.pathname);
    load();
  }, [load]);
  useHostMessages(bridge, latest);
  useHeight(bridge);
  const end = useCallback(() => setStep({ kind: 'ended' }), []);
  return { step, bridge, end, retry: load };
}

type Latest<Session> = { readonly current: Pick<Parts<Session>, 'loadLanguage' | 'onClose'> };

/** What the page around may ask for. */
function useHostMessages<Session>(bridge: Bridge, latest: Latest<Session>): void {
  useEffect(
    () =>
      bridge.listen((event) => {
        const { loadLanguage, onClose } = latest.current;
        if (event.type === 'language') {
          if (Object.hasOwn(LANGUAGE_NAMES, event.language))
            void loadLanguage(event.language).catch(() => undefined);
        } else if (event.type === 'theme') {
          const problem = showTheme(event.theme ?? {});
          if (problem !== null) bridge.post({ type: 'error', code: 'THEME_REFUSED', message: problem });
        } else if (event.type === 'focus') document.querySelector<HTMLElement>('h1')?.focus();
        else if (event.type === 'close')
          void Promise.resolve(onClose?.()).then(() => bridge.post({ type: 'closed', reason: 'host' }));
      }),
    [bridge, latest],
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

/** Nothing can be shown: the page around is told why, once. */
export function useTellEnd(bridge: Bridge, kind: 'alone' | 'ended' | 'failed', said: string): void {
  const latest = useRef(said);
  latest.current = said;
  useEffect(() => {
    if (kind === 'failed') bridge.post({ type: 'error', code: 'SERVER', message: '' });
    if (kind !== 'ended') return;
    bridge.post({ type: 'error', code: 'SESSION_ENDED', message: latest.current });
    bridge.post({ type: 'closed', reason: 'ended' });
  }, [kind, bridge]);
}
