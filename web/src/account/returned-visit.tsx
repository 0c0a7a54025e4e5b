import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { profileQuery } from '../api/account-api.ts';
import { confirmIdentity, signInVisitQuery } from '../api/connections-api.ts';
import type { SignInVisit } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TimeText } from '../ui/time-text.tsx';
import { PasswordField } from './password-field.tsx';

type Visit = NonNullable<SignInVisit['visit']>;

/** What the browser came back with from a provider without being signed in; nothing where it did not leave. */
export function ReturnedVisit({ onSignedIn }: { onSignedIn: (returnTo: string) => void }) {
  const t = useText('account');
  const hasReturned = window.location.hash === '#returned';
  const visit = useQuery({ ...signInVisitQuery, enabled: hasReturned });
  if (!hasReturned || !visit.data) return null;
  const told = visit.data.visit;
  if (told?.emailToConfirm) return <ConfirmIdentity visit={told} onSignedIn={onSignedIn} />;
  const name = told?.connection?.name ?? '';
  const problem = told?.problem && told.connection ? told.problem : 'expired';
  return (
    <Banner tone="stopped" title={t(`visit.${problem}`, { name })}>
      {told?.retryDate && (
        <>
          {t('visitRetry')} <TimeText seconds={told.retryDate} />
        </>
      )}
    </Banner>
  );
}

function ConfirmIdentity({ visit, onSignedIn }: { visit: Visit; onSignedIn: (returnTo: string) => void }) {
  const t = useText('account');
  const client = useQueryClient();
  const form = useForm({ defaultValues: { password: '' } });
  const confirmation = useMutation({
    mutationFn: confirmIdentity,
    onSuccess: (profile) => {
      client.clear();
      client.setQueryData(profileQuery.queryKey, profile);
      onSignedIn(visit.returnTo);
    },
    onError: (error) => showViolations({ form, error, fields: ['password'] }),
  });
  const email = visit.emailToConfirm ?? '';
  const name = visit.connection?.name ?? '';
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4 border-b border-line pb-6"
      onSubmit={form.handleSubmit((values) => confirmation.mutate(values))}
    >
      <Banner tone="info" title={t('confirmIdentity', { email })}>
        {t('confirmIdentityLead', { name })}
      </Banner>
      <ErrorBanner error={confirmation.error} shownFields={['password']} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('passwordOf', { email })}
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password', { required: t('passwordNeeded') })}
      />
      <Button type="submit" variant="primary" busy={confirmation.isPending}>
        {t('confirmIdentityAct')}
      </Button>
    </form>
  );
}
