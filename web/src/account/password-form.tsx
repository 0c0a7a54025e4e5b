import { LIMITS } from '@paraph/domain';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { changePassword } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { useToast } from '../ui/toast.tsx';
import { newPasswordRules, PasswordField } from './password-field.tsx';

const FIELDS = ['currentPassword', 'password'] as const;

export function PasswordForm({ email }: { email: string }) {
  const t = useText('account');
  const showToast = useToast();
  const form = useForm({ defaultValues: { currentPassword: '', password: '', endOtherSessions: true } });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      showToast({ text: t('passwordChanged') });
    },
    onError: (error) => showViolations({ form, error, fields: FIELDS }),
  });
  return (
    <SavingForm form={form} saving={change} fields={FIELDS} method="post">
      {/* For password managers: the account of the changed password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('currentPassword')}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', { required: t('passwordNeeded') })}
      />
      <PasswordField
        label={t('newPassword')}
        hint={t('passwordHint', { count: LIMITS.passwordCharactersMin })}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', newPasswordRules(t))}
      />
      <Checkbox label={t('endOtherSessions')} {...form.register('endOtherSessions')} />
      <Button type="submit" busy={change.isPending} className="self-start">
        {t('changePassword')}
      </Button>
    </SavingForm>
  );
}
