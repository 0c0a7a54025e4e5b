import { useCallback, useEffect, useRef, useState } from 'react';
import { SaidSentence } from '../text/said-sentence.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useIdentifyText } from './identify-texts.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import type { Identification } from './signing-view.ts';
import { SubmitError } from './submit-error.tsx';

export interface SignInCalls {
  readonly look: () => Promise<Identification>;
  /** Answers the page of the identity provider to go to. */
  readonly signIn: () => Promise<string>;
}

interface SignInDialogProps {
  readonly isOpen: boolean;
  /** The address that the person has to have there. */
  readonly email: string;
  readonly calls: SignInCalls;
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Between the check and the signature: the person signs in at the identity provider of the organization. */
export function SignInDialog({ isOpen, ...parts }: SignInDialogProps) {
  const t = useIdentifyText();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={parts.onClose}
      title={t('title')}
      description={t('lead_sign_in', { email: parts.email })}
    >
      <SignIn {...parts} />
    </Dialog>
  );
}

function SignIn({ calls, onProven, onClose }: Omit<SignInDialogProps, 'isOpen' | 'email'>) {
  const t = useIdentifyText();
  const { identification, error, setError } = useLook(calls.look, onProven);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    setError(null);
    try {
      location.assign(await calls.signIn());
    } catch (cause) {
      setError(toSigningError(cause));
      setLeaving(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      {error !== null && <SubmitError error={error} />}
      {identification?.problem && error === null && <Refused problem={identification.problem} />}
      <p className="text-14 text-muted">{t('signInBack')}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('back')}</Button>
        <Button
          variant="primary"
          busy={isLeaving || (identification === null && error === null)}
          className="min-w-32"
          onClick={() => void leave()}
        >
          {t('signIn', { host: identification?.to ?? '' })}
        </Button>
      </div>
    </div>
  );
}

/** After the return, above the pages of the check: whether the sign-in counts. */
export function SignInNotice({ look }: Pick<SignInCalls, 'look'>) {
  const t = useIdentifyText();
  const { identification } = useLook(look);
  if (identification === null) return null;
  if (identification.problem !== null) return <Refused problem={identification.problem} />;
  if (identification.provenUntil === null) return null;
  return (
    <div className="mb-4">
      <Banner tone="done" title={t('signedIn')}>
        {t('signedInNext')}
      </Banner>
    </div>
  );
}

function Refused({ problem }: { problem: string }) {
  const t = useIdentifyText();
  return (
    <div className="mb-4">
      <Banner tone="stopped" title={t('signInRefused')}>
        <p>
          <SaidSentence text={problem} />
        </p>
        <p>{t('saved')}</p>
      </Banner>
    </div>
  );
}

/** How far the person is. */
function useLook(look: SignInCalls['look'], onProven?: () => void) {
  const [identification, setIdentification] = useState<Identification | null>(null);
  const [error, setError] = useState<SigningError | null>(null);
  const latest = useRef({ look, onProven });
  latest.current = { look, onProven };
  const learn = useCallback((next: Identification) => {
    setIdentification(next);
    if (next.provenUntil !== null) latest.current.onProven?.();
  }, []);
  useEffect(() => {
    latest.current.look().then(learn, (cause: unknown) => setError(toSigningError(cause)));
  }, [learn]);
  return { identification, error, setError };
}
