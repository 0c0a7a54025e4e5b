import { useEffect, useRef, useState } from 'react';
import { hasPasskeys, type PasskeyChallenge, signByPasskey } from '../api/passkey-browser.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useIdentifyText } from './identify-texts.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import type { Identification } from './signing-view.ts';
import { SubmitError } from './submit-error.tsx';

export interface PasskeyCalls {
  readonly look: () => Promise<Identification>;
  readonly ask: () => Promise<PasskeyChallenge>;
  readonly prove: (assertion: object) => Promise<Identification>;
}

interface PasskeyDialogProps {
  readonly isOpen: boolean;
  readonly email: string;
  readonly senderName: string;
  readonly calls: PasskeyCalls;
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Between the check and the signature: a passkey signs what the person checked. Its button is the last press. */
export function PasskeyDialog({ isOpen, ...parts }: PasskeyDialogProps) {
  const t = useIdentifyText();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={parts.onClose}
      title={t('title')}
      description={t('lead_passkey', { email: parts.email })}
    >
      <UsePasskey {...parts} />
    </Dialog>
  );
}

type Ending = 'passkeyNone' | 'passkeyNoBrowser' | 'passkeyNotUsed';

function UsePasskey({ calls, senderName, onProven, onClose }: Omit<PasskeyDialogProps, 'isOpen' | 'email'>) {
  const t = useIdentifyText();
  const [ending, setEnding] = useState<Ending | null>(hasPasskeys() ? null : 'passkeyNoBrowser');
  const [error, setError] = useState<SigningError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef({ calls, onProven });
  latest.current = { calls, onProven };
  useEffect(() => {
    const { calls: now } = latest.current;
    now.look().then(
      ({ provenUntil }) => provenUntil !== null && latest.current.onProven(),
      (cause: unknown) => setError(toSigningError(cause)),
    );
  }, []);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    setEnding(null);
    try {
      const challenge = await calls.ask();
      const assertion = challenge.passkeys.length === 0 ? null : await signByPasskey(challenge);
      if (assertion === null) setEnding(challenge.passkeys.length === 0 ? 'passkeyNone' : 'passkeyNotUsed');
      else if ((await calls.prove(assertion)).provenUntil !== null) onProven();
    } catch (cause) {
      setError(toSigningError(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      {error !== null && <SubmitError error={error} />}
      {ending !== null && (
        <Banner tone="stopped" title={t(ending)}>
          {t('passkeyHelp', { sender: senderName })}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('back')}</Button>
        {ending !== 'passkeyNoBrowser' && (
          <Button variant="primary" busy={isBusy} className="min-w-32" onClick={() => void confirm()}>
            {t('passkeyUse')}
          </Button>
        )}
      </div>
    </div>
  );
}
