import { readCode } from '@paraph/domain';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { pauseSeconds, phaseOf, type TimedIdentification } from './identify-state.ts';
import { useIdentifyText } from './identify-texts.ts';
import { SubmitError } from './submit-error.tsx';
import { type IdentifyCalls, useIdentify } from './use-identify.ts';

interface IdentifyDialogProps {
  readonly isOpen: boolean;
  readonly method: 'code-sms' | 'code-mail';
  readonly to: string;
  readonly senderName: string;
  readonly calls: IdentifyCalls;
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Between the check and the signature: a code shows who signs. Its button is the last press. */
export function IdentifyDialog({ isOpen, ...parts }: IdentifyDialogProps) {
  const t = useIdentifyText();
  const lead = parts.method === 'code-sms' ? 'lead_sms' : 'lead_mail';
  // The spaces of a masked number do not break.
  const to = parts.to.replaceAll(' ', '\u00a0');
  return (
    <Dialog isOpen={isOpen} onClose={parts.onClose} title={t('title')} description={t(lead, { to })}>
      <CodeForm {...parts} to={to} />
    </Dialog>
  );
}

function CodeForm({ calls, onProven, onClose, to, senderName }: Omit<IdentifyDialogProps, 'isOpen'>) {
  const t = useIdentifyText();
  const page = useText('signing');
  const { current, before, error, isBusy, askForCode, enterCode } = useIdentify(calls, onProven);
  const [code, setCode] = useState('');
  const [hasTried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const nowMs = useSeconds();
  const phase = current && phaseOf(current, before, nowMs);
  const isWrong = error?.kind === 'refused';
  const isEntering = phase === 'entering' || phase === 'sending';
  useEffect(() => {
    if (isWrong) input.current?.select();
  }, [isWrong]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const digits = readCode(code);
    if (digits === null) input.current?.focus();
    else void enterCode(digits);
  };
  const again = () => {
    setCode('');
    setTried(false);
    askForCode();
    input.current?.focus();
  };
  const missing = hasTried && readCode(code) === null ? t('needed') : undefined;
  const tries = before?.identification.code?.triesLeft ?? 0;
  const refused = isWrong && isEntering ? `${t('wrong')} ${t('triesLeft', { count: tries })}` : undefined;
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {error?.kind === 'busy' && (
        <Banner tone="waiting" title={t('limit')}>
          {t('limitHelp')}
        </Banner>
      )}
      {error !== null && error.kind !== 'busy' && !isWrong && <SubmitError error={error} />}
      {current && <CodeState current={current} phase={phase} to={to} senderName={senderName} />}
      <TextField
        ref={input}
        label={t('label')}
        hint={t('hint')}
        error={missing ?? refused}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        dir="ltr"
        required
        className="max-w-56"
        onChange={({ target }) => setCode(target.value)}
      />
      {current && (
        <Another
          isBusy={isBusy}
          seconds={pauseSeconds(current, nowMs)}
          isFirst={phase === 'asking'}
          onAsk={again}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('back')}</Button>
        <Button type="submit" variant="primary" busy={isBusy} className="min-w-32">
          {page('bar.finish')}
        </Button>
      </div>
    </form>
  );
}

interface CodeStateProps {
  readonly current: TimedIdentification;
  readonly phase: ReturnType<typeof phaseOf> | null;
  readonly to: string;
  readonly senderName: string;
}

/** What became of the code, in words. */
function CodeState({ current, phase, to, senderName }: CodeStateProps) {
  const t = useIdentifyText();
  const { delivery, problem } = current.identification.code ?? { delivery: null, problem: null };
  if (phase === 'undeliverable') {
    return (
      <Banner tone="stopped" title={t('undeliverable', { to })}>
        {problem && <p dir="auto">{problem}</p>}
        <p>{t('undeliverableHelp', { sender: senderName })}</p>
      </Banner>
    );
  }
  if (phase === 'late' || phase === 'tooMany') {
    return (
      <Banner tone="stopped" title={t(phase)}>
        {t('overHelp')}
      </Banner>
    );
  }
  if (delivery === 'kept') {
    return (
      <Banner
        tone="info"
        title={t('kept')}
        action={
          <a href="/mailbox" target="_blank" rel="noreferrer" className={buttonClass('plain', true)}>
            {t('mailbox')}
          </a>
        }
      />
    );
  }
  return (
    <p role="status" className="text-14 text-muted">
      {delivery !== null && t(delivery === 'queued' ? 'sending' : 'sent')}
    </p>
  );
}

interface AnotherProps {
  readonly isBusy: boolean;
  readonly seconds: number;
  readonly isFirst: boolean;
  readonly onAsk: () => void;
}

/** The pause is counted down in words; a screen reader meets them when it comes by, and not each second. */
function Another({ isBusy, seconds, isFirst, onAsk }: AnotherProps) {
  const t = useIdentifyText();
  if (seconds > 0 && !isFirst)
    return <p className="flex min-h-11 items-center text-14 text-muted">{t('wait', { count: seconds })}</p>;
  return (
    <div>
      <Button isSmall variant="quiet" disabled={isBusy} onClick={onAsk} className="-ms-3 text-accent">
        {t('another')}
      </Button>
    </div>
  );
}

/** The time, updated each second. */
function useSeconds(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
