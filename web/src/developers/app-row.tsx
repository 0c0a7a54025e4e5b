import { useMutation } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteApp, integrationAppsQuery, rotateSecret } from '../api/apps-api.ts';
import type { IntegrationApp, IntegrationAppWithSecret } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ScopeList } from '../ui/scope-list.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';
import { AppDialog } from './app-dialog.tsx';

type AppRowProps = { app: IntegrationApp; onSecret: (app: IntegrationAppWithSecret) => void };

export function AppRow({ app, onSecret }: AppRowProps) {
  const t = useText('developers');
  const [openDialog, setOpenDialog] = useState<'edit' | 'secret' | 'delete' | null>(null);
  const close = () => setOpenDialog(null);
  const nameId = `app-${app.id}`;
  return (
    <li className="flex flex-col gap-4 py-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 id={nameId} className="text-20 font-semibold">
            {app.name}
          </h2>
          <p className="text-14 text-muted">
            {t('created')} <TimeText seconds={app.createDate} /> ·{' '}
            {app.lastUseDate === null ? (
              t('neverUsed')
            ) : (
              <>
                {t('lastUsed')} <TimeText seconds={app.lastUseDate} />
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button icon={Pencil} aria-describedby={nameId} onClick={() => setOpenDialog('edit')}>
            {t('edit')}
          </Button>
          <Button icon={KeyRound} aria-describedby={nameId} onClick={() => setOpenDialog('secret')}>
            {t('rotate')}
          </Button>
          <Button
            icon={Trash2}
            variant="danger"
            aria-describedby={nameId}
            onClick={() => setOpenDialog('delete')}
          >
            {t('delete')}
          </Button>
        </div>
      </div>
      <AppFacts app={app} />
      <AppDialog isOpen={openDialog === 'edit'} onClose={close} app={app} />
      <RotateSecret app={app} isOpen={openDialog === 'secret'} onClose={close} onSecret={onSecret} />
      <DeleteApp app={app} isOpen={openDialog === 'delete'} onClose={close} />
    </li>
  );
}

function AppFacts({ app }: { app: IntegrationApp }) {
  const t = useText('developers');
  return (
    <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <CopyField label={t('clientId')} value={app.clientId} />
        <div>
          <h3 className="text-14 font-medium">{t('redirectUris')}</h3>
          <ul className="mt-1 font-mono text-14">
            {app.redirectUris.map((uri) => (
              <li key={uri}>{uri}</li>
            ))}
          </ul>
        </div>
      </div>
      <div>
        <h3 className="text-14 font-medium">{t('scopes')}</h3>
        {app.scopes.length > 0 ? (
          <ScopeList scopes={app.scopes} />
        ) : (
          <p className="text-14 text-muted">{t('noScopes')}</p>
        )}
      </div>
    </div>
  );
}

type ConfirmProps = { app: IntegrationApp; isOpen: boolean; onClose: () => void };

function RotateSecret({ app, isOpen, onClose, onSecret }: ConfirmProps & Pick<AppRowProps, 'onSecret'>) {
  const t = useText('developers');
  const rotation = useMutation({
    mutationFn: () => rotateSecret(app.id),
    onSuccess: (rotated) => {
      onClose();
      onSecret(rotated);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      act={rotation}
      title={t('rotateTitle', { name: app.name })}
      description={t('rotateWhat')}
      confirmLabel={t('rotate')}
    />
  );
}

function DeleteApp({ app, isOpen, onClose }: ConfirmProps) {
  const t = useText('developers');
  const deletion = useAct({
    does: () => deleteApp(app.id),
    done: onClose,
    says: () => t('deleted', { name: app.name }),
    stale: [integrationAppsQuery],
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      act={deletion}
      title={t('deleteTitle', { name: app.name })}
      description={t('deleteWhat')}
      confirmLabel={t('delete')}
      name={app.name}
    />
  );
}
