import { LIMITS } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { organizationEventsQuery, organizationsQuery, renameOrganization } from '../api/organization-api.ts';
import type { Organization, OrganizationEntry } from '../api/wire.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Pager } from '../ui/pager.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { OrganizationArea } from './organization-area.tsx';
import { sayRole } from './say-role.ts';

/** What the organization is called, and what its administrators can look up. */
export default function NamePage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('ownName')} lead={({ name }) => t('ownLead', { name })}>
      {(organization) => (
        <>
          <div className="flex max-w-text flex-col gap-4">
            <p className="text-14 text-muted">{t('ownNameLead')}</p>
            {organization.administrator ? (
              <NameForm organization={organization} />
            ) : (
              <p>{t('ownNameAdministrators')}</p>
            )}
          </div>
          {organization.administrator && <Events organization={organization} />}
        </>
      )}
    </OrganizationArea>
  );
}

function NameForm({ organization: { id, name } }: { organization: Organization }) {
  const t = useText('organization');
  const client = useQueryClient();
  const showToast = useToast();
  const form = useForm({ defaultValues: { name } });
  const renaming = useMutation({
    mutationFn: (values: { name: string }) => renameOrganization(id, values),
    onSuccess: async (saved) => {
      form.reset({ name: saved.name });
      showToast({ text: t('ownNameSaved', { name: saved.name }) });
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      await client.invalidateQueries({ queryKey: ['organization-events', id] });
    },
    onError: (error) => showViolations({ form, error, fields: ['name'] }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => renaming.mutate(values))}
    >
      <ErrorBanner error={renaming.error} shownFields={['name']} />
      <TextField
        label={t('ownName')}
        autoComplete="organization"
        error={form.formState.errors.name?.message}
        {...form.register('name', {
          required: t('workspaceNameNeeded'),
          minLength: { value: LIMITS.nameCharactersMin, message: t('workspaceNameNeeded') },
          maxLength: {
            value: LIMITS.nameCharactersMax,
            message: t('workspaceNameLong', { count: LIMITS.nameCharactersMax }),
          },
        })}
      />
      <Button type="submit" busy={renaming.isPending} className="self-start">
        {t('ownNameAct')}
      </Button>
    </form>
  );
}

function Events({ organization: { id } }: { organization: Organization }) {
  const t = useText('organization');
  const [page, setPage] = useState(1);
  const events = useQuery(organizationEventsQuery(id, page));
  return (
    <section aria-labelledby="history" className="mt-10 flex flex-col gap-3">
      <div>
        <h2 id="history" className="text-20 font-semibold">
          {t('history')}
        </h2>
        <p className="mt-1 text-14 text-muted">{t('historyLead')}</p>
      </div>
      {events.isPending && <Skeleton lines={4} />}
      <ErrorBanner error={events.error} />
      {events.data?.items.length === 0 && <EmptyState icon={History} title={t('historyNone')} />}
      <ol className="flex flex-col divide-y divide-line">
        {events.data?.items.map((entry) => (
          <li key={entry.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
            <span className="min-w-0 break-words">{t(`event.${keyOf(entry)}`, valuesOf(entry, t))}</span>
            <span className="text-14 text-muted">
              <TimeText seconds={entry.date} />
            </span>
          </li>
        ))}
      </ol>
      {events.data && <Pager page={page} pages={events.data.pages} onPage={setPage} />}
    </section>
  );
}

const keyOf = ({ name }: OrganizationEntry) => name.replaceAll('.', '_');

function valuesOf({ by, about, to, detail }: OrganizationEntry, t: TextOf) {
  const nobody = t('unknownPerson');
  const { roleId, role } = detail;
  return {
    workflows: 0,
    templates: 0,
    ...detail,
    role: sayRole(t, { id: Number(roleId), name: String(role) }),
    by: by ?? nobody,
    about: about ?? nobody,
    to: to ?? nobody,
  };
}
