import { useQuery } from '@tanstack/react-query';
import { FolderSync } from 'lucide-react';
import { startTransfer, transferQuery } from '../api/destination-api.ts';
import type { Transfer } from '../api/wire.ts';
import type { WorkflowIds } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';

/** Whether the files of a signed document are at the destination of its workspace; nothing without one. */
export function WorkflowTransfer({ ids, mayStart }: { ids: WorkflowIds; mayStart: boolean }) {
  const t = useText('destination');
  const ui = useText('ui');
  const { data: transfer, error } = useQuery(transferQuery(ids));
  const starting = useAct({
    does: () => startTransfer(ids),
    answers: transferQuery(ids),
    says: () => t('startedNow'),
  });
  if (error) return <ErrorBanner error={error} />;
  if (!transfer || (transfer.state === 'none' && transfer.host === null)) return null;
  const isFirstTry = transfer.state === 'pending' && transfer.attempts === 0;
  const mayBegin = mayStart && transfer.host !== null && transfer.state !== 'done' && !isFirstTry;
  return (
    <section aria-labelledby="transfer-heading" className="mt-8 flex flex-col items-start gap-2">
      <h2 id="transfer-heading" className="text-20 font-semibold">
        {t('title')}
      </h2>
      <TransferState transfer={transfer} />
      {mayBegin && (
        <Button icon={FolderSync} isSmall busy={starting.isPending} onClick={() => starting.mutate()}>
          {transfer.state === 'none' ? t('writeNow') : ui('tryAgain')}
        </Button>
      )}
      <ErrorBanner error={starting.error} isFormless />
    </section>
  );
}

function TransferState({ transfer }: { transfer: Transfer }) {
  const t = useText('destination');
  const { state, host, paths, doneDate, cause, nextAttemptDate } = transfer;
  if (state === 'done') {
    return (
      <>
        <p>
          {host === null ? t('doneBefore') : t('done', { host })}{' '}
          {doneDate !== null && <TimeText seconds={doneDate} />}
        </p>
        <details className="text-14">
          <summary className="py-1 text-muted">{t('paths', { count: paths.length })}</summary>
          <ul className="flex flex-col gap-1 ps-4">
            {paths.map((path) => (
              <li key={path} className="break-all">
                {path}
              </li>
            ))}
          </ul>
        </details>
      </>
    );
  }
  return (
    <>
      {state === 'failed' && <StateBadge tone="stopped" word={t('failed')} />}
      <p>
        <UndoneSentence transfer={transfer} />
      </p>
      {cause !== null && <p className="break-words text-14 text-muted">{cause}</p>}
      {nextAttemptDate !== null && cause !== null && (
        <p className="text-14 text-muted">
          {t('next')} <TimeText seconds={nextAttemptDate} isDeadline />
        </p>
      )}
    </>
  );
}

/** Of one that is not done. */
function UndoneSentence({ transfer }: { transfer: Transfer }) {
  const t = useText('destination');
  const { state, host, attempts, status } = transfer;
  if (state === 'failed') return t('state.failed');
  if (state === 'pending' && attempts > 0)
    return status === null ? t('state.waitsSilent') : t('state.waits', { status: String(status) });
  return t(state === 'none' ? 'state.none' : 'state.pending', { host: host ?? '' });
}
