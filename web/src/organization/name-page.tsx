import { LIMITS } from '@paraph/domain';
import { useForm } from 'react-hook-form';
import { organizationsQuery, renameOrganization } from '../api/organization-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { OrganizationArea } from './organization-area.tsx';

/** What the organization is called. */
export default function NamePage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('ownName')} lead={({ name }) => t('ownLead', { name })}>
      {(organization) => (
        <div className="flex max-w-text flex-col gap-4">
          <p className="text-14 text-muted">{t('ownNameLead')}</p>
          {organization.administrator ? (
            <NameForm organization={organization} />
          ) : (
            <p>{t('ownNameAdministrators')}</p>
          )}
        </div>
      )}
    </OrganizationArea>
  );
}

function NameForm({ organization: { id, name } }: { organization: Organization }) {
  const t = useText('organization');
  const form = useForm({ defaultValues: { name } });
  const renaming = useAct({
    does: (values: { name: string }) => renameOrganization(id, values),
    done: (saved) => form.reset({ name: saved.name }),
    says: (saved) => t('ownNameSaved', { name: saved.name }),
    stale: [organizationsQuery, { queryKey: ['organization-events', id] }],
    form,
    fields: ['name'],
  });
  return (
    <SavingForm form={form} saving={renaming} fields={['name']}>
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
    </SavingForm>
  );
}
