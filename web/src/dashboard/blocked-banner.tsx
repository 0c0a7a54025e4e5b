import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { retryWorkflow, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';

type BlockedBannerProps = { ids: WorkflowIds; cause: string | null; mayRetry: boolean };

/** Sealing has failed: the cause, what is kept, and a retry. */
export function BlockedBanner({ ids, cause, mayRetry }: BlockedBannerProps) {
  const t = useText('documents');
  const showToast = useToast();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryWorkflow(ids),
    onSuccess: async () => {
      showToast({ text: t('retried') });
      await client.invalidateQueries({ queryKey: workflowKey(ids) });
    },
  });
  return (
    <div className="mb-8 flex flex-col gap-3">
      <Banner
        tone="stopped"
        title={t('blockedTitle')}
        action={
          mayRetry && (
            <Button icon={RotateCw} busy={retry.isPending} onClick={() => retry.mutate()}>
              {t('retry')}
            </Button>
          )
        }
      >
        {cause && <p>{cause}</p>}
        <p>{t('blockedSafe')}</p>
      </Banner>
      <ErrorBanner error={retry.error} />
    </div>
  );
}

/** Sealing waits for an external service, such as a timestamp authority; no action is needed. */
export function DelayedBanner({ cause }: { cause: string }) {
  const t = useText('documents');
  return (
    <div className="mb-8">
      <Banner tone="waiting" title={t('delayedTitle')}>
        <p>{cause}</p>
        <p>{t('delayedSafe')}</p>
      </Banner>
    </div>
  );
}

/** A draft was to start by itself and could not: it waits for the sender. */
export function StartFailedBanner({ cause }: { cause: string }) {
  const t = useText('documents');
  return (
    <div className="mb-8">
      <Banner tone="stopped" title={t('startFailedTitle')}>
        <p>{cause}</p>
        <p>{t('startFailedNext')}</p>
      </Banner>
    </div>
  );
}
