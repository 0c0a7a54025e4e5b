import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CopyPlus } from 'lucide-react';
import { useRef } from 'react';
import { ApiError } from '../api/call.ts';
import { randomKey } from '../api/random-key.ts';
import { duplicateWorkflow, type WorkflowPlace } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';

/** Leads to a draft of the same documents, people and fields; nothing is sent. */
export function DuplicateWorkflow({ place }: { place: WorkflowPlace }) {
  const t = useText('acts');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Kept until an answer came: a second try after a lost one leads to the draft that the first one made.
  const key = useRef<string>(null);
  const duplicating = useMutation({
    mutationFn: () => {
      key.current ??= randomKey();
      return duplicateWorkflow(place, key.current);
    },
    onSettled: (_made, error) => {
      const isLost = error instanceof ApiError && error.status === 0;
      if (!isLost) key.current = null;
    },
    onSuccess: async ({ workspaceId, id }) => {
      showToast({ text: t('duplicated') });
      await client.invalidateQueries({ queryKey: ['workflows', workspaceId] });
      const params = { workspaceId: String(workspaceId), id: String(id) };
      await navigate({ to: '/documents/$workspaceId/$id', params });
    },
  });
  return (
    <>
      <Button icon={CopyPlus} busy={duplicating.isPending} onClick={() => duplicating.mutate()}>
        {t('duplicate')}
      </Button>
      <ErrorBanner error={duplicating.error} isPlain />
    </>
  );
}
