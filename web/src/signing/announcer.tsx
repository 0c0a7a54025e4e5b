import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const AnnounceContext = createContext<(words: string) => void>(() => undefined);

/** Says something to those who listen to the page. */
export function useAnnounce(): (words: string) => void {
  return useContext(AnnounceContext);
}

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ words: '', turn: 0 });
  const announce = useCallback(
    (words: string) => setSaid((before) => ({ words, turn: before.turn + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" className="sr-only">
        {/* A new element each time: the same words said twice are two messages. */}
        <span key={said.turn}>{said.words}</span>
      </div>
    </AnnounceContext>
  );
}
