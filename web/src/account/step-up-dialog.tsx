import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { signByPasskey } from '../api/passkey-browser.ts';
import { askForStepUpPasskey, type ShownFactor, secondFactorQuery, stepUp } from '../api/security-api.ts';
import { answerStepUp } from '../api/step-up.ts';
import type { SecondFactor } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { PasswordField } from './password-field.tsx';

/** Asks for a factor again where an act needs a fresh one; the call that met it is repeated after. */
export function StepUpDialog() {
  const t = useText('account');
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isShown: boolean) => void>(undefined);
  useEffect(
    () =>
      answerStepUp(() => {
        setOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const close = (isShown: boolean) => {
    setOpen(false);
    answer.current?.(isShown);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close(false)}
      title={t('security.againTitle')}
      description={t('security.againLead')}
    >
      <Again onShown={() => close(true)} />
    </Dialog>
  );
}

function Again({ onShown }: { onShown: () => void }) {
  const factor = useQuery({ ...secondFactorQuery, staleTime: 0 });
  if (!factor.data) return <Unloaded query={factor} lines={3} />;
  return <AgainForm factor={factor.data} onShown={onShown} />;
}

function AgainForm({ factor, onShown }: { factor: SecondFactor; onShown: () => void }) {
  const t = useText('account');
  const hasFactor = factor.totp !== null || factor.passkeys.length > 0;
  const form = useForm({ defaultValues: { code: '', currentPassword: '' } });
  const { errors } = form.formState;
  const fields = ['code', 'currentPassword'] as const;
  const show = useMutation({
    mutationFn: (shown: ShownFactor) => stepUp(shown),
    onSuccess: onShown,
    onError: (error) => showViolations({ form, error, fields }),
  });
  const passkey = useMutation({
    mutationFn: async () => signByPasskey(await askForStepUpPasskey()),
    onSuccess: (assertion) => assertion && show.mutate({ assertion }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit(({ code, currentPassword }) =>
        show.mutate(hasFactor ? { code } : { currentPassword }),
      )}
    >
      <ErrorBanner error={show.error ?? passkey.error} shownFields={fields} isFormless />
      {passkey.data === null && <Banner tone="waiting" title={t('security.passkeyClosed')} />}
      {hasFactor ? (
        <TextField
          label={t('security.againCode')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.code?.message}
          {...form.register('code', { required: t('security.codeNeeded') })}
        />
      ) : (
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: t('passwordNeeded') })}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {factor.passkeys.length > 0 && (
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('security.passkeyUse')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={show.isPending}>
          {t('security.stepSubmit')}
        </Button>
      </div>
    </form>
  );
}
