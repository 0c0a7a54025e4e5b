import { LIMITS } from '@paraph/domain';
import { useForm } from 'react-hook-form';
import { changePassword } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { useAct } from '../ui/use-act.ts';
import { newPasswordRules, PasswordField } from './password-field.tsx';

const FIELDS = ['currentPassword', 'password'] as const;

export function PasswordForm({ email }: { email: string }) {
  const t = useText('account');
  const form = useForm({ defaultValues: { currentPassword: '', password: '', endOtherSessions: true } });
  const { errors } = form.formState;
  const change = useAct({
    does: changePassword,
    done: () => form.reset(),
    says: () => t('passwordChanged'),
    form,
    fields: FIELDS,
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
