import { useRef, useState } from 'react';
import { actedSince, type OtherAct } from './other-acts-state.ts';
import type { SigningView } from './signing-view.ts';

export interface ActNotices {
  readonly acts: readonly OtherAct[];
  readonly hide: (act: OtherAct) => void;
}

/** What others have done since this page was opened, and which of it the person has put aside. */
export function useActNotices(view: SigningView): ActNotices {
  const first = useRef(view);
  const [seen, setSeen] = useState<readonly number[]>([]);
  return {
    acts: actedSince(first.current, view).filter(({ index }) => !seen.includes(index)),
    hide: ({ index }) => setSeen((before) => [...before, index]),
  };
}
