import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { profileQuery, signIn } from '../api/account-api.ts';
import { ApiError } from '../api/call.ts';
import type { Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { usePasskeyFilling } from './use-passkey-filling.ts';

type SignInFormProps = {
  onSignedIn: (profile: Profile) => void;
  email?: string;
  /** Keeps loaded data for the page in use; else the data of an earlier session is dropped. */
  mayKeepData?: boolean;
  children?: ReactNode;
};

/** The sign-in form, on its own page and in place of pages that need sign-in. */
export function SignInForm({ onSignedIn, email = '', mayKeepData, children }: SignInFormProps) {
  const t = useText('account');
  const client = useQueryClient();
  const form = useForm({ defaultValues: { email, password: '' } });
  const { errors } = form.formState;
  const [isAtSecondStep, setSecondStep] = useState(false);
  const [fillingError, setFillingError] = useState<unknown>(null);
  const enter = (profile: Profile) => {
    if (!mayKeepData) client.clear();
    client.setQueryData(profileQuery.queryKey, profile);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== profileQuery.queryKey });
    onSignedIn(profile);
  };
  usePasskeyFilling(!isAtSecondStep, { onSignedIn: enter, onError: setFillingError });
  const entry = useMutation({
    mutationFn: signIn,
    onSuccess: enter,
    onError: (error) =>
      needsSecondFactor(error) ? setSecondStep(true) : form.setFocus('password', { shouldSelect: true }),
  });
  if (isAtSecondStep) return <SecondStepForm onSignedIn={enter} onBack={() => setSecondStep(false)} />;
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => entry.mutate(values))}
    >
      <ErrorBanner error={needsSecondFactor(entry.error) ? null : (entry.error ?? fillingError)} />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username webauthn"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email', { required: t('emailNeeded') })}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: t('passwordNeeded') })}
      />
      <Button type="submit" variant="primary" busy={entry.isPending}>
        {t('signIn')}
      </Button>
      {children}
    </form>
  );
}

function needsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';
}
