import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { confirmAddress, statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * The page of a link that proves an address. Opening it changes nothing, because mail filters open links too: the
 * person signs in and presses the button.
 */
export default function ConfirmAddressPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/confirm-address/$token' });
  const client = useQueryClient();
  const status = useQuery(statusQuery);
  const confirm = useMutation({
    mutationFn: confirmAddress,
    onSuccess: () => client.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
  const { signedIn, unprovedEmail } = status.data ?? {};
  const isProved = confirm.isSuccess || (signedIn && unprovedEmail === null);
  if (isProved) {
    return (
      <OutsideFrame title={t('confirmDone')} lead={t('confirmDoneLead')}>
        <Link to="/documents" search={{}} className={buttonClass('primary')}>
          {t('confirmGoOn')}
        </Link>
      </OutsideFrame>
    );
  }
  return (
    <OutsideFrame title={t('confirmTitle')}>
      {status.isPending && <Skeleton />}
      <ErrorBanner error={status.error} />
      {signedIn === false && (
        <>
          <p>{t('confirmSignIn')}</p>
          <SignInForm onSignedIn={() => void status.refetch()} />
        </>
      )}
      {unprovedEmail && (
        <>
          <p className="break-words">{t('confirmLead', { email: unprovedEmail })}</p>
          <ErrorBanner error={confirm.error} />
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
            {t('confirmAct')}
          </Button>
        </>
      )}
    </OutsideFrame>
  );
}
