import { LIMITS } from '@paraph/domain';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { confirmPasswordReset } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { AccessReview } from './access-review.tsx';
import { newPasswordRules, PasswordField } from './password-field.tsx';

export default function ResetConfirmPage() {
  const t = useText('account');
  const { token } = useParams({ from: '/password-reset/$token' });
  const form = useForm({ defaultValues: { password: '' } });
  const change = useMutation({
    mutationFn: confirmPasswordReset,
    onError: (error) => showViolations({ form, error, fields: ['password'] }),
  });
  if (change.isSuccess) {
    return (
      <OutsideFrame title={t('resetDone')}>
        <AccessReview outcome={change.data} />
      </OutsideFrame>
    );
  }
  return (
    <OutsideFrame title={t('resetNew')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit(({ password }) => change.mutate({ token, password }))}
      >
        <ErrorBanner error={change.error} shownFields={['password']} />
        <PasswordField
          label={t('newPassword')}
          hint={t('passwordHint', { count: LIMITS.passwordCharactersMin })}
          autoComplete="new-password"
          error={form.formState.errors.password?.message}
          {...form.register('password', newPasswordRules(t))}
        />
        <Button type="submit" variant="primary" busy={change.isPending}>
          {t('savePassword')}
        </Button>
      </form>
      <Link to="/password-reset" className="link self-start py-1">
        {t('resetAgain')}
      </Link>
    </OutsideFrame>
  );
}
