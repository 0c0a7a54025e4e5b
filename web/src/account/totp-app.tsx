import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { beginTotp, confirmTotp, deleteTotp, secondFactorQuery } from '../api/security-api.ts';
import type { NewTotp, SecondFactor } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextField } from '../ui/text-field.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

/** The authenticator app of the account, or how one is set up. */
export function TotpApp({ factor: { totp, offered } }: { factor: SecondFactor }) {
  const t = useText('account');
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useMutation({ mutationFn: beginTotp });
  const confirmed = async (made: string[] | null) => {
    begin.reset();
    setCodes(made);
    await client.invalidateQueries();
  };
  return (
    <>
      {totp !== null && <RemovableApp createDate={totp.createDate} />}
      {totp === null && !offered && <p className="text-muted">{t('security.notOffered')}</p>}
      {totp === null && offered && (
        <Button
          icon={Smartphone}
          className="self-start"
          busy={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {t('security.appSetUp')}
        </Button>
      )}
      <ErrorBanner error={begin.error} />
      <Dialog
        isOpen={begin.data !== undefined}
        onClose={begin.reset}
        title={t('security.appSetUp')}
        description={t('security.scan')}
      >
        {begin.data && <ConfirmApp made={begin.data} onConfirmed={confirmed} />}
      </Dialog>
      <NewRecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}

type ConfirmAppProps = { made: NewTotp; onConfirmed: (codes: string[] | null) => void };

function ConfirmApp({ made: { secret, uri }, onConfirmed }: ConfirmAppProps) {
  const t = useText('account');
  const form = useForm({ defaultValues: { code: '' } });
  const confirm = useMutation({
    mutationFn: confirmTotp,
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: (error) => showViolations({ form, error, fields: ['code'] }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => confirm.mutate(values))}
    >
      <QrPicture text={uri} label={t('security.qr')} />
      <CopyField label={t('security.secret')} value={secret} />
      <ErrorBanner error={confirm.error} shownFields={['code']} />
      <TextField
        label={t('security.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        {...form.register('code', { required: t('security.codeNeeded') })}
      />
      <Button type="submit" variant="primary" busy={confirm.isPending} className="self-end">
        {t('security.confirm')}
      </Button>
    </form>
  );
}

function RemovableApp({ createDate }: { createDate: number }) {
  const t = useText('account');
  const removal = useAct({
    does: deleteTotp,
    says: () => t('security.appRemoved'),
    stale: [secondFactorQuery],
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p>
        {t('security.since')} <TimeText seconds={createDate} />
      </p>
      <ConfirmButton
        variant="plain"
        act={removal}
        title={t('security.appRemoveTitle')}
        description={t('security.appRemoveWhat')}
        confirmLabel={t('security.appRemove')}
      />
    </div>
  );
}
