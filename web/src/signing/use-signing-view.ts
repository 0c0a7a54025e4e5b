import { useCallback, useEffect, useRef, useState } from 'react';
import { hasActedElsewhere, mayHaveArrived } from './cover-state.ts';
import { hasChanged, isSealing, mayOtherPeopleAct } from './other-acts-state.ts';
import type { Act, SigningApi } from './signing-api.ts';
import { isConflict, type SigningError, toSigningError } from './signing-error.ts';
import type { SigningView } from './signing-view.ts';
import { fetchEarly } from './stage-loader.tsx';

export type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly error: SigningError }
  | {
      readonly kind: 'ready';
      readonly view: SigningView;
      readonly isElsewhere: boolean;
      /** Whether the person has acted on this page. */
      readonly isHere: boolean;
    };

const sealingPollMs = 3000;
/** Another person's signature in the same step is seen within ten seconds. */
const sharedStepPollMs = 8000;
const sealingPolls = 40;

/** The recipient's view, loaded on arrival and on demand; polled while the document is being sealed. */
export function useSigningView(api: SigningApi) {
  const [loading, setLoading] = useState<Loading>({ kind: 'loading' });
  /** Whether an act of this page may have arrived although its response was lost. */
  const mayHaveActed = useRef(false);
  const setView = useCallback((view: SigningView) => {
    setLoading((before) => {
      const shownBefore = before.kind === 'ready' ? before : null;
      const isElsewhere = shownBefore !== null && hasActedElsewhere(shownBefore, view, mayHaveActed.current);
      return { kind: 'ready', view, isElsewhere, isHere: shownBefore?.isHere ?? false };
    });
  }, []);
  const reload = useCallback(async () => {
    try {
      const view = await api.view();
      fetchEarly(view);
      setView(view);
    } catch (cause) {
      setLoading({ kind: 'error', error: toSigningError(cause) });
    }
  }, [api, setView]);
  const act = useCallback<Act>(
    async (send) => {
      const hadActed = mayHaveActed.current;
      // A view that arrives before the response may tell of this act already.
      mayHaveActed.current = true;
      try {
        const view = await send();
        setLoading({ kind: 'ready', view, isElsewhere: false, isHere: true });
      } catch (cause) {
        const error = toSigningError(cause);
        mayHaveActed.current = hadActed || mayHaveArrived(error.kind);
        if (isConflict(error) && (await showIfOver(api, setView))) return;
        throw error;
      }
    },
    [api, setView],
  );
  const retry = useCallback(() => {
    setLoading({ kind: 'loading' });
    void reload();
  }, [reload]);
  useEffect(() => {
    void reload();
  }, [reload]);
  useSealingPoll(loading.kind === 'ready' && isSealing(loading.view), api, setView);
  useSharedStepPoll(loading.kind === 'ready' ? loading.view : null, api, setView);
  return { loading, setView, reload, retry, act };
}

/** Shows why an act was refused, where the person can no longer act; false while they still can. */
async function showIfOver(api: SigningApi, setView: (view: SigningView) => void): Promise<boolean> {
  const view = await api.view().catch(() => null);
  if (view === null || view.state === 'open') return false;
  setView(view);
  return true;
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

/** Follows what other people of the same step do meanwhile; a view that says the same is not shown again. */
function useSharedStepPoll(
  view: SigningView | null,
  api: SigningApi,
  setView: (view: SigningView) => void,
): void {
  const shown = useRef(view);
  shown.current = view;
  const isOn = view !== null && view.state === 'open' && mayOtherPeopleAct(view.people);
  useEffect(() => {
    if (!isOn) return;
    const look = async () => {
      const before = shown.current;
      const now = await api.view().catch(() => null);
      const isChange = before !== null && now !== null && hasChanged(before, now);
      if (isChange && shown.current === before) setView(now);
    };
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look();
    }, sharedStepPollMs);
    return () => clearInterval(timer);
  }, [isOn, api, setView]);
}
