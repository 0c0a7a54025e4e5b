import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, FlaskConical, Plus, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { providersQuery } from '../api/providers-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { OrganizationArea } from './organization-area.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderRow } from './provider-row.tsx';
import { SealCertificate } from './seal-certificate.tsx';

export default function ProvidersPage() {
  const t = useText('providers');
  return (
    <OrganizationArea title={t('title')} lead={({ name }) => t('lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <Providers organization={organization} />
        ) : (
          <EmptyState icon={ShieldOff} title={t('notYours')}>
            {t('notYoursLead')}
          </EmptyState>
        )
      }
    </OrganizationArea>
  );
}

function Providers({ organization: { id } }: { organization: Organization }) {
  const t = useText('providers');
  const [isMaking, setMaking] = useState(false);
  const providers = useQuery(providersQuery(id));
  if (!providers.data) return <Unloaded query={providers} />;
  const { items, returnUrl, sandbox } = providers.data;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <CopyField label={t('returnUrl')} value={returnUrl} />
        </div>
        <Button variant="primary" icon={Plus} className="mb-1" onClick={() => setMaking(true)}>
          {t('new')}
        </Button>
      </div>
      {items.length === 0 && !sandbox ? (
        <EmptyState icon={BadgeCheck} title={t('empty')}>
          {t('emptyLead')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {items.map((provider) => (
            <ProviderRow key={provider.id} organizationId={id} provider={provider} />
          ))}
          {sandbox && <SandboxRow />}
        </ul>
      )}
      <SealCertificate organizationId={id} providers={providers.data} />
      <ProviderDialog organizationId={id} isOpen={isMaking} onClose={() => setMaking(false)} />
    </section>
  );
}

function SandboxRow() {
  const t = useText('providers');
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-2 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-medium">{t('sandbox')}</h2>
        <p className="text-14 text-muted">{t('sandboxLead')}</p>
      </div>
      <StateBadge tone="draft" icon={FlaskConical} word={t('sandboxBadge')} />
    </li>
  );
}
