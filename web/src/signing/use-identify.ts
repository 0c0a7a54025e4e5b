import { useCallback, useEffect, useRef, useState } from 'react';
import { lookAgainMs, type TimedIdentification } from './identify-state.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import type { Identification } from './signing-view.ts';

export interface IdentifyCalls {
  readonly look: () => Promise<Identification>;
  readonly askForCode: () => Promise<Identification>;
  readonly enterCode: (code: string) => Promise<Identification>;
}

/** Asks for a code at once where none counts, and follows what becomes of it. */
export function useIdentify(calls: IdentifyCalls, onProven: () => void) {
  const [current, setCurrent] = useState<TimedIdentification | null>(null);
  /** The last code that was shown: the service does not name one that is over. */
  const [before, setBefore] = useState<TimedIdentification | null>(null);
  const [error, setError] = useState<SigningError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef({ calls, onProven });
  latest.current = { calls, onProven };
  const learn = useCallback((identification: Identification) => {
    const next = { identification, atMs: Date.now() };
    setCurrent(next);
    if (identification.code !== null) setBefore(next);
    if (identification.provenUntil !== null) latest.current.onProven();
    return identification;
  }, []);
  const run = useCallback(async (act: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (cause) {
      setError(toSigningError(cause));
    } finally {
      setBusy(false);
    }
  }, []);
  const askForCode = useCallback(
    () => run(async () => learn(await latest.current.calls.askForCode())),
    [run, learn],
  );
  const enterCode = (code: string) =>
    run(async () => {
      try {
        learn(await latest.current.calls.enterCode(code));
      } catch (cause) {
        // How many tries are left, and whether it is over.
        await latest.current.calls.look().then(learn, () => undefined);
        throw cause;
      }
    });
  const hasBegun = useRef(false);
  useEffect(() => {
    // React calls an effect twice in development.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void run(async () => {
      const { code, provenUntil } = learn(await latest.current.calls.look());
      if (code === null && provenUntil === null) learn(await latest.current.calls.askForCode());
    });
  }, [run, learn]);
  const everyMs = current && lookAgainMs(current);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => latest.current.calls.look().then(learn, () => undefined), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, learn]);
  return { current, before, error, isBusy, askForCode: () => void askForCode(), enterCode };
}
