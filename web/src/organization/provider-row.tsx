import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, PlugZap, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteProvider, providersQuery, tryProvider, updateProvider } from '../api/providers-api.ts';
import type { TrustProvider } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { TrialResult } from './trial-result.tsx';

type RowProps = { organizationId: number; provider: TrustProvider };

/** A provider with what can be done with it. */
export function ProviderRow({ organizationId, provider }: RowProps) {
  const t = useText('providers');
  const trial = useMutation({
    mutationFn: () => tryProvider({ organizationId, providerId: provider.id }),
  });
  return (
    <li className="flex flex-col gap-3 px-2 py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-medium">{provider.name}</h2>
          <p className="font-mono text-14 text-muted">{provider.baseUrl}</p>
          {provider.anchors.map(({ name, sha256, endDate }) => (
            <p key={sha256} className="text-14 text-muted">
              {t('anchor', { name })} <TimeText seconds={endDate} />
            </p>
          ))}
        </div>
        {provider.enabled ? (
          <StateBadge tone="done" word={t('on')} />
        ) : (
          <StateBadge tone="draft" word={t('off')} />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={PlugZap} busy={trial.isPending} onClick={() => trial.mutate()}>
          {t('try')}
        </Button>
        <RowActions organizationId={organizationId} provider={provider} />
      </div>
      <div role="status">
        {trial.isPending && <p className="text-14">{t('trying')}</p>}
        {trial.data && <TrialResult trial={trial.data} />}
      </div>
      <ErrorBanner error={trial.error} isFormless />
    </li>
  );
}

function RowActions({ organizationId, provider }: RowProps) {
  const t = useText('providers');
  const showToast = useToast();
  const client = useQueryClient();
  const [openDialog, setOpenDialog] = useState<'delete' | 'edit' | null>(null);
  const { name, enabled } = provider;
  const ids = { organizationId, providerId: provider.id };
  const refresh = () => client.invalidateQueries({ queryKey: providersQuery(organizationId).queryKey });
  const switching = useMutation({
    mutationFn: () => updateProvider(ids, { enabled: !enabled }),
    onSuccess: async () => {
      showToast({ text: t(enabled ? 'isOff' : 'isOn', { name }) });
      await refresh();
    },
  });
  const deletion = useMutation({
    mutationFn: () => deleteProvider(ids),
    onSuccess: async () => {
      showToast({ text: t('deleted') });
      await refresh();
    },
  });
  return (
    <>
      <Button icon={Pencil} onClick={() => setOpenDialog('edit')}>
        {t('edit')}
      </Button>
      <Button icon={Power} busy={switching.isPending} onClick={() => switching.mutate()}>
        {t(enabled ? 'switchOff' : 'switchOn')}
      </Button>
      <Button icon={Trash2} variant="danger" onClick={() => setOpenDialog('delete')}>
        {t('delete')}
      </Button>
      <ErrorBanner error={switching.error} isFormless />
      <ProviderDialog
        organizationId={organizationId}
        provider={provider}
        isOpen={openDialog === 'edit'}
        onClose={() => setOpenDialog(null)}
      />
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        onClose={() => setOpenDialog(null)}
        act={deletion}
        title={t('deleteTitle', { name })}
        description={t('deleteWhat')}
        confirmLabel={t('delete')}
      />
    </>
  );
}
