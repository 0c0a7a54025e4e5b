import { useMutation, useQuery } from '@tanstack/react-query';
import { PlugZap, Trash2 } from 'lucide-react';
import { deleteDestination, destinationQuery, tryDestination } from '../api/destination-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { DestinationForm } from './destination-form.tsx';
import { FailedTransfers } from './failed-transfers.tsx';
import { TrialResult } from './trial-result.tsx';

type DestinationSettingsProps = { workspaceId: number; maySeeAll: boolean };

/** Where the sealed files of a workspace are written to, and what could not be written. */
export function DestinationSettings({ workspaceId, maySeeAll }: DestinationSettingsProps) {
  const query = useQuery(destinationQuery(workspaceId));
  if (!query.data) return <Unloaded query={query} lines={4} />;
  const { destination } = query.data;
  return (
    <div className="flex flex-col gap-6">
      <DestinationForm key={destination?.changeDate} workspaceId={workspaceId} destination={destination} />
      {destination && <SetUp workspaceId={workspaceId} />}
      {maySeeAll && <FailedTransfers workspaceId={workspaceId} />}
    </div>
  );
}

/** What can be done with the destination that is set up. */
function SetUp({ workspaceId }: { workspaceId: number }) {
  const t = useText('destination');
  const trial = useMutation({ mutationFn: () => tryDestination(workspaceId) });
  const deletion = useAct({
    does: () => deleteDestination(workspaceId),
    says: () => t('deleted'),
    stale: [destinationQuery(workspaceId)],
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button icon={PlugZap} busy={trial.isPending} onClick={() => trial.mutate()}>
          {t('try')}
        </Button>
        <ConfirmButton
          icon={Trash2}
          act={deletion}
          title={t('deleteTitle')}
          description={t('deleteWhat')}
          confirmLabel={t('delete')}
        />
      </div>
      <div role="status">
        {trial.isPending && <p className="text-14">{t('trying')}</p>}
        {trial.data && (
          <TrialResult trial={trial.data} verdict={t(trial.data.usable ? 'tryWell' : 'tryBadly')} />
        )}
      </div>
      <ErrorBanner error={trial.error} isFormless />
    </div>
  );
}
