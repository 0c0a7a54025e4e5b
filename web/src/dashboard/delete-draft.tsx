import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteWorkflow, type WorkflowPlace } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useToast } from '../ui/toast.tsx';
import { TroubleBanner } from '../ui/trouble-banner.tsx';

/** Deletes a draft for good; nobody was asked to sign it. */
export function DeleteDraft({ place, name }: { place: WorkflowPlace; name: string }) {
  const t = useText('documents');
  const say = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deleting = useMutation({
    mutationFn: () => deleteWorkflow(place),
    onSuccess: async () => {
      say({ text: t('draftDeleted') });
      await navigate({ to: '/documents', search: {} });
      await client.invalidateQueries({ queryKey: ['workflows', place.workspaceId] });
    },
  });
  return (
    <>
      <Button icon={Trash2} variant="danger" onClick={() => setAsking(true)}>
        {t('deleteDraft')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => deleting.mutate()}
        title={t('deleteDraftTitle', { name })}
        description={t('deleteDraftWhat')}
        act={t('deleteDraftAct')}
        busy={deleting.isPending}
        trouble={<TroubleBanner error={deleting.error} />}
      />
    </>
  );
}
