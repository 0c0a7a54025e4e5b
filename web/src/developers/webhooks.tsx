import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, ShieldOff, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { webhooksQuery } from '../api/webhooks-api.ts';
import type { Organization, Webhook, WebhookWithSecret } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { WebhookSecret } from '../ui/webhook-secret.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The webhook endpoints of an organization, for its administrators. */
export function Webhooks({ organization }: { organization: Organization }) {
  const t = useText('webhooks');
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  if (!organization.administrator) {
    return (
      <EmptyState icon={ShieldOff} title={t('notYours')}>
        {t('notYoursLead')}
      </EmptyState>
    );
  }
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-text flex-1 basis-64 text-muted">
          {t('lead', { organization: organization.name })}
        </p>
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
          {t('new')}
        </Button>
      </div>
      <WebhookList organization={organization} />
      <WebhookDialog
        organizationId={organization.id}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onMade={setMade}
      />
      {made && <WebhookSecret secret={made.secret} onClose={() => setMade(null)} />}
    </section>
  );
}

function WebhookList({ organization }: { organization: Organization }) {
  const t = useText('webhooks');
  const webhooks = useQuery(webhooksQuery(organization.id));
  if (!webhooks.data) return <Unloaded query={webhooks} />;
  if (webhooks.data.length === 0) {
    return (
      <EmptyState icon={WebhookIcon} title={t('empty')}>
        {t('emptyLead')}
      </EmptyState>
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {webhooks.data.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const t = useText('webhooks');
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-2 px-2 py-4 hover:bg-wash">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-mono text-14 font-medium">
          <Link
            to="/account/developers/webhooks/$webhookId"
            params={{ webhookId: String(webhook.id) }}
            className="no-underline after:absolute after:inset-0"
          >
            {webhook.url}
          </Link>
        </h2>
        <p className="text-14 text-muted">
          {webhook.events.length === 0 ? t('allEvents') : t('someEvents', { count: webhook.events.length })} ·{' '}
          {t('made')} <TimeText seconds={webhook.createDate} />
        </p>
      </div>
      <WebhookBadge webhook={webhook} />
    </li>
  );
}

export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const t = useText('webhooks');
  return webhook.enabled ? (
    <StateBadge tone="done" word={t('on')} />
  ) : (
    <StateBadge tone="draft" word={t('off')} />
  );
}
