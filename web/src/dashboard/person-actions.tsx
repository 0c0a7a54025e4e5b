import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing, PencilLine, UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import type { Recipient, WaitingPerson } from '../api/wire.ts';
import { remindRecipient, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatClock, formatDistance, formatMoment } from '../ui/format-time.ts';
import { useToast } from '../ui/toast.tsx';
import { useNow } from '../ui/use-now.ts';
import { InPersonActions } from './in-person-actions.tsx';
import { CorrectDialog, PassDialog } from './replace-dialogs.tsx';
import { nextReminderAt } from './workflow-state.ts';

export type PersonActionsProps = {
  ids: WorkflowIds;
  person: Recipient;
  isTheirTurn: boolean;
  /** The sender lets them sign on the device of a host. */
  mayInPerson: boolean;
  /** The person has not answered yet and can still be corrected or replaced. */
  isReplaceable: boolean;
  reminded: number | null;
  /** When they are reminded by themselves, and whether mails reach them; undefined until it is known. */
  waiting: WaitingPerson | undefined;
  /** Whether they have to identify themselves. */
  isIdentified: boolean;
};

/** The sender's actions for a person who has not answered yet. */
export function PersonActions(props: PersonActionsProps) {
  const { ids, person, isTheirTurn, mayInPerson, isReplaceable, isIdentified, reminded, waiting } = props;
  const t = useText('acts');
  const [open, setOpen] = useState<'correct' | 'pass' | null>(null);
  const dialog = { ids, person, isTheirTurn, onClose: () => setOpen(null) };
  return (
    <fieldset className="basis-full">
      <legend className="sr-only">{t('group', { name: person.name })}</legend>
      <div className="-ms-3 flex flex-wrap">
        {isTheirTurn && <Remind ids={ids} person={person} reminded={reminded} />}
        {isTheirTurn && mayInPerson && <InPersonActions ids={ids} person={person} />}
        {isReplaceable && (
          <>
            <Button
              icon={PencilLine}
              variant="quiet"
              isSmall
              aria-label={t('correctLabel', { name: person.name })}
              onClick={() => setOpen('correct')}
            >
              {t('correct')}
            </Button>
            <Button
              icon={UserRoundPen}
              variant="quiet"
              isSmall
              aria-label={t('passLabel', { name: person.name })}
              onClick={() => setOpen('pass')}
            >
              {t('pass')}
            </Button>
          </>
        )}
      </div>
      {waiting && <Waiting person={person} waiting={waiting} />}
      <CorrectDialog isOpen={open === 'correct'} isIdentified={isIdentified} {...dialog} />
      <PassDialog isOpen={open === 'pass'} {...dialog} />
    </fieldset>
  );
}

/** What happens by itself, or cannot: the mail server's answer stands above all. */
function Waiting({ person, waiting }: { person: Recipient; waiting: WaitingPerson }) {
  const t = useText('reminders');
  const { mailProblem: cause, nextDate, sent, max } = waiting;
  if (cause !== null) {
    return (
      <p className="ps-3 text-14 break-words text-stopped">{t('problem', { email: person.email, cause })}</p>
    );
  }
  if (nextDate === null && (max === 0 || sent < max)) return null;
  const moment = nextDate === null ? '' : formatMoment(nextDate, currentLanguage());
  return (
    <p className="ps-3 text-13 text-muted">
      {nextDate === null ? t('finished', { max }) : t('next', { moment, count: sent + 1, max })}
    </p>
  );
}

/** At most one reminder per hour; a disabled button stays focusable and shows the next time. */
function Remind({ ids, person, reminded }: Pick<PersonActionsProps, 'ids' | 'person' | 'reminded'>) {
  const t = useText('acts');
  const showToast = useToast();
  const client = useQueryClient();
  const now = useNow();
  const next = nextReminderAt(reminded, now);
  const reminding = useMutation({
    mutationFn: () => remindRecipient(ids, person.id),
    onSuccess: () => showToast({ text: t('reminded', { email: person.email }) }),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(ids) }),
  });
  const isDisabled = next !== null || reminding.isPending;
  const remindedId = `reminded-${person.id}`;
  return (
    <>
      <Button
        icon={BellRing}
        variant="quiet"
        isSmall
        aria-label={t('remindLabel', { name: person.name })}
        aria-disabled={isDisabled || undefined}
        aria-describedby={reminded === null ? undefined : remindedId}
        onClick={() => !isDisabled && reminding.mutate()}
      >
        {t('remind')}
      </Button>
      {reminded !== null && (
        <p id={remindedId} className="order-last basis-full ps-3 text-13 text-muted">
          {remindedText(t, { reminded, now })}
          {next !== null && ` ${t('remindAgain', { time: formatClock(next, currentLanguage()) })}`}
        </p>
      )}
      {reminding.error && (
        <div className="order-last my-2 basis-full ps-3">
          <ErrorBanner error={reminding.error} isFormless />
        </div>
      )}
    </>
  );
}

function remindedText(t: ReturnType<typeof useText>, { reminded, now }: { reminded: number; now: number }) {
  if (now - reminded < 60) return t('remindedJustNow');
  return t('remindedAgo', { ago: formatDistance(reminded, now, currentLanguage()) });
}
