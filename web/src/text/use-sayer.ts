import { useEffect, useState } from 'react';
import { useShown } from './start-text.ts';

const AS_IT_IS = (sentence: string) => sentence;

/** For what a page finds wrong by the rules of the interface; English until the words are there. */
export function useSayer(isNeeded: boolean): (sentence: string) => string {
  const shown = useShown();
  const [loaded, setLoaded] = useState({ say: AS_IT_IS, shown: null as typeof shown | null });
  const isMissing = isNeeded && loaded.shown !== shown;
  useEffect(() => {
    if (!isMissing) return;
    const load = async () => (await import('./violation-texts.ts')).loadSayer();
    // Without a connection the sentences stay as they are.
    void load().then(
      (say) => setLoaded({ say, shown }),
      () => undefined,
    );
  }, [isMissing, shown]);
  return loaded.say;
}
