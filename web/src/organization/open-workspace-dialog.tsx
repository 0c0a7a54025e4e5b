import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { organizationsQuery } from '../api/organization-api.ts';
import type { Organization, Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { createWorkspace } from '../api/workspaces-api.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { useToast } from '../ui/toast.tsx';
import {
  detailsOf,
  WORKSPACE_FIELDS,
  WorkspaceDetailsFields,
  type WorkspaceValues,
} from './workspace-details.tsx';

type OpenWorkspaceProps = {
  organization: Organization;
  isOpen: boolean;
  onClose: () => void;
  onOpened: (workspace: Workspace) => void;
};

export function OpenWorkspaceDialog({ isOpen, ...rest }: OpenWorkspaceProps) {
  const t = useText('organization');
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={t('openWorkspace')}>
      <OpenWorkspaceForm {...rest} />
    </Dialog>
  );
}

function OpenWorkspaceForm({ organization, onClose, onOpened }: Omit<OpenWorkspaceProps, 'isOpen'>) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const form = useForm<WorkspaceValues>({ defaultValues: { name: '', description: '' } });
  const opening = useMutation({
    mutationFn: (values: WorkspaceValues) =>
      createWorkspace({ ...detailsOf(values), organizationId: organization.id }),
    onSuccess: async (workspace) => {
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      showToast({ text: t('workspaceOpened', { name: workspace.name }) });
      onClose();
      onOpened(workspace);
    },
    onError: (error) => showViolations({ form, error, fields: WORKSPACE_FIELDS }),
  });
  return (
    <SavingForm form={form} saving={opening} fields={WORKSPACE_FIELDS}>
      <WorkspaceDetailsFields form={form} />
      <FormActions onLeave={onClose} act={t('openWorkspaceAct')} busy={opening.isPending} />
    </SavingForm>
  );
}
