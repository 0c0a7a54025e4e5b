import { HandHelping, Link2Off, LockKeyhole } from 'lucide-react';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { announceLock } from '../api/lock-channel.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useHostedText } from './hosted-texts.ts';
import { type InPerson, readInPerson, startInPerson } from './in-person-api.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import { SigningFrame } from './signing-frame.tsx';
import { SigningPage } from './signing-page.tsx';

type Step =
  | { kind: 'loading' }
  | { kind: 'failed'; error: SigningError }
  | { kind: 'asked'; handed: InPerson }
  | { kind: 'handed'; handed: InPerson; link: string }
  | { kind: 'signing' };

/** Where the address of a host leads: they lock their session and hand the device over, or their link is opened. */
export function InPersonPage() {
  const [token] = useState(() => location.hash.slice(1));
  const [step, setStep] = useState<Step>({ kind: 'loading' });
  const load = useCallback(() => {
    setStep({ kind: 'loading' });
    readInPerson(token).then(
      (handed) => setStep({ kind: 'asked', handed }),
      (cause) => setStep({ kind: 'failed', error: toSigningError(cause) }),
    );
  }, [token]);
  useEffect(() => {
    // The token stays in no history.
    history.replaceState(null, '', location.pathname);
    load();
  }, [load]);
  switch (step.kind) {
    case 'loading':
      return (
        <main className="page-column pt-24">
          <Skeleton lines={6} />
        </main>
      );
    case 'failed':
      return <Ended error={step.error} onRetry={load} />;
    case 'asked':
      return <HandOver token={token} handed={step.handed} onStep={setStep} />;
    case 'handed':
      return <Handed {...step} onStart={() => setStep({ kind: 'signing' })} />;
    case 'signing':
      return <SigningPage />;
  }
}

interface HandOverProps {
  readonly token: string;
  readonly handed: InPerson;
  readonly onStep: (step: Step) => void;
}

/** The last page of the host, with the PIN that brings them back; or the first one of who was given a link. */
function HandOver({ token, handed, onStep }: HandOverProps) {
  const t = useHostedText();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { recipientName: name, hostName: host, needsPin, way } = handed;
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (needsPin && !/^\d{4,6}$/.test(pin)) return setProblem(t('pinWrong'));
    // Only a press may ask for it; where the browser has none, the page stays as it is.
    if (way === 'device') document.documentElement.requestFullscreen?.().catch(() => undefined);
    setBusy(true);
    startInPerson(token, needsPin ? pin : null).then(
      (link) => {
        if (needsPin) announceLock();
        // In place of the address that was used up: going back leads to what the lock closes.
        history.replaceState(null, '', `/signing/${encodeURIComponent(link)}`);
        onStep(way === 'device' ? { kind: 'handed', handed, link } : { kind: 'signing' });
      },
      (cause) => onStep({ kind: 'failed', error: toSigningError(cause) }),
    );
  };
  return (
    <Screen title={t(`title_${way}`, { name })}>
      <p className="mt-3 max-w-text text-muted">{t(`lead_${way}`, { name, host })}</p>
      <form noValidate className="mt-6 flex max-w-sm flex-col gap-5" onSubmit={start}>
        {needsPin && (
          <TextField
            label={t('pin')}
            hint={t('pinHint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={pin}
            error={problem ?? undefined}
            onChange={(event) => setPin(event.target.value)}
          />
        )}
        <Button type="submit" variant="primary" icon={needsPin ? LockKeyhole : undefined} busy={isBusy}>
          {t(needsPin ? 'lock' : `start_${way}`)}
        </Button>
      </form>
    </Screen>
  );
}

/** From here on the device is that of the person. */
function Handed({ handed, onStart }: { handed: InPerson; onStart: () => void }) {
  const t = useHostedText();
  const { recipientName: name } = handed;
  return (
    <Screen title={t('handTo', { name })}>
      <p className="mt-3 max-w-text text-muted">{t('handToLead', { name })}</p>
      <Button variant="primary" className="mt-8" onClick={onStart}>
        {t('begin')}
      </Button>
    </Screen>
  );
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SigningFrame
      title={title}
      above={<HandHelping aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-accent" />}
    >
      {children}
    </SigningFrame>
  );
}

function Ended({ error, onRetry }: { error: SigningError; onRetry: () => void }) {
  const t = useHostedText();
  const isOver = ['unknown', 'conflict', 'refused'].includes(error.kind);
  return (
    <SigningFrame
      title={t(isOver ? 'ended' : 'failed')}
      above={<Link2Off aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-stopped" />}
    >
      {isOver ? (
        <p className="mt-3 max-w-text text-muted">{t('endedHelp')}</p>
      ) : (
        <Button variant="primary" className="mt-6" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </SigningFrame>
  );
}
