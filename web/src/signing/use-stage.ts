import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export type Stage = 'cover' | 'read' | 'document' | 'review' | 'provider';

const stages: readonly Stage[] = ['cover', 'read', 'document', 'review', 'provider'];

/**
 * The current stage. The browser's Back goes one stage back, a reload keeps the stage. Providers return people with
 * `#provider`, identity providers with `#identified`.
 */
export function useStage(mayOpen: boolean): readonly [Stage, (stage: Stage, then?: () => void) => void] {
  const [stage, setStage] = useState<Stage>(() => {
    if (location.hash === '#provider') history.replaceState({ stage: 'provider' }, '', location.pathname);
    const isBack = location.hash === '#identified';
    if (isBack) history.replaceState({ stage: 'review', isBack }, '', location.pathname);
    const formerStage = allowedStage(history.state, mayOpen);
    return formerStage === 'review' && !isBack ? 'document' : formerStage;
  });
  useEffect(() => {
    const onPop = (event: PopStateEvent) => setStage(allowedStage(event.state, mayOpen));
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [mayOpen]);
  const goTo = useCallback((next: Stage, then?: () => void) => {
    history.pushState({ stage: next }, '');
    flushSync(() => setStage(next));
    then?.();
  }, []);
  return [stage, goTo];
}

/** Reading needs no consent, filling and finishing do. */
function allowedStage(state: unknown, mayOpen: boolean): Stage {
  const stage = stageIn(state);
  return mayOpen || stage === 'read' ? stage : 'cover';
}

function stageIn(state: unknown): Stage {
  if (typeof state !== 'object' || state === null || !('stage' in state)) return 'cover';
  return stages.find((stage) => stage === state.stage) ?? 'cover';
}

/** Whether the person has just come back from an identity provider. */
export function isBackFromSignIn(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isBack' in state && state.isBack === true;
}
