import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a while, so that not every letter is a request. */
export function useLater<Value>(value: Value, pauseMs: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return later;
}
