import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  createProviderApi,
  type NextStep,
  type OfferedCredential,
  type ProviderState,
} from './provider-api.ts';
import { SigningError } from './signing-error.ts';

/** How often a provider that signs later is asked. */
const POLL_MS = 3_000;

/** What the person sees: `anew` where only a new check leads on. */
export type ProviderStep =
  | { kind: 'anew' | 'loading' | 'signing' | 'waiting' }
  | { kind: 'providers'; providers: ProviderState['providers'] }
  | { kind: 'credentials'; credentials: readonly OfferedCredential[] }
  | { kind: 'release'; asks: NonNullable<NextStep['asks']> };

type Canceled = NonNullable<NonNullable<ProviderState['visit']>['canceled']>;

export interface ProviderParts {
  readonly link: string;
  /** What Finish named; null when the person returns, or reloads the page. */
  readonly previewId: string | null;
  /** The words on the button, which are evidence. */
  readonly button: string;
  readonly onDone: () => Promise<void>;
}

/** Leads through the visit as the server knows it, so that a reload or a return loses nothing. */
export function useProvider({ link, previewId, button, onDone }: ProviderParts) {
  const api = useMemo(() => createProviderApi(link), [link]);
  const [state, setState] = useState<ProviderState | null>(null);
  const [step, setStep] = useState<ProviderStep>({ kind: 'loading' });
  const [error, setError] = useState<SigningError | null>(null);

  const run = useCallback(async (act: () => Promise<void>) => {
    setError(null);
    try {
      await act();
    } catch (cause) {
      setError(cause instanceof SigningError ? cause : new SigningError('offline', '', null));
    }
  }, []);
  const sign = useCallback(async () => {
    setStep({ kind: 'signing' });
    if (await api.finish(button)) await onDone();
    else setStep({ kind: 'waiting' });
  }, [api, button, onDone]);
  const look = useCallback(async () => {
    setStep({ kind: 'loading' });
    const current = await api.state();
    setState(current);
    const stage = current.visit?.stage ?? null;
    if (previewId !== null) setStep({ kind: 'providers', providers: current.providers });
    else if (stage === null || stage === 'visit') setStep({ kind: 'anew' });
    else if (stage === 'sign' || stage === 'wait') await sign();
    else setStep({ kind: 'credentials', credentials: await api.credentials() });
  }, [api, previewId, sign]);

  useEffect(() => void run(look), [run, look]);
  useEffect(() => {
    if (step.kind !== 'waiting') return;
    const timer = setTimeout(() => void run(sign), POLL_MS);
    return () => clearTimeout(timer);
  }, [step, run, sign]);

  const begin = (provider: string) =>
    run(async () => {
      if (previewId !== null) location.assign(await api.begin({ previewId, provider }));
    });
  const choose = (credentialId: string) =>
    run(async () => {
      const { url, asks } = await api.choose(credentialId);
      if (url !== null) location.assign(url);
      else setStep({ kind: 'release', asks: asks ?? [] });
    });
  const release = (values: readonly { id: string; value: string }[]) =>
    run(async () => {
      await api.release(values);
      await sign();
    });
  /** What the person did not confirm: the sign-in, or the release of their key. */
  const tryAgain = ({ previewId: canceledId, credential }: Canceled) => {
    const provider = state?.visit?.provider.key ?? '';
    if (credential !== null) return choose(credential);
    return run(async () => location.assign(await api.begin({ previewId: canceledId, provider })));
  };
  const retry = () => run(step.kind === 'waiting' ? sign : look);
  return { state, step, error, begin, choose, release, retry, tryAgain };
}
