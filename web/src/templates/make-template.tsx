import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LayoutTemplate } from 'lucide-react';
import { copyWorkflow } from '../api/templates-api.ts';
import type { WorkflowPlace } from '../api/workflows-api.ts';
import { useWorkspace } from '../frame/use-workspace.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';
import { paramsOf } from './template-links.tsx';

/** The same document, steps and fields, ready to be sent to others. */
export function MakeTemplate({ place, name }: { place: WorkflowPlace; name: string }) {
  const t = useText('templates');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { workspaces } = useWorkspace();
  const workspace = workspaces.find(({ id }) => id === place.workspaceId);
  const making = useMutation({
    mutationFn: () => copyWorkflow(place.workspaceId, { fromWorkflowId: place.id, name }),
    onSuccess: async ({ id, workspaceId }) => {
      showToast({ text: t('made') });
      await client.invalidateQueries({ queryKey: ['templates'] });
      await navigate({ to: '/templates/$workspaceId/$id', params: paramsOf({ workspaceId, id }) });
    },
  });
  if (!workspace?.permissions.includes('create_template_out_of_workflow')) return null;
  return (
    <>
      <Button icon={LayoutTemplate} busy={making.isPending} onClick={() => making.mutate()}>
        {t('make')}
      </Button>
      <ErrorBanner error={making.error} />
    </>
  );
}
