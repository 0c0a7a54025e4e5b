import { useCallback, useEffect, useState } from 'react';
import type { SigningApi } from './signing-api.ts';
import { SigningError } from './signing-api.ts';
import type { SigningView } from './signing-view.ts';

export type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly error: SigningError }
  | { readonly kind: 'ready'; readonly view: SigningView };

const sealingPollMs = 3000;
const sealingPolls = 40;

/** The recipient's view, loaded on arrival and on demand; polled while the document is being sealed. */
export function useSigningView(api: SigningApi) {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' });
  const setView = useCallback((view: SigningView) => setLoading({ kind: 'ready', view }), []);
  const reload = useCallback(async () => {
    try {
      setView(await api.view());
    } catch (cause) {
      setLoading({ kind: 'error', error: toSigningError(cause) });
    }
  }, [api, setView]);
  const retry = useCallback(() => {
    setLoading({ kind: 'loading' });
    void reload();
  }, [reload]);
  useEffect(() => {
    void reload();
  }, [reload]);
  useSealingPoll(loading.kind === 'ready' && isSealing(loading.view), api, setView);
  return { loading, setView, reload, retry };
}

export function isSealing(view: SigningView): boolean {
  return view.state === 'done' && ['approved', 'to_be_archived'].includes(view.workflow.status);
}

/** Anything but a `SigningError` is a bug or a broken connection: the person may retry. */
export function toSigningError(cause: unknown): SigningError {
  return cause instanceof SigningError ? cause : new SigningError('server', '', null);
}

function useSealingPoll(isOn: boolean, api: SigningApi, setView: (view: SigningView) => void): void {
  useEffect(() => {
    if (!isOn) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls >= sealingPolls) clearInterval(timer);
      if (document.visibilityState === 'visible') api.view().then(setView, () => undefined);
    }, sealingPollMs);
    return () => clearInterval(timer);
  }, [isOn, api, setView]);
}
