import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export type Stage = 'cover' | 'document' | 'review';

/** The current stage. The browser's Back goes one stage back, a reload keeps the stage. */
export function useStage(mayOpen: boolean): readonly [Stage, (stage: Stage, then?: () => void) => void] {
  const [stage, setStage] = useState<Stage>(() =>
    mayOpen && stageIn(history.state) !== 'cover' ? 'document' : 'cover',
  );
  useEffect(() => {
    const onPop = (event: PopStateEvent) => setStage(mayOpen ? stageIn(event.state) : 'cover');
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

function stageIn(state: unknown): Stage {
  if (typeof state !== 'object' || state === null || !('stage' in state)) return 'cover';
  return state.stage === 'document' || state.stage === 'review' ? state.stage : 'cover';
}
