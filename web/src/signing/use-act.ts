import { useState } from 'react';
import type { SigningTrouble } from './signing-api.ts';
import { troubleOfCause } from './use-signing-view.ts';

/** One act under way at a time; what went wrong is kept to be shown where the act was asked for. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SigningTrouble | null>(null);
  const run = async (act: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setTrouble(null);
    try {
      await act();
      return true;
    } catch (cause) {
      setTrouble(troubleOfCause(cause));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, trouble, run };
}
