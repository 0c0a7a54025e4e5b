import { useMutation } from '@tanstack/react-query';
import { SquarePen } from 'lucide-react';
import { goToDesigner, type WorkflowPlace } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';

/** Leads a sender to the designer, which sends the draft and leads back here. */
export function PrepareWorkflow({ place }: { place: WorkflowPlace }) {
  const t = useText('documents');
  const opening = useMutation({ mutationFn: () => goToDesigner(place) });
  return (
    <>
      <Button
        icon={SquarePen}
        variant="primary"
        busy={opening.isPending || opening.isSuccess}
        onClick={() => opening.mutate()}
      >
        {t('prepare')}
      </Button>
      <ErrorBanner error={opening.error} />
    </>
  );
}
