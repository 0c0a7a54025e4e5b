import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { organizationsQuery } from '../api/organization-api.ts';
import { groupWorkspaces } from '../organization/workspace-state.ts';
import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import { rememberWorkspace, useWorkspace } from './use-workspace.ts';

/** The choice of workspace; hidden where there is only one. */
export function WorkspaceSwitch() {
  const t = useText('frame');
  const navigate = useNavigate();
  const { workspaces, workspace } = useWorkspace();
  const organizations = useQuery(organizationsQuery).data ?? [];
  if (!workspace || workspaces.length < 2) return null;
  return (
    <SelectField
      label={t('workspace')}
      value={workspace.id}
      onChange={(event) => {
        rememberWorkspace({ id: Number(event.target.value) });
        void navigate({ to: '/documents', search: {} });
      }}
    >
      {groupWorkspaces(workspaces, organizations).map(({ organization, workspaces: grouped }) => {
        const options = grouped.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ));
        if (!organization) return options;
        return (
          <optgroup key={organization.id} label={organization.name}>
            {options}
          </optgroup>
        );
      })}
    </SelectField>
  );
}
