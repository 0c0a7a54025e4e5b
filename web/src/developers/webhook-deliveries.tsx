import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { deliveriesQuery, replayWebhookDelivery, type WebhookIds, webhooksKey } from '../api/webhooks-api.ts';
import { DeliveryRow } from '../dashboard/delivery-row.tsx';
import { useText } from '../text/start-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { Unloaded } from '../ui/unloaded.tsx';

export function WebhookDeliveries({ ids }: { ids: WebhookIds }) {
  const t = useText('webhooks');
  const [page, setPage] = useState(1);
  const deliveries = useQuery(deliveriesQuery(ids, page));
  if (!deliveries.data) return <Unloaded query={deliveries} />;
  if (deliveries.data.items.length === 0) {
    return (
      <EmptyState icon={Send} title={t('noDeliveries')}>
        {t('noDeliveriesLead')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="flex flex-col divide-y divide-line" aria-busy={deliveries.isPlaceholderData}>
        {deliveries.data.items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            replay={() => replayWebhookDelivery(ids, delivery.id)}
            listKey={webhooksKey(ids.organizationId)}
          >
            <p className="text-13 text-muted">
              {t('messageId')} <code className="font-mono">{delivery.messageId}</code>
            </p>
          </DeliveryRow>
        ))}
      </ul>
      <Pager page={page} pages={deliveries.data.pages} onPage={setPage} />
    </>
  );
}
