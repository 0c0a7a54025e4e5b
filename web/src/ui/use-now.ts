import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The time in seconds, updated every minute, so that "5 minutes ago" stays true on an open page. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
