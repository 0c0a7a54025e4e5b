import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Pencil, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookIds,
  webhookQuery,
  webhooksKey,
  webhooksQuery,
} from '../api/webhooks-api.ts';
import type { Webhook } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { useAct } from '../ui/use-act.ts';
import { WebhookSecret } from '../ui/webhook-secret.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

type ActionsProps = { ids: WebhookIds; webhook: Webhook };

export function WebhookActions({ ids, webhook }: ActionsProps) {
  const t = useText('webhooks');
  const [openDialog, setOpenDialog] = useState<'edit' | 'secret' | 'delete' | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Pencil} onClick={() => setOpenDialog('edit')}>
        {t('edit')}
      </Button>
      <SwitchWebhook ids={ids} webhook={webhook} />
      <Button icon={KeyRound} onClick={() => setOpenDialog('secret')}>
        {t('rotate')}
      </Button>
      <Button icon={Trash2} variant="danger" onClick={() => setOpenDialog('delete')}>
        {t('delete')}
      </Button>
      <WebhookDialog
        organizationId={ids.organizationId}
        webhook={webhook}
        isOpen={openDialog === 'edit'}
        onClose={close}
      />
      <RotateSecret ids={ids} isOpen={openDialog === 'secret'} onClose={close} />
      <DeleteWebhook ids={ids} webhook={webhook} isOpen={openDialog === 'delete'} onClose={close} />
    </div>
  );
}

/** Needs no confirmation, because it can be reverted. */
function SwitchWebhook({ ids, webhook }: ActionsProps) {
  const t = useText('webhooks');
  const switching = useAct({
    does: (enabled: boolean) => updateWebhook(ids, { enabled }),
    says: ({ enabled }) => t(enabled ? 'isOn' : 'isOff'),
    stale: [{ queryKey: webhooksKey(ids.organizationId) }],
  });
  return (
    <>
      <Button icon={Power} busy={switching.isPending} onClick={() => switching.mutate(!webhook.enabled)}>
        {t(webhook.enabled ? 'switchOff' : 'switchOn')}
      </Button>
      <ErrorBanner error={switching.error} isFormless />
    </>
  );
}

type ConfirmProps = { isOpen: boolean; onClose: () => void };

const OVERLAPS = [
  { seconds: 86_400, label: 'overlapDay' },
  { seconds: 3_600, label: 'overlapHour' },
  { seconds: 7 * 86_400, label: 'overlapWeek' },
  { seconds: 0, label: 'overlapNow' },
] as const;

function RotateSecret({ ids, isOpen, onClose }: ConfirmProps & Pick<ActionsProps, 'ids'>) {
  const t = useText('webhooks');
  const [overlap, setOverlap] = useState<number>(OVERLAPS[0].seconds);
  const [secret, setSecret] = useState<string | null>(null);
  const rotation = useAct({
    does: () => rotateWebhookSecret(ids, overlap),
    done: (rotated) => {
      onClose();
      setSecret(rotated.secret);
    },
    stale: [{ queryKey: webhooksKey(ids.organizationId) }],
  });
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        act={rotation}
        title={t('rotateTitle')}
        description={t('rotateWhat')}
        confirmLabel={t('rotate')}
      >
        <SelectField
          label={t('overlap')}
          value={overlap}
          onChange={(event) => setOverlap(Number(event.target.value))}
        >
          {OVERLAPS.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {t(label)}
            </option>
          ))}
        </SelectField>
      </ConfirmDialog>
      {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function DeleteWebhook({ ids, webhook, isOpen, onClose }: ConfirmProps & ActionsProps) {
  const t = useText('webhooks');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: () => deleteWebhook(ids),
    onSuccess: async () => {
      showToast({ text: t('deleted') });
      await navigate({ to: '/account/developers', search: { tab: 'webhooks' } });
      client.removeQueries({ queryKey: webhookQuery(ids).queryKey });
      await client.invalidateQueries({ queryKey: webhooksQuery(ids.organizationId).queryKey });
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      act={deletion}
      title={t('deleteTitle', { host: new URL(webhook.url).host })}
      description={t('deleteWhat')}
      confirmLabel={t('delete')}
    />
  );
}
