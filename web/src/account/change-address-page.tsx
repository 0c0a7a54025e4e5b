import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { addressChangeQuery, confirmAddressChange, profileQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The page of the link in the new mailbox. Opening it changes nothing, because mail filters open links too. */
export default function ChangeAddressPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/change-address/$token' });
  const client = useQueryClient();
  const profile = useQuery(profileQuery);
  const isSignedIn = profile.data != null;
  const change = useQuery({ ...addressChangeQuery, enabled: isSignedIn });
  const confirm = useMutation({
    mutationFn: confirmAddressChange,
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  });
  if (confirm.isSuccess) {
    return (
      <OutsideFrame title={t('changeDone')} lead={t('changeDoneLead')}>
        <Link to="/account" className={buttonClass('primary')}>
          {t('changeGoOn')}
        </Link>
      </OutsideFrame>
    );
  }
  const pending = change.data?.pending;
  if (isSignedIn && pending === null && !confirm.isPending) {
    return <OutsideFrame title={t('changeNone')} lead={t('changeNoneLead')} />;
  }
  return (
    <OutsideFrame title={t('changeTitle')}>
      {(profile.isPending || (isSignedIn && change.isPending)) && <Skeleton />}
      <ErrorBanner error={profile.error ?? change.error} />
      {profile.data === null && (
        <>
          <p>{t('changeSignIn')}</p>
          <SignInForm onSignedIn={() => void profile.refetch()} />
        </>
      )}
      {pending && (
        <>
          <p className="break-words">
            {t('changeLead', { email: profile.data?.email ?? '', newEmail: pending.email })}
          </p>
          <ErrorBanner error={confirm.error} />
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            {t('changeAct')}
          </Button>
        </>
      )}
    </OutsideFrame>
  );
}
