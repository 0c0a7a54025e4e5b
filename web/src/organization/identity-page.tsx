import { useMutation, useQuery } from '@tanstack/react-query';
import { PlugZap, ShieldOff, Trash2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import {
  deleteIdentityProvider,
  identityProviderQuery,
  saveIdentityProvider,
  tryIdentityProvider,
} from '../api/identity-provider-api.ts';
import type { IdentityProvider, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { OrganizationArea } from './organization-area.tsx';
import { TrialResult } from './trial-result.tsx';

/** Where people of the organization sign in to show who signs. */
export default function IdentityPage() {
  const t = useText('identity');
  return (
    <OrganizationArea title={t('title')} lead={({ name }) => t('lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <Identity organization={organization} />
        ) : (
          <EmptyState icon={ShieldOff} title={t('notYours')}>
            {t('notYoursLead')}
          </EmptyState>
        )
      }
    </OrganizationArea>
  );
}

function Identity({ organization: { id } }: { organization: Organization }) {
  const t = useText('identity');
  const query = useQuery(identityProviderQuery(id));
  if (!query.data) return <Unloaded query={query} />;
  const { returnUrl, provider } = query.data;
  return (
    <section aria-label={t('title')} className="flex max-w-text flex-col gap-6">
      <CopyField label={t('returnUrl')} value={returnUrl} />
      <ProviderForm key={provider?.changeDate} organizationId={id} provider={provider} />
      {provider && <SetUp organizationId={id} />}
      <p className="text-14 text-muted">{t('who')}</p>
    </section>
  );
}

const FIELDS = ['issuer', 'clientId', 'clientSecret'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
type FormProps = { organizationId: number; provider: IdentityProvider['provider'] };

function ProviderForm({ organizationId, provider }: FormProps) {
  const t = useText('identity');
  const { issuer = '', clientId = '' } = provider ?? {};
  const form = useForm<Values>({ defaultValues: { issuer, clientId, clientSecret: '' } });
  const saving = useAct({
    does: ({ clientSecret, ...rest }: Values) =>
      saveIdentityProvider(organizationId, { ...rest, ...(clientSecret === '' ? {} : { clientSecret }) }),
    answers: identityProviderQuery(organizationId),
    says: () => t('set'),
    form,
    fields: FIELDS,
  });
  const { errors } = form.formState;
  const needed = (field: keyof Values, isNeeded = true) => ({
    error: errors[field]?.message,
    ...form.register(field, { validate: (text) => !isNeeded || text.trim() !== '' || t('needed') }),
  });
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <TextField
        label={t('issuer')}
        hint={t('issuerHint')}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        {...needed('issuer')}
      />
      <TextField label={t('clientId')} autoComplete="off" spellCheck={false} {...needed('clientId')} />
      <TextField
        type="password"
        autoComplete="off"
        label={t('clientSecret')}
        hint={provider ? t('clientSecretKept') : undefined}
        {...needed('clientSecret', !provider)}
      />
      <div>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {t('save')}
        </Button>
      </div>
    </SavingForm>
  );
}

/** What can be done with the provider that is set up. */
function SetUp({ organizationId }: { organizationId: number }) {
  const t = useText('identity');
  const trial = useMutation({ mutationFn: () => tryIdentityProvider(organizationId) });
  const deletion = useAct({
    does: () => deleteIdentityProvider(organizationId),
    says: () => t('deleted'),
    stale: [identityProviderQuery(organizationId)],
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={PlugZap} busy={trial.isPending} onClick={() => trial.mutate()}>
          {t('try')}
        </Button>
        <ConfirmButton
          icon={Trash2}
          act={deletion}
          title={t('deleteTitle')}
          description={t('deleteWhat')}
          confirmLabel={t('delete')}
        />
      </div>
      <div role="status">
        {trial.isPending && <p className="text-14">{t('trying')}</p>}
        {trial.data && <TrialResult trial={trial.data} />}
      </div>
      <ErrorBanner error={trial.error} isFormless />
    </>
  );
}
