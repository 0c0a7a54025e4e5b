import { useQuery } from '@tanstack/react-query';
import { Blocks } from 'lucide-react';
import { useState } from 'react';
import { integrationAppsQuery } from '../api/apps-api.ts';
import type { IntegrationAppWithSecret } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { AppDialog } from './app-dialog.tsx';
import { AppRow } from './app-row.tsx';

export function IntegrationApps() {
  const t = useText('developers');
  const [isRegistering, setRegistering] = useState(false);
  const [secret, setSecret] = useState<IntegrationAppWithSecret | null>(null);
  return (
    <section aria-label={t('apps')} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-text flex-1 basis-64 text-muted">{t('appsLead')}</p>
        <Button variant="primary" onClick={() => setRegistering(true)}>
          <span className="text-20 leading-none">+</span> {t('new')}
        </Button>
      </div>
      <AppList onSecret={setSecret} />
      <AppDialog
        isOpen={isRegistering}
        onClose={() => setRegistering(false)}
        onRegistered={(app) => {
          setRegistering(false);
          setSecret(app);
        }}
      />
      {secret && (
        <SecretDialog
          title={t('secretTitle', { name: secret.name })}
          values={[
            { label: t('clientId'), value: secret.clientId },
            { label: t('clientSecret'), value: secret.clientSecret },
          ]}
          onClose={() => setSecret(null)}
        />
      )}
    </section>
  );
}

function AppList({ onSecret }: { onSecret: (app: IntegrationAppWithSecret) => void }) {
  const t = useText('developers');
  const apps = useQuery(integrationAppsQuery);
  if (!apps.data) return <Unloaded query={apps} />;
  if (apps.data.length === 0) {
    return (
      <EmptyState icon={Blocks} title={t('noApps')}>
        {t('noAppsLead')}
      </EmptyState>
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {apps.data.map((app) => (
        <AppRow key={app.id} app={app} onSecret={onSecret} />
      ))}
    </ul>
  );
}
