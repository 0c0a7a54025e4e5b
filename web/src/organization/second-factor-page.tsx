import { LIMITS } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { statusQuery } from '../api/account-api.ts';
import { factorPolicyQuery, saveFactorPolicy } from '../api/security-api.ts';
import type { FactorPolicy, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { OrganizationArea } from './organization-area.tsx';

const POLICIES = ['off', 'offered', 'required'] as const;

/** What members show at sign-in besides the password. */
export default function SecondFactorPage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('factor.tab')} lead={({ name }) => t('factor.lead', { name })}>
      {(organization) => <Policy organization={organization} />}
    </OrganizationArea>
  );
}

function Policy({ organization }: { organization: Organization }) {
  const t = useText('organization');
  const policy = useQuery(factorPolicyQuery(organization.id));
  if (!policy.data) return <Unloaded query={policy} lines={4} />;
  return (
    <div className="flex max-w-text flex-col gap-4">
      <p className="text-muted">
        {policy.data.membersWithout === 0
          ? t('factor.withoutNone')
          : t('factor.without', { count: policy.data.membersWithout })}
      </p>
      <PolicyForm organization={organization} policy={policy.data} />
    </div>
  );
}

function PolicyForm({ organization, policy }: { organization: Organization; policy: FactorPolicy }) {
  const t = useText('organization');
  const { id, administrator } = organization;
  const form = useForm({ defaultValues: { policy: policy.policy, graceDays: policy.graceDays } });
  const saving = useAct({
    does: (values: Pick<FactorPolicy, 'policy' | 'graceDays'>) => saveFactorPolicy(id, values),
    answers: factorPolicyQuery(id),
    says: () => t('factor.saved'),
    stale: [statusQuery],
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => saving.mutate(values))}
    >
      <ErrorBanner error={saving.error} />
      <SelectField
        label={t('factor.policy')}
        hint={administrator ? undefined : t('factor.administrators')}
        disabled={!administrator}
        {...form.register('policy')}
      >
        {POLICIES.map((each) => (
          <option key={each} value={each}>
            {t(`factor.is.${each}`)}
          </option>
        ))}
      </SelectField>
      {form.watch('policy') === 'required' && (
        <TextField
          type="number"
          label={t('factor.graceDays')}
          hint={t('factor.graceHint')}
          disabled={!administrator}
          min={0}
          max={LIMITS.factorGraceDaysMax}
          {...form.register('graceDays', { valueAsNumber: true })}
        />
      )}
      {administrator && (
        <Button type="submit" variant="primary" busy={saving.isPending} className="self-start">
          {t('factor.save')}
        </Button>
      )}
    </form>
  );
}
