import { useText } from '../text/start-text.ts';
import { SecretDialog } from './secret-dialog.tsx';

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText('webhooks');
  return (
    <SecretDialog title={t('secretTitle')} values={[{ label: t('secret'), value: secret }]} onClose={onClose}>
      <p className="text-14 text-muted">{t('secretUse')}</p>
    </SecretDialog>
  );
}
