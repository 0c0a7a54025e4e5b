import { type FormEvent, type ReactNode, useState } from 'react';
import { currentLanguage } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { TextField } from '../ui/text-field.tsx';
import type { NextStep, OfferedCredential, ProviderState } from './provider-api.ts';
import { useProviderText } from './provider-texts.ts';

interface ProviderChoiceProps {
  readonly providers: ProviderState['providers'];
  readonly isBusy: boolean;
  readonly onChoose: (key: string) => void;
}

export function ProviderChoice({ providers, isBusy, onChoose }: ProviderChoiceProps) {
  const t = useProviderText();
  const [chosen, setChosen] = useState(providers[0]?.key ?? '');
  const provider = providers.find(({ key }) => key === chosen);
  return (
    <ChoiceForm
      legend={t('choose')}
      action={t('goOn', { provider: provider?.name ?? '' })}
      isBusy={isBusy}
      isReady={provider !== undefined}
      onSubmit={() => onChoose(chosen)}
    >
      {providers.map(({ key, name, sandbox }) => (
        <Choice key={key} isChosen={key === chosen} onChoose={() => setChosen(key)}>
          <span className="font-medium">
            <bdi>{name}</bdi>
          </span>
          {sandbox && <span className="text-14 text-waiting">{t('sandbox')}</span>}
        </Choice>
      ))}
    </ChoiceForm>
  );
}

interface CredentialChoiceProps {
  readonly provider: string;
  readonly credentials: readonly OfferedCredential[];
  readonly isBusy: boolean;
  readonly onChoose: (id: string) => void;
}

export function CredentialChoice({ provider, credentials, isBusy, onChoose }: CredentialChoiceProps) {
  const t = useProviderText();
  const first = credentials.find(({ problem }) => problem === null);
  const [chosen, setChosen] = useState(first?.id ?? '');
  const isReady = credentials.some(({ id, problem }) => id === chosen && problem === null);
  return (
    <ChoiceForm
      legend={t('certificates')}
      action={t('goOnChosen')}
      isBusy={isBusy}
      isReady={isReady}
      onSubmit={() => onChoose(chosen)}
    >
      {!first && <p>{t('none', { provider })}</p>}
      {credentials.map((credential) => (
        <Choice
          key={credential.id}
          isChosen={credential.id === chosen}
          isDisabled={credential.problem !== null}
          onChoose={() => setChosen(credential.id)}
        >
          <CredentialLines credential={credential} />
        </Choice>
      ))}
    </ChoiceForm>
  );
}

function CredentialLines({ credential }: { credential: OfferedCredential }) {
  const t = useProviderText();
  const { name, issuer, description, endDate, problem } = credential;
  const date = endDate === null ? null : formatMoment(endDate, currentLanguage());
  return (
    <>
      <span className="font-medium">
        <bdi>{name}</bdi>
      </span>
      {description && (
        <span className="text-14">
          <bdi>{description}</bdi>
        </span>
      )}
      {issuer !== '' && <span className="text-14 text-muted">{t('issuedBy', { issuer })}</span>}
      {date && <span className="text-14 text-muted">{t('validUntil', { date })}</span>}
      {problem && <span className="text-14 text-stopped">{t('cannot', { reason: problem })}</span>}
    </>
  );
}

interface ReleaseFormProps {
  readonly provider: string;
  readonly asks: NonNullable<NextStep['asks']>;
  readonly isBusy: boolean;
  readonly onRelease: (values: { id: string; value: string }[]) => void;
}

/** What was typed is forgotten after each try: a one-time password is good once. */
export function ReleaseForm({ provider, asks, isBusy, onRelease }: ReleaseFormProps) {
  const t = useProviderText();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRelease(asks.map(({ id }) => ({ id, value: typed[id] ?? '' })));
    setTyped({});
  };
  return (
    <form className="flex max-w-form flex-col gap-4" onSubmit={submit}>
      <h2 className="text-20 font-semibold">{t('release')}</h2>
      <p className="text-muted">{t('releaseLead', { provider })}</p>
      {asks.map(({ id, label, numeric }) => (
        <TextField
          key={id}
          type={/otp/i.test(id) ? 'text' : 'password'}
          label={label ?? id}
          required
          inputMode={numeric ? 'numeric' : 'text'}
          autoComplete={/otp/i.test(id) ? 'one-time-code' : 'off'}
          value={typed[id] ?? ''}
          onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
        />
      ))}
      <Button type="submit" variant="primary" busy={isBusy} className="self-start">
        {t('finish')}
      </Button>
    </form>
  );
}

interface ChoiceFormProps {
  readonly legend: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function ChoiceForm({ legend, action, isBusy, isReady, onSubmit, children }: ChoiceFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSubmit();
  };
  return (
    <form className="flex max-w-text flex-col gap-4" onSubmit={submit}>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-20 font-semibold">{legend}</legend>
        {children}
      </fieldset>
      <Button type="submit" variant="primary" busy={isBusy} disabled={!isReady} className="self-start">
        {action}
      </Button>
    </form>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Choice({ isChosen, isDisabled = false, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-paper border border-line bg-surface p-3">
      <input
        type="radio"
        name="choice"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <span className="flex min-w-0 flex-col">{children}</span>
    </label>
  );
}
