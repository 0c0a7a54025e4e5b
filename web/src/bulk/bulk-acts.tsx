import { Eye, Pause, Play, Send, X } from 'lucide-react';
import { useState } from 'react';
import {
  actOnBulk,
  type BulkIds,
  bulkJobQuery,
  previewAddress,
  resultAddress,
  startBulk,
} from '../api/bulk-api.ts';
import type { BulkJob } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useAct } from '../ui/use-act.ts';

interface BulkActsProps {
  readonly ids: BulkIds;
  readonly job: BulkJob;
}

/** What can be done with the job as it is now. */
export function BulkActs({ ids, job }: BulkActsProps) {
  const t = useText('many');
  const answers = bulkJobQuery(ids);
  const changing = useAct({ does: (act: 'pause' | 'resume') => actOnBulk(ids, act), answers });
  const canceling = useAct({ does: () => actOnBulk(ids, 'cancel'), answers });
  const { state } = job;
  const isOpen = state !== 'done' && state !== 'canceled';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <a href={resultAddress(ids)} download className={buttonClass()}>
          {t('result')}
        </a>
        {isOpen && (
          <ConfirmButton
            icon={X}
            act={canceling}
            label={t('cancel')}
            title={t('cancelTitle')}
            description={t(job.sent > 0 ? 'cancelWhat' : 'cancelUnsent', { sent: job.sent })}
            confirmLabel={t('cancelAct')}
          />
        )}
        {state === 'sending' && (
          <Button icon={Pause} busy={changing.isPending} onClick={() => changing.mutate('pause')}>
            {t('pause')}
          </Button>
        )}
        {state === 'paused' && (
          <Button
            icon={Play}
            variant="primary"
            busy={changing.isPending}
            onClick={() => changing.mutate('resume')}
          >
            {t('resume')}
          </Button>
        )}
        {state === 'ready' && job.valid > 0 && (
          <a href={previewAddress(ids)} className={buttonClass()}>
            <Eye aria-hidden size={18} />
            {t('preview')}
          </a>
        )}
        {state === 'ready' && <StartButton ids={ids} job={job} />}
      </div>
      <ErrorBanner error={changing.error} isFormless />
    </div>
  );
}

/** Asks before many people get mail; rows with problems are left out only where a person says so. */
function StartButton({ ids, job }: BulkActsProps) {
  const t = useText('many');
  const [isAsking, setAsking] = useState(false);
  const [skips, setSkips] = useState(false);
  const starting = useAct({
    does: () => startBulk(ids, skips),
    answers: bulkJobQuery(ids),
    done: () => setAsking(false),
  });
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="primary" icon={Send} disabled={job.valid === 0} onClick={() => setAsking(true)}>
        {t('start')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title={t('startTitle', { count: job.valid })}
        description={t(job.scheduledStartDate === null ? 'startWhat' : 'startLater')}
      >
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            starting.mutate();
          }}
        >
          <ErrorBanner error={starting.error} isFormless />
          {job.invalid > 0 && (
            <Checkbox
              label={t('skip', { count: job.invalid })}
              checked={skips}
              onChange={({ target }) => setSkips(target.checked)}
            />
          )}
          <FormActions
            onLeave={close}
            act={t('startAct')}
            busy={starting.isPending}
            disabled={job.invalid > 0 && !skips}
          />
        </form>
      </Dialog>
    </>
  );
}
