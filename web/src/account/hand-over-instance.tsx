import { Link } from '@tanstack/react-router';
import { Activity, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { handOverInstance } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { PasswordField } from './password-field.tsx';

/** For the owner of the instance: makes another account its owner. */
export function HandOverInstance() {
  const t = useText('account');
  const health = useText('health');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex flex-col items-start gap-3">
      <Link to="/account/health" className={buttonClass()}>
        <Activity aria-hidden size={18} />
        {health('open')}
      </Link>
      <p>{t('handOverWhat')}</p>
      <Button icon={KeyRound} onClick={() => setOpen(true)}>
        {t('handOver')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('handOver')} description={t('handOverEffect')}>
        <HandOverForm onClose={close} />
      </Dialog>
    </div>
  );
}

const FIELDS = ['email', 'currentPassword'] as const;

function HandOverForm({ onClose }: { onClose: () => void }) {
  const t = useText('account');
  const form = useForm({ defaultValues: { email: '', currentPassword: '' } });
  const handing = useAct({
    does: handOverInstance,
    done: onClose,
    says: () => t('handedOver'),
    stale: [{ queryKey: ['account'] }],
    form,
    fields: FIELDS,
  });
  const { errors } = form.formState;
  const needed = (name: (typeof FIELDS)[number], message: string) => ({
    error: errors[name]?.message,
    ...form.register(name, { validate: (text) => text.trim() !== '' || message }),
  });
  return (
    <SavingForm form={form} saving={handing} fields={FIELDS} method="post">
      <TextField
        type="email"
        autoComplete="off"
        label={t('heirEmail')}
        hint={t('heirEmailHint')}
        {...needed('email', t('heirNeeded'))}
      />
      <PasswordField
        label={t('currentPassword')}
        autoComplete="current-password"
        {...needed('currentPassword', t('passwordNeeded'))}
      />
      <FormActions
        onLeave={onClose}
        leave={t('handOverKeep')}
        act={t('handOverAct')}
        variant="danger"
        busy={handing.isPending}
      />
    </SavingForm>
  );
}
