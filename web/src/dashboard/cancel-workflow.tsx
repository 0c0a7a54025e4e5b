import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../api/call.ts';
import { cancelWorkflow, type WorkflowPlace, workflowKey } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';

export function CancelWorkflow({ place, name }: { place: WorkflowPlace; name: string }) {
  const t = useText('documents');
  const showToast = useToast();
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelOne(place),
    onSuccess: () => {
      setConfirming(false);
      showToast({ text: t('canceled') });
    },
    // Somebody may have signed meanwhile: whatever came of it, the page shows how things are now.
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(place) }),
  });
  return (
    <>
      <Button icon={Ban} variant="danger" onClick={() => setConfirming(true)}>
        {t('cancel')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => cancel.mutate()}
        title={t('cancelTitle', { name })}
        description={t('cancelWhat')}
        act={t('cancelAct')}
        busy={cancel.isPending}
        error={<ErrorBanner error={cancel.error} />}
      />
    </>
  );
}

/** The interface cancels in bulk and answers 200 even where an item failed. */
async function cancelOne(place: WorkflowPlace): Promise<void> {
  const [item] = await cancelWorkflow(place);
  if (item?.error) throw new ApiError({ statusCode: 409, ...item.error });
}
