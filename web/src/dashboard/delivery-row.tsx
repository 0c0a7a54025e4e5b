import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Delivery, DeliveryState } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge, type StateTone } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';

type DeliveryRowProps = {
  delivery: Delivery;
  /** Null where the user may not replay. */
  replay: (() => Promise<unknown>) | null;
  /** The query to invalidate after a replay. */
  listKey: readonly unknown[];
  children?: ReactNode;
};

/** One notification with its attempts and a replay button. */
export function DeliveryRow({ delivery, replay: send, listKey, children }: DeliveryRowProps) {
  const t = useText('documents');
  const showToast = useToast();
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: async () => send?.(),
    onSuccess: () => showToast({ text: t('replayed') }),
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p id={`delivery-${delivery.id}`} className="font-mono text-14">
          {delivery.event}
        </p>
        <p className="text-14 text-muted">
          {delivery.url} · <TimeText seconds={delivery.createDate} />
        </p>
        {delivery.nextAttemptDate !== null && delivery.state === 'pending' && (
          <p className="text-14 text-muted">
            {t('nextAttempt')} <TimeText seconds={delivery.nextAttemptDate} isDeadline />
          </p>
        )}
        {children}
        <Attempts delivery={delivery} />
        <ErrorBanner error={replay.error} />
      </div>
      <StateBadge tone={TONE[delivery.state]} word={t(`deliveryState.${delivery.state}`)} />
      {send && delivery.state !== 'pending' && (
        <Button
          icon={RotateCw}
          busy={replay.isPending}
          aria-describedby={`delivery-${delivery.id}`}
          onClick={() => replay.mutate()}
        >
          {t('replay')}
        </Button>
      )}
    </li>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const t = useText('documents');
  if (delivery.attempts.length === 0) return null;
  return (
    <details className="text-14">
      <summary className="py-1 text-muted">{t('attempts', { count: delivery.attempts.length })}</summary>
      <ol className="flex flex-col gap-1 ps-4">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.date}>
            <TimeText seconds={attempt.date} /> ·{' '}
            {attempt.status === null
              ? (attempt.error ?? t('noAnswer'))
              : t('answered', { status: attempt.status })}{' '}
            · {t('took', { milliseconds: attempt.durationMs })}
          </li>
        ))}
      </ol>
    </details>
  );
}

const TONE: Record<DeliveryState, StateTone> = { pending: 'waiting', delivered: 'done', dead: 'stopped' };
