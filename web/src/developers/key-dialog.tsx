import { LIMITS } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { apiKeysQuery, createApiKey } from '../api/keys-api.ts';
import { membersQuery } from '../api/organization-api.ts';
import type { ApiKeyWithSecret, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { inScopeOrder } from './app-state.ts';
import { ScopeFields } from './scope-fields.tsx';

type KeyDialogProps = {
  organization: Organization;
  isOpen: boolean;
  onClose: () => void;
  onMade: (made: ApiKeyWithSecret) => void;
};

export function KeyDialog({ isOpen, ...rest }: KeyDialogProps) {
  const t = useText('keys');
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={t('make')}>
      <KeyForm {...rest} />
    </Dialog>
  );
}

const FIELDS = ['name', 'memberId', 'scopes'] as const;

type KeyValues = { name: string; memberId: string; scopes: string[] };

function KeyForm({ organization, onClose, onMade }: Omit<KeyDialogProps, 'isOpen'>) {
  const t = useText('keys');
  const form = useForm<KeyValues>({
    defaultValues: { name: '', memberId: String(organization.memberId), scopes: [] },
  });
  const { errors } = form.formState;
  const making = useAct({
    does: ({ name, memberId, scopes }: KeyValues) =>
      createApiKey(organization.id, {
        name: name.trim(),
        memberId: Number(memberId),
        scopes: inScopeOrder(scopes),
      }),
    done: (made) => {
      onClose();
      onMade(made);
    },
    stale: [apiKeysQuery(organization.id)],
    form,
    fields: FIELDS,
  });
  return (
    <SavingForm form={form} saving={making} fields={FIELDS}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        error={errors.name?.message}
        {...form.register('name', {
          required: t('nameNeeded'),
          minLength: { value: LIMITS.nameCharactersMin, message: t('nameNeeded') },
        })}
      />
      <SelectField
        label={t('member')}
        hint={t('memberHint')}
        error={errors.memberId?.message}
        {...form.register('memberId')}
      >
        <MemberOptions organization={organization} />
      </SelectField>
      <ScopeFields
        label={t('scopes')}
        hint={t('scopesHint')}
        error={errors.scopes?.message}
        field={form.register('scopes', {
          validate: (scopes) => scopes.length > 0 || t('scopesNeeded'),
        })}
      />
      <FormActions onLeave={onClose} act={t('makeAct')} busy={making.isPending} />
    </SavingForm>
  );
}

/** The user; for administrators, also every joined member. */
function MemberOptions({ organization }: { organization: Organization }) {
  const t = useText('keys');
  const members = useQuery(membersQuery(organization.id, { page: 1, query: '' })).data?.items ?? [];
  const self = members.find(({ id }) => id === organization.memberId);
  const otherMembers = members.filter(
    ({ id, status }) => organization.administrator && status === 'joined' && id !== organization.memberId,
  );
  return (
    <>
      <option value={organization.memberId}>{t('you', { name: self?.name ?? self?.email ?? '…' })}</option>
      {otherMembers.map(({ id, name, email }) => (
        <option key={id} value={id}>
          {name} · {email}
        </option>
      ))}
    </>
  );
}
