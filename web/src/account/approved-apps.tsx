import { useQuery } from '@tanstack/react-query';
import { Blocks } from 'lucide-react';
import { approvedAppsQuery, uninstallApp } from '../api/account-api.ts';
import type { ApprovedApp } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ScopeList } from '../ui/scope-list.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';

/** The apps that the user has authorized. */
export function ApprovedApps() {
  const t = useText('account');
  const apps = useQuery(approvedAppsQuery);
  if (!apps.data) return <Unloaded query={apps} lines={2} />;
  if (apps.data.length === 0) {
    return (
      <p className="flex items-center gap-3 text-muted">
        <Blocks aria-hidden size={20} className="shrink-0" />
        {t('noApprovedApps')}
      </p>
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line">
      {apps.data.map((app) => (
        <ApprovedAppRow key={app.id} app={app} />
      ))}
    </ul>
  );
}

function ApprovedAppRow({ app }: { app: ApprovedApp }) {
  const t = useText('account');
  const removal = useAct({
    does: () => uninstallApp(app.id),
    says: () => t('uninstalled', { name: app.name }),
    stale: [approvedAppsQuery],
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 id={`approved-app-${app.id}`} className="font-medium">
          {app.name}
        </h3>
        <p className="text-14 text-muted">
          {app.origin === 'registered' ? t('appUnregistered') : t('appOwner', { name: app.ownerName })}
          {app.origin === 'document' && ` · ${t('appUnregistered')}`}
        </p>
        <ScopeList scopes={app.scopes} />
        <p className="mt-1 text-13 text-muted">
          {t('approvedOn')} <TimeText seconds={app.approveDate} /> ·{' '}
          {app.lastUseDate === null ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <TimeText seconds={app.lastUseDate} />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        aria-describedby={`approved-app-${app.id}`}
        act={removal}
        title={t('uninstallTitle', { name: app.name })}
        description={t('uninstallWhat')}
        confirmLabel={t('uninstall')}
      />
    </li>
  );
}
