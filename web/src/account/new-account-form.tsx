import { LIMITS } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { type NewAccount, profileQuery } from '../api/account-api.ts';
import type { Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextField } from '../ui/text-field.tsx';
import { nameRulesIn } from './name-rules.ts';
import { newPasswordRules, PasswordField } from './password-field.tsx';

const FIELDS = ['organizationName', 'name', 'email', 'password'] as const;

type NewAccountFormProps = { create: (account: NewAccount) => Promise<Profile>; submitLabel: string };

/** The form of the first account and of every later one. */
export function NewAccountForm({ create, submitLabel }: NewAccountFormProps) {
  const t = useText('account');
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<NewAccount>({
    defaultValues: { organizationName: '', name: '', email: '', password: '' },
  });
  const { errors } = form.formState;
  const creation = useMutation({
    mutationFn: create,
    onSuccess: (profile) => {
      client.clear();
      client.setQueryData(profileQuery.queryKey, profile);
      void navigate({ to: '/documents', search: {}, replace: true });
    },
    onError: (error) => showViolations({ form, error, fields: FIELDS }),
  });
  const nameRules = nameRulesIn(t);
  return (
    <SavingForm form={form} saving={creation} fields={FIELDS} method="post">
      <TextField
        label={t('organization')}
        hint={t('organizationHint')}
        autoComplete="organization"
        error={errors.organizationName?.message}
        {...form.register('organizationName', { ...nameRules, required: t('organizationNeeded') })}
      />
      <TextField
        label={t('yourName')}
        hint={t('nameHint')}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', nameRules)}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email', {
          required: t('emailNeeded'),
          pattern: { value: /^\S+@\S+$/, message: t('emailOdd') },
        })}
      />
      <PasswordField
        label={t('password')}
        hint={t('passwordHint', { count: LIMITS.passwordCharactersMin })}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', newPasswordRules(t))}
      />
      <Button type="submit" variant="primary" busy={creation.isPending}>
        {submitLabel}
      </Button>
    </SavingForm>
  );
}
