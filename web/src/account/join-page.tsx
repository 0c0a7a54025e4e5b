import { LIMITS } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { acceptInvitation, invitationQuery, profileQuery } from '../api/account-api.ts';
import type { Invitation, Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { nameRulesIn } from './name-rules.ts';
import { newPasswordRules, PasswordField } from './password-field.tsx';
import { SignInForm } from './sign-in-form.tsx';

const FIELDS = ['name', 'password'] as const;

/** The page of an invitation link: joins a signed-in user, else asks to sign in or to create an account. */
export default function JoinPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/join/$token' });
  const invitation = useQuery(invitationQuery(token));
  const join = useJoin();
  if (invitation.isPending) {
    return (
      <OutsideFrame title={t('joinTitle')}>
        <Skeleton />
      </OutsideFrame>
    );
  }
  if (!invitation.data) {
    return (
      <OutsideFrame title={t('joinTitle')}>
        <ErrorBanner error={invitation.error} />
      </OutsideFrame>
    );
  }
  const { organizationName, inviterName, email, hasAccount, isSignedIn } = invitation.data;
  return (
    <OutsideFrame title={t('joinNamed', { organization: organizationName })}>
      <p className="break-words">
        {t('joinLead', { inviter: inviterName, organization: organizationName, email })}
      </p>
      {isSignedIn && (
        <>
          <ErrorBanner error={join.error} />
          <Button variant="primary" busy={join.isPending} onClick={() => join.mutate({ token })}>
            {t('joinAct')}
          </Button>
        </>
      )}
      {hasAccount && !isSignedIn && <SignInForm email={email} onSignedIn={() => void invitation.refetch()} />}
      {!hasAccount && <NewMemberForm token={token} invitation={invitation.data} />}
    </OutsideFrame>
  );
}

function useJoin() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: acceptInvitation,
    onSuccess: (profile: Profile) => {
      // Keep the invitation, which this page shows until the next one is rendered, and which is used up now.
      client.removeQueries({ predicate: ({ queryKey }) => !queryKey.includes('invitation') });
      client.setQueryData(profileQuery.queryKey, profile);
      void navigate({ to: '/documents', search: {}, replace: true });
    },
  });
}

function NewMemberForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useText('account');
  const join = useJoin();
  const form = useForm({ defaultValues: { name: '', password: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    join.mutate(
      { token, ...values },
      {
        onError: (error) => showViolations({ form, error, fields: FIELDS }),
      },
    ),
  );
  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={submit}>
      <ErrorBanner error={join.error} shownFields={FIELDS} />
      <TextField
        label={t('yourName')}
        hint={t('nameHint')}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', nameRulesIn(t))}
      />
      {/* For password managers: the address that the new password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
      <PasswordField
        label={t('password')}
        hint={t('passwordHint', { count: LIMITS.passwordCharactersMin })}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', newPasswordRules(t))}
      />
      <Button type="submit" variant="primary" busy={join.isPending}>
        {t('joinAct')}
      </Button>
    </form>
  );
}
