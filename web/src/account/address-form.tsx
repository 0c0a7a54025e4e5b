import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  addressChangeQuery,
  cancelAddressChange,
  requestAddressChange,
  statusQuery,
} from '../api/account-api.ts';
import type { AddressChange } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextField } from '../ui/text-field.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';
import { PasswordField } from './password-field.tsx';

const FIELDS = ['email', 'currentPassword'] as const;

/** Asks for another address of the account; what waits for the new mailbox is shown until it is used or withdrawn. */
export function AddressForm({ email }: { email: string }) {
  const t = useText('account');
  const client = useQueryClient();
  const pending = useQuery(addressChangeQuery).data?.pending ?? null;
  const reload = () => client.invalidateQueries({ queryKey: addressChangeQuery.queryKey });
  const form = useForm({ defaultValues: { email: '', currentPassword: '' } });
  const { errors } = form.formState;
  const ask = useMutation({
    mutationFn: requestAddressChange,
    onSuccess: async () => {
      form.reset();
      await reload();
    },
    onError: (error) => showViolations({ form, error, fields: FIELDS }),
  });
  return (
    <>
      <p className="break-words">{t('addressIs', { email })}</p>
      {pending && <PendingChange pending={pending} />}
      <SavingForm form={form} saving={ask} fields={FIELDS} method="post">
        <TextField
          type="email"
          autoComplete="off"
          label={t('addressNew')}
          hint={t('addressNewHint')}
          error={errors.email?.message}
          {...form.register('email', { required: t('emailNeeded') })}
        />
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: t('passwordNeeded') })}
        />
        <Button type="submit" busy={ask.isPending} className="self-start">
          {t('addressAsk')}
        </Button>
      </SavingForm>
    </>
  );
}

/** What waits for the new mailbox, with its withdrawal. */
function PendingChange({ pending }: { pending: NonNullable<AddressChange['pending']> }) {
  const t = useText('account');
  const isMailKept = useQuery(statusQuery).data?.mailKept ?? false;
  const cancel = useAct({
    does: cancelAddressChange,
    says: () => t('addressCancelled'),
    stale: [addressChangeQuery],
  });
  return (
    <>
      <Banner
        tone="waiting"
        title={t('addressPending', { email: pending.email })}
        action={
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('addressCancel')}
          </Button>
        }
      >
        <p>{t('addressPendingLead')}</p>
        <p>
          {t('addressPendingUntil')} <TimeText seconds={pending.expiryDate} isDeadline />
        </p>
        {isMailKept && <p>{t('addressMailKept')}</p>}
      </Banner>
      <ErrorBanner error={cancel.error} />
    </>
  );
}
