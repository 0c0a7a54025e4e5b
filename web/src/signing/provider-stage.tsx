import { useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CredentialChoice, ProviderChoice, ReleaseForm } from './provider-steps.tsx';
import { type ProviderText, useProviderText } from './provider-texts.ts';
import type { SigningError } from './signing-error.ts';
import { ActionBar, SigningFrame } from './signing-frame.tsx';
import { useProvider } from './use-provider.ts';

export interface ProviderStageProps {
  readonly link: string;
  /** What Finish named; null when the person returns from the provider. */
  readonly previewId: string | null;
  readonly onBack: () => void;
  readonly onDone: () => Promise<void>;
}

/** The part of a qualified signature between the check and the end: the person's own provider signs. */
export function ProviderStage({ link, previewId, onBack, onDone }: ProviderStageProps) {
  const t = useProviderText();
  const provider = useProvider({ link, previewId, button: t('finish'), onDone });
  const { state, step, error } = provider;
  const [isBusy, setBusy] = useState(false);
  const during = async (act: Promise<void>) => {
    setBusy(true);
    await act;
    setBusy(false);
  };
  const name = state?.visit?.provider.name ?? '';
  const canceled = error === null && step.kind !== 'providers' ? (state?.visit?.canceled ?? null) : null;
  const problem = error === null && step.kind !== 'providers' ? (state?.visit?.problem ?? null) : null;
  return (
    <SigningFrame
      title={t('title')}
      bar={
        <ActionBar label={t('title')}>
          <Button onClick={onBack}>{t('back')}</Button>
        </ActionBar>
      }
    >
      <p className="mt-3 mb-4 max-w-text text-muted">
        {t('lead')} {t('whatItGets')}
      </p>
      {state?.visit?.provider.sandbox && <p className="mb-4 font-semibold text-waiting">{t('sandbox')}</p>}
      <p role="status" className="mb-4 empty:hidden">
        {error === null && canceled === null && statusOf(step.kind, t)}
      </p>
      <Problem error={error} said={problem} t={t} onRetry={() => void during(provider.retry())} />
      {canceled && (
        <NotConfirmed isBusy={isBusy} t={t} onRetry={() => void during(provider.tryAgain(canceled))} />
      )}
      {step.kind === 'providers' && (
        <ProviderChoice
          providers={step.providers}
          isBusy={isBusy}
          onChoose={(key) => void during(provider.begin(key))}
        />
      )}
      {step.kind === 'credentials' && (
        <CredentialChoice
          provider={name}
          credentials={step.credentials}
          isBusy={isBusy}
          onChoose={(id) => void during(provider.choose(id))}
        />
      )}
      {step.kind === 'release' && (
        <ReleaseForm
          provider={name}
          asks={step.asks}
          isBusy={isBusy}
          onRelease={(values) => void during(provider.release(values))}
        />
      )}
    </SigningFrame>
  );
}

function statusOf(kind: string, t: ProviderText): string {
  if (kind === 'loading') return t('loading');
  if (kind === 'signing') return t('signing');
  if (kind === 'waiting') return t('waiting');
  return kind === 'anew' ? t('anew') : '';
}

interface NotConfirmedProps {
  readonly isBusy: boolean;
  readonly t: ProviderText;
  readonly onRetry: () => void;
}

/** The person pressed Cancel at the provider. */
function NotConfirmed({ isBusy, t, onRetry }: NotConfirmedProps) {
  const action = (
    <Button busy={isBusy} onClick={onRetry}>
      {t('again')}
    </Button>
  );
  return (
    <div className="mb-4">
      <Banner tone="waiting" title={t('notConfirmed')} action={action}>
        <p>
          {t('notConfirmedHelp')} {t('safe')}
        </p>
      </Banner>
    </div>
  );
}

interface ProblemProps {
  readonly error: SigningError | null;
  /** What the provider said last, in its own words. */
  readonly said: string | null;
  readonly t: ProviderText;
  readonly onRetry: () => void;
}

function Problem({ error, said, t, onRetry }: ProblemProps) {
  if (error === null && said === null) return null;
  const words = error === null ? said : error.message || t(error.kind === 'offline' ? 'offline' : 'server');
  return (
    <div className="mb-4">
      <Banner
        tone="stopped"
        title={t(error === null ? 'problem' : 'failed')}
        action={error && <Button onClick={onRetry}>{t('again')}</Button>}
      >
        <p>
          <bdi>{words}</bdi> {t('safe')}
        </p>
      </Banner>
    </div>
  );
}
