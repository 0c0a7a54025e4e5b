import { RotateCw } from 'lucide-react';
import { retryWorkflow, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useAct } from '../ui/use-act.ts';

type BlockedBannerProps = { ids: WorkflowIds; cause: string | null; mayRetry: boolean };

/** Sealing has failed: the cause, what is kept, and a retry. */
export function BlockedBanner({ ids, cause, mayRetry }: BlockedBannerProps) {
  const t = useText('documents');
  const retry = useAct({
    does: () => retryWorkflow(ids),
    says: () => t('retried'),
    stale: [{ queryKey: workflowKey(ids) }],
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
