import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { ApiError } from '../api/call.ts';
import { type WebhookIds, webhookQuery } from '../api/webhooks-api.ts';
import type { Webhook } from '../api/wire.ts';
import { WithOrganization } from '../organization/organization-area.tsx';
import { useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { eventTextKey, isStillSigning } from './webhook-state.ts';
import { WebhookBadge } from './webhooks.tsx';

export default function WebhookPage() {
  const { webhookId } = useParams({ from: '/app/account/developers/webhooks/$webhookId' });
  return (
    <WithOrganization>
      {({ id }) => <OneWebhook ids={{ organizationId: id, webhookId: Number(webhookId) }} />}
    </WithOrganization>
  );
}

function OneWebhook({ ids }: { ids: WebhookIds }) {
  const t = useText('webhooks');
  const query = useQuery(webhookQuery(ids));
  if (query.data) return <Detail ids={ids} webhook={query.data} />;
  if (query.isPending) return <Skeleton lines={6} />;
  if (query.error instanceof ApiError && query.error.status < 500 && query.error.status > 0) {
    return (
      <>
        <PageHeader title={t('gone')} lead={t('goneLead')} />
        <Link to="/account/developers" search={{ tab: 'webhooks' }} className={buttonClass()}>
          {t('all')}
        </Link>
      </>
    );
  }
  return <FailedQuery query={query} />;
}

type DetailProps = { ids: WebhookIds; webhook: Webhook };

function Detail({ ids, webhook }: DetailProps) {
  const t = useText('webhooks');
  return (
    <>
      <PageHeader
        title={t('webhook')}
        lead={<span className="font-mono text-14">{webhook.url}</span>}
        above={
          <Link to="/account/developers" search={{ tab: 'webhooks' }} className={BACK_LINK}>
            <ChevronLeft aria-hidden size={16} />
            {t('all')}
          </Link>
        }
        action={<WebhookActions ids={ids} webhook={webhook} />}
      />
      <section aria-label={t('settings')} className="border-t border-line py-6">
        <Settings webhook={webhook} />
      </section>
      <section aria-labelledby="deliveries" className="border-t border-line py-6">
        <h2 id="deliveries" className="text-20 font-semibold">
          {t('deliveries')}
        </h2>
        <p className="text-14 text-muted">{t('deliveriesLead')}</p>
        <WebhookDeliveries ids={ids} />
      </section>
    </>
  );
}

function Settings({ webhook }: { webhook: Webhook }) {
  const t = useText('webhooks');
  const { events, sslVerification, previousSecretEndDate } = webhook;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-muted">
        <WebhookBadge webhook={webhook} />
        <span>
          {t('made')} <TimeText seconds={webhook.createDate} />
        </span>
        <span>
          {t('certificateTerm')} {t(sslVerification ? 'certificateChecked' : 'certificateFree')}
        </span>
        {isStillSigning(previousSecretEndDate, Date.now() / 1000) && (
          <span>
            {t('oldSecret')} <TimeText seconds={previousSecretEndDate ?? 0} isDeadline />
          </span>
        )}
      </div>
      <div>
        <h2 className="text-14 font-medium">{t('events')}</h2>
        {events.length === 0 ? (
          <p className="text-14">{t('eventsAll')}</p>
        ) : (
          <ul className="list-disc ps-5 text-14">
            {events.map((event) => (
              <li key={event}>{t(eventTextKey(event))}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
