import { LIMITS, type Permission } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { createRole, rolesQuery, updateRole } from '../api/organization-api.ts';
import type { Organization, Role } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { PermissionEditor } from './permission-editor.tsx';
import { sayRole } from './say-role.ts';

type RoleDialogProps = {
  organization: Organization;
  isOpen: boolean;
  onClose: () => void;
  /** The role to change; without it, a new one is created. */
  role?: Role;
};

export function RoleDialog({ isOpen, role, ...rest }: RoleDialogProps) {
  const t = useText('organization');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={rest.onClose}
      title={role ? t('editRole', { name: sayRole(t, role) }) : t('newRole')}
    >
      <RoleForm {...rest} {...(role ? { role } : {})} />
    </Dialog>
  );
}

const FIELDS = ['name', 'permissions'] as const;

type RoleValues = { name: string; permissions: Permission[] };

function RoleForm({ organization, role, onClose }: Omit<RoleDialogProps, 'isOpen'>) {
  const t = useText('organization');
  const form = useForm<RoleValues>({
    defaultValues: { name: role?.name ?? '', permissions: role?.permissions ?? [] },
  });
  const { errors } = form.formState;
  const saving = useAct({
    does: ({ name, permissions }: RoleValues) => {
      const change = { name: name.trim(), permissions };
      return role ? updateRole(organization.id, role.id, change) : createRole(organization.id, change);
    },
    done: onClose,
    says: ({ name }) => (role ? t('roleChanged') : t('roleMade', { name })),
    stale: [rolesQuery(organization.id)],
    form,
    fields: FIELDS,
  });
  form.register('permissions', { validate: (list) => list.length > 0 || t('permissionsNeeded') });
  const choose = (permissions: Permission[]) =>
    form.setValue('permissions', permissions, { shouldValidate: form.formState.isSubmitted });
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <TextField
        label={t('roleName')}
        hint={t('roleNameHint')}
        error={errors.name?.message}
        {...form.register('name', {
          required: t('roleNameNeeded'),
          minLength: { value: LIMITS.nameCharactersMin, message: t('roleNameNeeded') },
        })}
      />
      {!role && <StartFrom organization={organization} onChoose={choose} />}
      <PermissionEditor chosen={form.watch('permissions')} onChange={choose} />
      {errors.permissions && (
        <p role="alert" className="text-14 text-stopped">
          {errors.permissions.message}
        </p>
      )}
      <FormActions onLeave={onClose} act={role ? t('save') : t('createRole')} busy={saving.isPending} />
    </SavingForm>
  );
}

type StartFromProps = { organization: Organization; onChoose: (permissions: Permission[]) => void };

/** Copies the permissions of another role as a start. */
function StartFrom({ organization, onChoose }: StartFromProps) {
  const t = useText('organization');
  const roles = useQuery(rolesQuery(organization.id)).data ?? [];
  const [from, setFrom] = useState('');
  return (
    <SelectField
      label={t('startFrom')}
      value={from}
      onChange={(event) => {
        setFrom(event.target.value);
        onChoose(roles.find(({ id }) => String(id) === event.target.value)?.permissions ?? []);
      }}
    >
      <option value="">{t('startFromNothing')}</option>
      {roles.map((each) => (
        <option key={each.id} value={each.id}>
          {sayRole(t, each)}
        </option>
      ))}
    </SelectField>
  );
}
