import { useQuery } from '@tanstack/react-query';
import { type AgentApp, agentAppsQuery, endAgentApp } from '../api/agents-api.ts';
import { useText } from '../text/start-text.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';

/** The apps that members let act as agents, which administrators can end. */
export function AgentApps({ organizationId }: { organizationId: number }) {
  const t = useText('organization');
  const apps = useQuery(agentAppsQuery(organizationId));
  return (
    <section aria-labelledby="agent-apps" className="flex max-w-text flex-col gap-4">
      <h2 id="agent-apps" className="text-20 font-semibold">
        {t('agents.apps')}
      </h2>
      {!apps.data && <Unloaded query={apps} lines={2} />}
      {apps.data?.length === 0 && <p className="text-muted">{t('agents.noApps')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {apps.data?.map((app) => (
          <AppRow key={app.id} app={app} organizationId={organizationId} />
        ))}
      </ul>
    </section>
  );
}

function AppRow({ app, organizationId }: { app: AgentApp; organizationId: number }) {
  const t = useText('organization');
  const ending = useAct({
    does: () => endAgentApp(organizationId, app.id),
    says: () => t('agents.ended', { name: app.name }),
    stale: [agentAppsQuery(organizationId)],
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 id={`agent-app-${app.id}`} className="break-words font-medium">
          {app.name}
        </h3>
        {app.origin !== 'made' && <p className="text-14 text-muted">{t(`agents.origin.${app.origin}`)}</p>}
        <p className="break-all text-13 text-muted">
          <bdi>{app.clientId}</bdi>
        </p>
        <p className="mt-1 text-13 text-muted">
          {t('agents.members', { count: app.members })}
          {app.lastUseDate !== null && (
            <>
              {' · '}
              <TimeText seconds={app.lastUseDate} />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        aria-describedby={`agent-app-${app.id}`}
        act={ending}
        title={t('agents.endTitle', { name: app.name })}
        description={t('agents.endWhat')}
        confirmLabel={t('agents.end')}
      />
    </li>
  );
}
