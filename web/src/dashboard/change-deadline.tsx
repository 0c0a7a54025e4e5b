import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../api/call.ts';
import { violationsOf } from '../api/violations.ts';
import type { Workflow } from '../api/wire.ts';
import { changeDeadline, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { useToast } from '../ui/toast.tsx';
import { deadlineSeconds, isSettable, momentLimits, momentOf } from './deadline-state.ts';
import { MomentField } from './moment-field.tsx';
import { useDeadlineLimits } from './use-deadline-limits.ts';

type ChangeDeadlineProps = { ids: WorkflowIds; workflow: Pick<Workflow, 'expiryDate'> };

export function ChangeDeadline({ ids, workflow }: ChangeDeadlineProps) {
  const t = useText('acts');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        icon={CalendarClock}
        variant="quiet"
        isSmall
        className="-mx-3 -my-2"
        onClick={() => setOpen(true)}
      >
        {t('changeDeadline')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('changeDeadline')} description={t('deadlineWhat')}>
        <DeadlineForm ids={ids} workflow={workflow} onClose={close} />
      </Dialog>
    </>
  );
}

function DeadlineForm({ ids, workflow, onClose }: ChangeDeadlineProps & { onClose: () => void }) {
  const t = useText('acts');
  const input = useRef<HTMLInputElement>(null);
  const [now] = useState(() => Date.now() / 1000);
  const limits = momentLimits(now, useDeadlineLimits());
  const [moment, setMoment] = useState(() => momentOf(workflow.expiryDate));
  const [isMissing, setMissing] = useState(false);
  const end = deadlineSeconds({ moment }, now);
  const saving = useSaveDeadline({ ids, workflow }, onClose);
  const [refused] = violationsOf(saving.error, ['expiryDate']);
  const error = isMissing ? t('deadlineNeeded') : refused?.sentence;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(end === null);
        if (end === null) input.current?.focus();
        else saving.mutate(end);
      }}
    >
      <ErrorBanner error={saving.error} shownFields={['expiryDate']} />
      <MomentField
        ref={input}
        label={t('deadlineDay')}
        limits={limits}
        moment={moment}
        isEnd
        hasChoices
        error={error}
        onChange={(next) => {
          setMoment(next);
          setMissing(false);
          saving.reset();
        }}
      />
      <FormActions onLeave={onClose} leave={t('leave')} act={t('deadlineAct')} busy={saving.isPending} />
    </form>
  );
}

function useSaveDeadline({ ids, workflow }: ChangeDeadlineProps, onSaved: () => void) {
  const t = useText('acts');
  const showToast = useToast();
  const client = useQueryClient();
  const before = workflow.expiryDate;
  const limits = useDeadlineLimits();
  const moment = (seconds: number) => formatMoment(seconds, currentLanguage());
  const refresh = () => client.invalidateQueries({ queryKey: workflowKey(ids) });
  const revert = () => {
    changeDeadline(ids, before)
      .then(() => showToast({ text: t('deadlineBack', { moment: moment(before) }) }))
      .catch((error: unknown) => showToast({ text: t('undoFailed', { message: messageOf(error) }) }))
      .finally(refresh);
  };
  return useMutation({
    mutationFn: (seconds: number) => changeDeadline(ids, seconds),
    onSuccess: (_saved, seconds) => {
      onSaved();
      const text = t('deadlineChanged', { moment: moment(seconds) });
      showToast(isSettable(before, Date.now() / 1000, limits) ? { text, undo: revert } : { text });
    },
    onSettled: refresh,
  });
}
