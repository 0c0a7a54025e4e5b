import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteWorkflow, type WorkflowPlace } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';

/** Deletes a draft for good; nobody was asked to sign it. */
export function DeleteDraft({ place, name }: { place: WorkflowPlace; name: string }) {
  const t = useText('documents');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const deleting = useMutation({
    mutationFn: () => deleteWorkflow(place),
    onSuccess: async () => {
      showToast({ text: t('draftDeleted') });
      await navigate({ to: '/documents', search: {} });
      await client.invalidateQueries({ queryKey: ['workflows', place.workspaceId] });
    },
  });
  return (
    <>
      <Button icon={Trash2} variant="danger" onClick={() => setConfirming(true)}>
        {t('deleteDraft')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => deleting.mutate()}
        title={t('deleteDraftTitle', { name })}
        description={t('deleteDraftWhat')}
        act={t('deleteDraftAct')}
        busy={deleting.isPending}
        error={<ErrorBanner error={deleting.error} />}
      />
    </>
  );
}
