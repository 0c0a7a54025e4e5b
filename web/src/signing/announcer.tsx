import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const AnnounceContext = createContext<(message: string) => void>(() => undefined);

/** Announces a message to screen readers. */
export function useAnnounce(): (message: string) => void {
  return useContext(AnnounceContext);
}

export function Announcer({ children }: { children: ReactNode }) {
  const [announced, setAnnounced] = useState({ message: '', count: 0 });
  const announce = useCallback(
    (message: string) => setAnnounced((before) => ({ message, count: before.count + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <div role="status" className="sr-only">
        {/* A new element each time: the same message announced twice are two messages. */}
        <span key={announced.count}>{announced.message}</span>
      </div>
    </AnnounceContext>
  );
}
