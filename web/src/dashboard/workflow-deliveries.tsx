import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Webhook } from 'lucide-react';
import type { Delivery, DeliveryState } from '../api/wire.ts';
import { replayDelivery, type WorkflowPlace, workflowKey, workflowPartQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StateBadge, type StateTone } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { TroubleBanner } from '../ui/trouble-banner.tsx';

/** The notifications to the integrator's server, each with its attempts. */
export function WorkflowDeliveries({ place, mayChange }: { place: WorkflowPlace; mayChange: boolean }) {
  const t = useText('documents');
  const deliveries = useQuery(workflowPartQuery(place, 'deliveries', mayChange));
  if (deliveries.isPending) return <Skeleton />;
  if (deliveries.error && !deliveries.data) return <TroubleBanner error={deliveries.error} />;
  if (deliveries.data.length === 0) {
    return (
      <EmptyState icon={Webhook} title={t('noDeliveries')}>
        {t('noDeliveriesLead')}
      </EmptyState>
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line">
      {deliveries.data.map((delivery) => (
        <DeliveryLine key={delivery.id} place={place} delivery={delivery} />
      ))}
    </ul>
  );
}

function DeliveryLine({ place, delivery }: { place: WorkflowPlace; delivery: Delivery }) {
  const t = useText('documents');
  const say = useToast();
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayDelivery(place, delivery.id),
    onSuccess: () => say({ text: t('replayed') }),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(place) }),
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
        <Attempts delivery={delivery} />
        <TroubleBanner error={replay.error} />
      </div>
      <StateBadge tone={TONE[delivery.state]} word={t(`deliveryState.${delivery.state}`)} />
      {delivery.state !== 'pending' && (
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
