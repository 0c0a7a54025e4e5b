import type { IntegrationAppWithSecret } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The only time the secret is seen: we keep its hash alone. */
export function SecretDialog({
  app,
  onClose,
}: {
  app: IntegrationAppWithSecret | null;
  onClose: () => void;
}) {
  const t = useText('developers');
  return (
    <Dialog
      isOpen={app !== null}
      onClose={onClose}
      title={t('secretTitle', { name: app?.name ?? '' })}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('secretKept')}
        </Button>
      }
    >
      {app && (
        <>
          <Banner tone="waiting" title={t('secretOnce')}>
            {t('secretHow')}
          </Banner>
          <CopyField label={t('clientId')} value={app.clientId} />
          <CopyField label={t('clientSecret')} value={app.clientSecret} />
        </>
      )}
    </Dialog>
  );
}
