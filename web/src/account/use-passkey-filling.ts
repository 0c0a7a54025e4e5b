import { useEffect, useRef } from 'react';
import { canFillPasskeys, signByPasskey } from '../api/passkey-browser.ts';
import { askForSignInPasskey, signInByPasskey } from '../api/security-api.ts';
import type { Profile } from '../api/wire.ts';

/**
 * Lets the browser offer passkeys where the address is filled in (conditional mediation), while the form is shown.
 * What is refused leaves the form as it is: the person goes on with the password.
 */
export function usePasskeyFilling(
  isOn: boolean,
  answers: { onSignedIn: (profile: Profile) => void; onError: (error: unknown) => void },
): void {
  const latest = useRef(answers);
  latest.current = answers;
  useEffect(() => {
    if (!isOn) return;
    const filling = new AbortController();
    // Nobody has asked yet: what keeps it from being offered is not told.
    const fill = async () => {
      if (!(await canFillPasskeys()) || filling.signal.aborted) return;
      const challenge = await askForSignInPasskey().catch(() => null);
      const used = challenge && (await signByPasskey(challenge, filling.signal));
      if (used !== null) latest.current.onSignedIn(await signInByPasskey(used));
    };
    fill().catch((error: unknown) => latest.current.onError(error));
    return () => filling.abort();
  }, [isOn]);
}
