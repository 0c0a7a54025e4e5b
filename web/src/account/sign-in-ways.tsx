import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { connectionUrl, signInChoicesQuery, startSignIn } from '../api/connections-api.ts';
import type { Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { SignInForm } from './sign-in-form.tsx';

type SignInWaysProps = {
  onSignedIn: (profile: Profile) => void;
  /** Where a sign-in at a provider leads. */
  returnTo: string;
  children?: ReactNode;
};

type Named = { id: string; name: string };
/** An address whose domain has decided how it signs in. */
type Decided = { email: string; connection: Named | null };

/** The ways to sign in: where the domain of an address can decide, the address comes first. */
export function SignInWays({ onSignedIn, returnTo, children }: SignInWaysProps) {
  const choices = useQuery(signInChoicesQuery);
  const [decided, setDecided] = useState<Decided | null>(null);
  if (choices.isPending) return <Skeleton />;
  const { byAddress = false, connections = [] } = choices.data ?? {};
  const again = decided !== null && <OtherAddress onClick={() => setDecided(null)} />;
  if (decided?.connection) {
    const { email, connection } = decided;
    const usePassword = () => setDecided({ email, connection: null });
    return <ByConnection {...{ email, connection, returnTo, usePassword }}>{again}</ByConnection>;
  }
  const buttons = connections.map((connection) => (
    <ContinueLink key={connection.id} connection={connection} returnTo={returnTo} />
  ));
  if (byAddress && decided === null)
    return (
      <div className="flex flex-col gap-4">
        <AddressForm onDecided={setDecided} />
        {buttons}
        {children}
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <SignInForm key={decided?.email} email={decided?.email ?? ''} onSignedIn={onSignedIn}>
        {buttons}
        {again}
        {children}
      </SignInForm>
    </div>
  );
}

function AddressForm({ onDecided }: { onDecided: (decided: Decided) => void }) {
  const t = useText('account');
  const form = useForm({ defaultValues: { email: '' } });
  const start = useMutation({
    mutationFn: startSignIn,
    onSuccess: ({ connection }, { email }) => onDecided({ email, connection }),
  });
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => start.mutate(values))}
    >
      <ErrorBanner error={start.error} />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.formState.errors.email?.message}
        {...form.register('email', { required: t('emailNeeded') })}
      />
      <Button type="submit" variant="primary" busy={start.isPending}>
        {t('continue')}
      </Button>
    </form>
  );
}

type ByConnectionProps = Decided & {
  connection: Named;
  returnTo: string;
  usePassword: () => void;
  children: ReactNode;
};

function ByConnection({ email, connection, returnTo, usePassword, children }: ByConnectionProps) {
  const t = useText('account');
  return (
    <div className="flex flex-col gap-4">
      <p role="status">{t('decided', { email, name: connection.name })}</p>
      <ContinueLink connection={connection} returnTo={returnTo} email={email} isPrimary />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <button type="button" className="link py-1" onClick={usePassword}>
          {t('usePassword')}
        </button>
        {children}
      </p>
    </div>
  );
}

function OtherAddress({ onClick }: { onClick: () => void }) {
  const t = useText('account');
  return (
    <button type="button" className="link self-start py-1" onClick={onClick}>
      {t('otherAddress')}
    </button>
  );
}

type ContinueLinkProps = { connection: Named; returnTo: string; email?: string; isPrimary?: boolean };

function ContinueLink({ connection: { id, name }, isPrimary, ...to }: ContinueLinkProps) {
  const t = useText('account');
  return (
    <a href={connectionUrl(id, to)} className={buttonClass(isPrimary ? 'primary' : 'plain')}>
      {t('continueWith', { name })}
    </a>
  );
}
