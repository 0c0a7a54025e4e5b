import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { hasPasskeys, signByPasskey } from '../api/passkey-browser.ts';
import { askForSignInPasskey, enterSecondFactor, signInByPasskey } from '../api/security-api.ts';
import type { Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextField } from '../ui/text-field.tsx';

type SecondStepFormProps = { onSignedIn: (profile: Profile) => void; onBack: () => void };

/** What follows the password where the account has a second factor. */
export function SecondStepForm({ onSignedIn, onBack }: SecondStepFormProps) {
  const t = useText('account');
  const form = useForm({ defaultValues: { code: '' } });
  const entry = useMutation({
    mutationFn: enterSecondFactor,
    onSuccess: onSignedIn,
    onError: (error) => showViolations({ form, error, fields: ['code'] }),
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const used = await signByPasskey(await askForSignInPasskey());
      return used && signInByPasskey(used);
    },
    onSuccess: (profile) => profile && onSignedIn(profile),
  });
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => entry.mutate(values))}
    >
      <h2 className="text-20 font-semibold">{t('security.stepTitle')}</h2>
      <p className="text-muted">{t('security.stepLead')}</p>
      <ErrorBanner error={entry.error ?? passkey.error} shownFields={['code']} />
      {passkey.data === null && <Banner tone="waiting" title={t('security.passkeyClosed')} />}
      <TextField
        label={t('security.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={form.formState.errors.code?.message}
        {...form.register('code', { required: t('security.codeNeeded') })}
      />
      <Button type="submit" variant="primary" busy={entry.isPending}>
        {t('security.stepSubmit')}
      </Button>
      {hasPasskeys() && (
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          {t('security.passkeyUse')}
        </Button>
      )}
      <Button variant="quiet" onClick={onBack}>
        {t('security.stepBack')}
      </Button>
    </form>
  );
}
