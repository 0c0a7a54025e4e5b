import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { stopMails } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';

/** The link that stops mails: it needs no session, and opening it changes nothing, because filters do that too. */
export default function StopMailsPage() {
  const t = useText('account');
  const { userId, topic, token } = useParams({ from: '/stop-mails/$userId/$topic/$token' });
  const stopping = useMutation({ mutationFn: stopMails });
  const isDone = stopping.isSuccess;
  return (
    <OutsideFrame title={t(isDone ? 'stopDone' : 'stopTitle')} lead={t(isDone ? 'stopDoneLead' : 'stopLead')}>
      <ErrorBanner error={stopping.error} />
      {!isDone && (
        <Button
          variant="primary"
          busy={stopping.isPending}
          onClick={() => stopping.mutate({ userId: Number(userId), topic, token })}
        >
          {t('stopAct')}
        </Button>
      )}
      <Link to="/account/mails" className="link self-start py-1">
        {t('stopChoose')}
      </Link>
    </OutsideFrame>
  );
}
