import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { replayDelivery, type WorkflowIds, workflowKey, workflowSectionQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { DeliveryRow } from './delivery-row.tsx';

type WorkflowDeliveriesProps = { ids: WorkflowIds; mayChange: boolean; mayReplay: boolean };

/** The notifications to the integrator's server, with their attempts. */
export function WorkflowDeliveries({ ids, mayChange, mayReplay }: WorkflowDeliveriesProps) {
  const t = useText('documents');
  const deliveries = useQuery(workflowSectionQuery(ids, 'deliveries', mayChange));
  if (!deliveries.data) return <Unloaded query={deliveries} />;
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
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          replay={mayReplay ? () => replayDelivery(ids, delivery.id) : null}
          listKey={workflowKey(ids)}
        />
      ))}
    </ul>
  );
}
