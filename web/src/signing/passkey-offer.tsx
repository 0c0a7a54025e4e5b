import { readCode } from '@paraph/domain';
import { type FormEvent, useEffect, useState } from 'react';
import {
  createPasskey,
  hasPasskeys,
  type NewPasskeyOptions,
  type OwnPasskeys,
} from '../api/passkey-browser.ts';
import { currentLanguage } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { TextField } from '../ui/text-field.tsx';
import { useIdentifyText } from './identify-texts.ts';
import { createSigningApi } from './signing-api.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import { SubmitError } from './submit-error.tsx';

/** After a signing: the person can set up a passkey for the next time, and sees and removes the passkeys they have. */
export function PasskeyOffer({ link }: { link: string }) {
  const t = useIdentifyText();
  const [api] = useState(() => createSigningApi({ link, language: currentLanguage }));
  const [passkeys, setPasskeys] = useState<OwnPasskeys | null>(null);
  const [step, setStep] = useState<'done' | 'code' | 'start'>('start');
  const { error, isBusy, run } = useRun();
  useEffect(() => {
    api.passkeys<OwnPasskeys>('GET').then(setPasskeys, () => setPasskeys(null));
  }, [api]);
  if (passkeys === null || (!passkeys.offered && passkeys.items.length === 0)) return null;
  const mail = () =>
    run(async () => {
      await api.passkeys('POST', '/code', { language: currentLanguage() });
      setStep('code');
    });
  const enter = (code: string) =>
    run(async () => {
      const options = await api.passkeys<NewPasskeyOptions>('POST', '/code/entry', { code });
      const made = await createPasskey(options);
      if (made === null) return setStep('start');
      setPasskeys(await api.passkeys<OwnPasskeys>('POST', '', made));
      setStep('done');
    });
  const remove = (id: string) =>
    run(async () => setPasskeys(await api.passkeys<OwnPasskeys>('DELETE', `/${encodeURIComponent(id)}`)));
  return (
    <section aria-labelledby="passkeys" className="mt-10 flex max-w-text flex-col gap-3">
      <h2 id="passkeys" className="text-16 font-semibold">
        {t('offer_title')}
      </h2>
      <p className="text-14 text-muted">{t('offer_lead')}</p>
      {step === 'done' && <Banner tone="done" title={t('offer_added')} />}
      <SubmitError error={error} />
      <Items passkeys={passkeys} isBusy={isBusy} onRemove={(id) => void remove(id)} />
      {passkeys.offered && hasPasskeys() && step !== 'code' && (
        <div>
          <Button busy={isBusy} onClick={() => void mail()}>
            {t('offer_start')}
          </Button>
        </div>
      )}
      {step === 'code' && <CodeForm isBusy={isBusy} onEnter={(code) => void enter(code)} />}
    </section>
  );
}

interface ItemsProps {
  readonly passkeys: OwnPasskeys;
  readonly isBusy: boolean;
  readonly onRemove: (id: string) => void;
}

function Items({ passkeys: { items }, isBusy, onRemove }: ItemsProps) {
  const t = useIdentifyText();
  const language = currentLanguage();
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-col border-b border-line">
      {items.map(({ id, createDate, lastUseDate }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
          <span className="min-w-0 grow text-14">
            {t('offer_since', { moment: formatMoment(createDate, language) })}
            {lastUseDate !== null && (
              <span className="block text-muted">
                {t('offer_lastUsed', { moment: formatMoment(lastUseDate, language) })}
              </span>
            )}
          </span>
          <Button isSmall disabled={isBusy} onClick={() => onRemove(id)}>
            {t('offer_remove')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function CodeForm({ isBusy, onEnter }: { isBusy: boolean; onEnter: (code: string) => void }) {
  const t = useIdentifyText();
  const [code, setCode] = useState('');
  const [hasTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const digits = readCode(code);
    if (digits !== null) onEnter(digits);
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label={t('label')}
        hint={t('hint')}
        error={hasTried && readCode(code) === null ? t('needed') : undefined}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        dir="ltr"
        required
        className="max-w-56"
        onChange={({ target }) => setCode(target.value)}
      />
      <div>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('offer_make')}
        </Button>
      </div>
    </form>
  );
}

function useRun() {
  const [error, setError] = useState<SigningError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (cause) {
      setError(toSigningError(cause));
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, run };
}
