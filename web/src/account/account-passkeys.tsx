import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { createPasskey, hasPasskeys } from '../api/passkey-browser.ts';
import {
  addAccountPasskey,
  beginAccountPasskey,
  deleteAccountPasskey,
  secondFactorQuery,
} from '../api/security-api.ts';
import type { SecondFactor } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextField } from '../ui/text-field.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { useAct } from '../ui/use-act.ts';
import { describeDevice } from './device-state.ts';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';

type Passkey = SecondFactor['passkeys'][number];

/** The passkeys that sign in to the account. */
export function AccountPasskeys({ factor }: { factor: SecondFactor }) {
  const t = useText('account');
  const isPossible = factor.passkeysPossible && hasPasskeys();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <>
      {factor.passkeys.length === 0 && (
        <p className="flex items-center gap-3 text-muted">
          <KeyRound aria-hidden size={20} className="shrink-0" />
          {t(isPossible ? 'security.passkeysNone' : 'security.passkeysNot')}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {factor.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {isPossible && factor.offered && (
        <Button icon={KeyRound} className="self-start" onClick={() => setAdding(true)}>
          {t('security.passkeyAdd')}
        </Button>
      )}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={t('security.passkeyAdd')}>
        <AddPasskey
          onAdded={(made) => {
            setAdding(false);
            setCodes(made);
          }}
        />
      </Dialog>
      <NewRecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}

function AddPasskey({ onAdded }: { onAdded: (codes: string[] | null) => void }) {
  const t = useText('account');
  const client = useQueryClient();
  const showToast = useToast();
  const form = useForm({ defaultValues: { name: describeDevice(navigator.userAgent) ?? '' } });
  const adding = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const made = await createPasskey(await beginAccountPasskey(), 'required');
      return made && addAccountPasskey({ ...made, name });
    },
    onSuccess: async (added) => {
      if (added === null) return;
      onAdded(added.recoveryCodes);
      showToast({ text: t('security.passkeyAdded') });
      await client.invalidateQueries();
    },
    onError: (error) => showViolations({ form, error, fields: ['name'] }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => adding.mutate(values))}
    >
      <ErrorBanner error={adding.error} shownFields={['name']} isFormless />
      {adding.data === null && <Banner tone="waiting" title={t('security.passkeyClosed')} />}
      <TextField
        label={t('security.passkeyName')}
        hint={t('security.passkeyNameHint')}
        maxLength={60}
        error={form.formState.errors.name?.message}
        {...form.register('name', { required: t('security.passkeyNameNeeded') })}
      />
      <Button type="submit" variant="primary" busy={adding.isPending} className="self-end">
        {t('security.passkeyAdd')}
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey: { id, name, createDate, lastUseDate } }: { passkey: Passkey }) {
  const t = useText('account');
  const removal = useAct({
    does: () => deleteAccountPasskey(id),
    says: () => t('security.passkeyRemoved'),
    stale: [secondFactorQuery],
  });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="break-words font-medium">{name}</h3>
        <p className="text-14 text-muted">
          {t('security.since')} <TimeText seconds={createDate} /> ·{' '}
          {lastUseDate === null ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <TimeText seconds={lastUseDate} />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        variant="plain"
        act={removal}
        title={t('security.passkeyRemoveTitle', { name })}
        description={t('security.passkeyRemoveWhat')}
        confirmLabel={t('security.passkeyRemove')}
      />
    </li>
  );
}
