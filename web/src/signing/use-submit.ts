import { useState } from 'react';
import { type SigningError, toSigningError } from './signing-error.ts';

/** Runs one request at a time and keeps its error, to be shown in the form. */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<SigningError | null>(null);
  const run = async (act: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await act();
      return true;
    } catch (cause) {
      setError(toSigningError(cause));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}
