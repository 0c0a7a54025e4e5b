import { readReminderPlan } from '@paraph/domain';
import { type FormEvent, useState } from 'react';
import { saveReminders, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { planText } from '../organization/reminder-state.ts';
import { RemindersField } from '../organization/reminders-field.tsx';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useAct } from '../ui/use-act.ts';

type RemindersProps = { ids: WorkflowIds; reminders: string; mayEdit: boolean };

/** How the people of a document are reminded, and the way to change it. */
export function DocumentReminders({ ids, reminders, mayEdit }: RemindersProps) {
  const t = useText('reminders');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-14 text-muted">
      <p>
        {t('label')}: {planText(reminders, t)}
      </p>
      {mayEdit && (
        <Button variant="quiet" isSmall className="-mx-3" onClick={() => setOpen(true)}>
          {t('change')}
        </Button>
      )}
      {isOpen && <ChangeReminders ids={ids} reminders={reminders} onClose={() => setOpen(false)} />}
    </div>
  );
}

type ChangeProps = { ids: WorkflowIds; reminders: string; onClose: () => void };

function ChangeReminders({ ids, reminders, onClose }: ChangeProps) {
  const t = useText('reminders');
  const [value, setValue] = useState(reminders);
  const saving = useAct({
    does: () => saveReminders(ids, value),
    done: onClose,
    says: () => t('changed'),
    stale: [{ queryKey: workflowKey(ids) }],
  });
  const isValid = 'plan' in readReminderPlan(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) saving.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('changeTitle')} description={t('changeLead')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <RemindersField value={value} onChange={(next) => setValue(next ?? reminders)} />
        <ErrorBanner error={saving.error} />
        <FormActions
          onLeave={onClose}
          leave={t('leave')}
          act={t('save')}
          busy={saving.isPending}
          disabled={!isValid}
        />
      </form>
    </Dialog>
  );
}
