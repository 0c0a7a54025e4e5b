import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { requestPasswordReset, statusQuery } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextField } from '../ui/text-field.tsx';

const RESET_COMMAND = 'paraph reset-password --email EMAIL';

/** Responds the same whether or not the address has an account. */
export default function ResetRequestPage() {
  const t = useText('account');
  const status = useQuery(statusQuery);
  const form = useForm({ defaultValues: { email: '' } });
  const request = useMutation({
    mutationFn: requestPasswordReset,
    onError: (error) => showViolations({ form, error, fields: ['email'], shouldFocus: false }),
  });
  return (
    <OutsideFrame title={t('resetTitle')} lead={t('resetLead')}>
      {request.isSuccess ? (
        <Banner tone="done" title={t('resetSent', { email: form.getValues('email') })}>
          {!status.data?.mailKept && t('resetSentHow')}
        </Banner>
      ) : (
        <SavingForm form={form} saving={request} fields={['email']}>
          <TextField
            label={t('email')}
            type="email"
            autoComplete="username"
            error={form.formState.errors.email?.message}
            {...form.register('email', { required: t('emailNeeded') })}
          />
          <Button type="submit" variant="primary" busy={request.isPending}>
            {t('resetAct')}
          </Button>
        </SavingForm>
      )}
      {status.data?.mailKept && (
        <p className="text-14 text-muted">
          {t('resetMailKept')} <code className="font-mono break-words text-ink">{RESET_COMMAND}</code>
        </p>
      )}
      <Link to="/sign-in" search={{}} className="link self-start py-1">
        {t('backToSignIn')}
      </Link>
    </OutsideFrame>
  );
}
