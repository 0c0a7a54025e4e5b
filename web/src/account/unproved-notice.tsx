import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { requestAddressProof, statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';

/** Says that the address of the account is still to be confirmed, and mails the link again. */
export function UnprovedNotice() {
  const t = useText('account');
  const showToast = useToast();
  const status = useQuery(statusQuery);
  const email = status.data?.unprovedEmail ?? null;
  const send = useMutation({
    mutationFn: requestAddressProof,
    onSuccess: () => showToast({ text: t('unprovedSent', { email: email ?? '' }) }),
  });
  if (email === null) return null;
  return (
    <div className="mb-8 flex flex-col gap-3">
      <Banner
        tone="waiting"
        title={t('unprovedTitle')}
        action={
          <Button icon={Mail} busy={send.isPending} onClick={() => send.mutate()}>
            {t('unprovedAct')}
          </Button>
        }
      >
        <p className="break-words">{t('unprovedLead', { email })}</p>
        {status.data?.mailKept && <p>{t('unprovedMailKept')}</p>}
      </Banner>
      <ErrorBanner error={send.error} />
    </div>
  );
}
