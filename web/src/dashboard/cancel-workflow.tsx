import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../api/call.ts';
import { cancelWorkflow, type WorkflowPlace, workflowKey } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useToast } from '../ui/toast.tsx';
import { TroubleBanner } from '../ui/trouble-banner.tsx';

export function CancelWorkflow({ place, name }: { place: WorkflowPlace; name: string }) {
  const t = useText('documents');
  const say = useToast();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelOne(place),
    onSuccess: () => {
      setAsking(false);
      say({ text: t('canceled') });
    },
    // Somebody may have signed meanwhile: whatever came of it, the page shows how things are now.
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(place) }),
  });
  return (
    <>
      <Button icon={Ban} variant="danger" onClick={() => setAsking(true)}>
        {t('cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate()}
        title={t('cancelTitle', { name })}
        description={t('cancelWhat')}
        act={t('cancelAct')}
        busy={cancel.isPending}
        trouble={<TroubleBanner error={cancel.error} />}
      />
    </>
  );
}

/** The interface cancels in bulk and answers 200 even where an item failed. */
async function cancelOne(place: WorkflowPlace): Promise<void> {
  const [item] = await cancelWorkflow(place);
  if (item?.error) throw new ApiError({ statusCode: 409, ...item.error });
}
