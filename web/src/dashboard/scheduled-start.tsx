import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CalendarX, Send } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { messageOf } from '../api/call.ts';
import { violationsOf } from '../api/violations.ts';
import type { Workflow } from '../api/wire.ts';
import { scheduleStart, startWorkflow, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { useToast } from '../ui/toast.tsx';
import { momentOf, secondsOf, startLimits } from './deadline-state.ts';
import { MomentField, momentInWords } from './moment-field.tsx';
import { nextMorning } from './start-field.tsx';

type ScheduledStartProps = {
  ids: WorkflowIds;
  workflow: Pick<Workflow, 'name' | 'scheduledStartDate' | 'expiryDate'>;
};

/** When a draft is sent by itself, and what can be done about it. */
export function ScheduledStart({ ids, workflow, mayEdit }: ScheduledStartProps & { mayEdit: boolean }) {
  const t = useText('acts');
  const { scheduledStartDate: seconds } = workflow;
  if (seconds === null) return null;
  const now = Date.now() / 1000;
  const isLate = seconds < now - LATE_SECONDS;
  return (
    <div className="mb-8">
      <Banner tone={isLate ? 'waiting' : 'info'} title={t(isLate ? 'startLateTitle' : 'startTitle')}>
        <p>
          {isLate
            ? t('startLateLead', { moment: formatMoment(seconds, currentLanguage()) })
            : momentInWords({ seconds, now }, t)}
        </p>
        {mayEdit && (
          <div className="mt-3 flex flex-wrap gap-2">
            <ScheduleButton ids={ids} workflow={workflow} />
            <StartNow ids={ids} workflow={workflow} />
            <CallOff ids={ids} seconds={seconds} />
          </div>
        )}
      </Banner>
    </div>
  );
}

/** The job that starts drafts looks once a minute. */
const LATE_SECONDS = 180;

/** Opens the dialog in which the time of sending is set. */
export function ScheduleButton({ ids, workflow }: ScheduledStartProps) {
  const t = useText('acts');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const title = t(workflow.scheduledStartDate === null ? 'startLater' : 'startChange');
  return (
    <>
      <Button icon={CalendarClock} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title} description={t('startWhat')}>
        <ScheduleForm ids={ids} workflow={workflow} onClose={close} />
      </Dialog>
    </>
  );
}

function ScheduleForm({ ids, workflow, onClose }: ScheduledStartProps & { onClose: () => void }) {
  const t = useText('acts');
  const showToast = useToast();
  const refresh = useRefresh(ids);
  const input = useRef<HTMLInputElement>(null);
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const { scheduledStartDate: before } = workflow;
  const [moment, setMoment] = useState(() => (before === null ? nextMorning(now) : momentOf(before)));
  const [isWrong, setWrong] = useState(false);
  const saving = useMutation({
    mutationFn: (seconds: number) => scheduleStart(ids, seconds),
    onSuccess: (_saved, seconds) => {
      onClose();
      showToast({ text: t('startSet', { moment: formatMoment(seconds, currentLanguage()) }) });
    },
    onSettled: refresh,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const seconds = secondsOf(moment);
    const isInside = seconds !== null && seconds > Date.now() / 1000 && seconds < workflow.expiryDate;
    setWrong(!isInside);
    if (isInside) saving.mutate(seconds);
    else input.current?.focus();
  };
  const [refused] = violationsOf(saving.error, ['scheduledStartDate']);
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ErrorBanner error={saving.error} shownFields={['scheduledStartDate']} />
      <MomentField
        ref={input}
        label={t('startMoment')}
        limits={startLimits(now, workflow.expiryDate)}
        moment={moment}
        hasChoices
        error={isWrong || refused ? t('startNeeded') : undefined}
        onChange={(next) => {
          setMoment(next);
          setWrong(false);
          saving.reset();
        }}
      />
      <FormActions onLeave={onClose} leave={t('leave')} act={t('startSave')} busy={saving.isPending} />
    </form>
  );
}

/** Sending cannot be taken back, so it is asked. */
function StartNow({ ids, workflow }: ScheduledStartProps) {
  const t = useText('acts');
  const send = useText('send');
  const showToast = useToast();
  const refresh = useRefresh(ids);
  const starting = useMutation({
    mutationFn: () => startWorkflow(ids),
    onSuccess: () => showToast({ text: send('sent') }),
    onSettled: refresh,
  });
  return (
    <ConfirmButton
      icon={Send}
      variant="plain"
      act={starting}
      title={t('startNowTitle', { name: workflow.name })}
      description={t('startNowWhat')}
      confirmLabel={t('startNow')}
    />
  );
}

function CallOff({ ids, seconds }: { ids: WorkflowIds; seconds: number }) {
  const t = useText('acts');
  const showToast = useToast();
  const refresh = useRefresh(ids);
  const restore = () => {
    scheduleStart(ids, seconds)
      .then(() => showToast({ text: t('startSet', { moment: formatMoment(seconds, currentLanguage()) }) }))
      .catch((error: unknown) => showToast({ text: t('undoFailed', { message: messageOf(error) }) }))
      .finally(refresh);
  };
  const callOff = useMutation({
    mutationFn: () => scheduleStart(ids, null),
    onSuccess: () => {
      const isAhead = seconds > Date.now() / 1000;
      showToast({ text: t('startIsOff'), ...(isAhead ? { undo: restore } : {}) });
    },
    onSettled: refresh,
  });
  return (
    <>
      <Button icon={CalendarX} busy={callOff.isPending} onClick={() => callOff.mutate()}>
        {t('startOff')}
      </Button>
      <ErrorBanner error={callOff.error} isFormless />
    </>
  );
}

function useRefresh(ids: WorkflowIds): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: workflowKey(ids) });
}
