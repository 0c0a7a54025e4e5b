import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { refuseAddressChange } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';

/** The page of the link in the former mailbox; it needs no session, which a thief may have ended. */
export default function RefuseAddressPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/refuse-address/$token' });
  const refusal = useMutation({ mutationFn: refuseAddressChange });
  const isDone = refusal.isSuccess;
  return (
    <OutsideFrame
      title={t(isDone ? 'refuseDone' : 'refuseTitle')}
      lead={t(isDone ? 'refuseDoneLead' : 'refuseLead')}
    >
      {isDone ? (
        <Link to="/sign-in" search={{}} className="link self-start py-1">
          {t('backToSignIn')}
        </Link>
      ) : (
        <>
          <ErrorBanner error={refusal.error} />
          <Button variant="danger" busy={refusal.isPending} onClick={() => refusal.mutate({ token })}>
            {t('refuseAct')}
          </Button>
        </>
      )}
    </OutsideFrame>
  );
}
