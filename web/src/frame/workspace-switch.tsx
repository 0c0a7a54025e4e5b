import { useNavigate } from '@tanstack/react-router';
import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import { rememberWorkspace, useWorkspace } from './use-workspace.ts';

/** Nothing to choose from is nothing to show. */
export function WorkspaceSwitch() {
  const t = useText('frame');
  const navigate = useNavigate();
  const { workspaces, workspace } = useWorkspace();
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
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
