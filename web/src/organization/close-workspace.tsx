import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { organizationsQuery } from '../api/organization-api.ts';
import type { Organization, Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { closeWorkspace } from '../api/workspaces-api.ts';
import { useText } from '../text/start-text.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { closeTargets } from './workspace-state.ts';

type CloseWorkspaceProps = { organization: Organization; workspace: Workspace };

/** Closes a workspace after confirmation by name, and moves its finished workflows. */
export function CloseWorkspace({ organization, workspace }: CloseWorkspaceProps) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<string | null>(null);
  const targets = closeTargets(workspace, organization, useQuery(workspacesQuery).data ?? []);
  const target = targets.find(({ id }) => String(id) === picked) ?? targets[0];
  const closing = useMutation({
    mutationFn: (targetId: number) => closeWorkspace(workspace.id, targetId),
    onSuccess: async () => {
      showToast({ text: t('closed', { name: workspace.name }) });
      await navigate({ to: '/account/organization/workspaces' });
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    },
  });
  if (!target) return <p className="text-muted">{t('closeOnly')}</p>;
  return (
    <div className="flex flex-col items-start gap-4">
      <SelectField
        label={t('closeTarget')}
        className="w-full max-w-form"
        value={target.id}
        onChange={(event) => setPicked(event.target.value)}
      >
        {targets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <ConfirmButton
        icon={Archive}
        label={t('close')}
        act={{ ...closing, mutate: (_none, done) => closing.mutate(target.id, done) }}
        title={t('closeTitle', { name: workspace.name })}
        description={t('closeWhat')}
        confirmLabel={t('closeAct')}
        name={workspace.name}
      />
    </div>
  );
}
