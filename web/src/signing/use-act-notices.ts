import { useRef, useState } from 'react';
import { actedSince, type OtherAct } from './other-acts-state.ts';
import type { SigningView } from './signing-view.ts';

export interface ActNotices {
  readonly acts: readonly OtherAct[];
  readonly hide: (act: OtherAct) => void;
}

/** The acts of other people since this page was opened, without acts that the person has put aside. */
export function useActNotices(view: SigningView): ActNotices {
  const first = useRef(view);
  const [seen, setSeen] = useState<readonly number[]>([]);
  return {
    acts: actedSince(first.current, view).filter(({ index }) => !seen.includes(index)),
    hide: ({ index }) => setSeen((before) => [...before, index]),
  };
}
