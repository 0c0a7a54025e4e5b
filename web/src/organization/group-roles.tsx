import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type UseFormRegisterReturn, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { rolesQuery } from '../api/organization-api.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import type { ConnectionValues } from './connection-state.ts';
import { sayRole } from './say-role.ts';
import { useOrganization } from './use-organization.ts';
import { workspacesIn } from './workspace-state.ts';

type GroupRolesProps = { form: UseFormReturn<ConnectionValues>; organizationId: number };

/** Which groups at the provider have which roles here. */
export function GroupRoles({ form, organizationId }: GroupRolesProps) {
  const t = useText('connections');
  const rows = useFieldArray({ control: form.control, name: 'groups' });
  const [first] = useWorkspaces() ?? [];
  const add = () => rows.append({ group: '', workspaceId: String(first?.id ?? ''), role: 'editor' });
  const isDefaulted = form.watch('defaultWorkspaceId') !== '';
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="float-start pb-2 font-medium">{t('groups')}</legend>
      <p className="clear-both text-14 text-muted">{t('groupsHint')}</p>
      {rows.fields.map((row, index) => (
        <div key={row.id} className="flex flex-wrap items-end gap-3">
          <TextField
            className="min-w-0 flex-1 basis-32"
            label={t('group')}
            spellCheck={false}
            {...form.register(`groups.${index}.group`)}
          />
          <WorkspaceField field={form.register(`groups.${index}.workspaceId`)} />
          <RoleField field={form.register(`groups.${index}.role`)} organizationId={organizationId} />
          <IconButton icon={X} label={t('removeGroup')} onClick={() => rows.remove(index)} />
        </div>
      ))}
      <div>
        <Button icon={Plus} isSmall onClick={add}>
          {t('addGroup')}
        </Button>
      </div>
      <TextField
        label={t('administratorGroups')}
        hint={t('administratorGroupsHint')}
        spellCheck={false}
        {...form.register('administratorGroups')}
      />
      <div className="flex flex-wrap items-end gap-3">
        <WorkspaceField
          label={t('otherwise')}
          none={t('refuse')}
          field={form.register('defaultWorkspaceId')}
        />
        {isDefaulted && <RoleField field={form.register('defaultRole')} organizationId={organizationId} />}
      </div>
      <TextField
        label={t(form.watch('kind') === 'saml' ? 'groupAttribute' : 'groupClaim')}
        spellCheck={false}
        {...form.register('groupClaim')}
      />
      <Checkbox label={t('isDecisive')} hint={t('isDecisiveHint')} {...form.register('isDecisive')} />
    </fieldset>
  );
}

/** Those of the organization in which the person is. */
function useWorkspaces() {
  const { organization } = useOrganization();
  const workspaces = useQuery(workspacesQuery).data;
  return organization && workspaces && workspacesIn(organization, workspaces);
}

type SelectProps = { field: UseFormRegisterReturn };

function WorkspaceField({ field, label, none }: SelectProps & { label?: string; none?: string }) {
  const t = useText('connections');
  const workspaces = useWorkspaces();
  // A choice among options that come later would show the first one of them.
  if (!workspaces) return null;
  return (
    <SelectField className="min-w-0 flex-1 basis-32" label={label ?? t('workspace')} {...field}>
      {none !== undefined && <option value="">{none}</option>}
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function RoleField({ field, organizationId }: SelectProps & { organizationId: number }) {
  const t = useText('connections');
  const say = useText('organization');
  const roles = useQuery(rolesQuery(organizationId)).data;
  if (!roles) return null;
  return (
    <SelectField className="min-w-0 flex-1 basis-32" label={t('role')} {...field}>
      {roles.map((role) => (
        <option key={role.key} value={role.key}>
          {sayRole(say, role)}
        </option>
      ))}
    </SelectField>
  );
}
