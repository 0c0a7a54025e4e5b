import { isFinal } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type {
  Action,
  Step,
  TimelineEvent,
  Workflow,
  WorkflowDetail,
  WorkflowReminders,
} from '../api/wire.ts';
import { type WorkflowIds, workflowSectionQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { PersonRing } from '../ui/people-rings.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { DocumentReminders } from './change-reminders.tsx';
import { PersonActions } from './person-actions.tsx';
import { isIdentified } from './send-state.ts';
import {
  answerDates,
  inOrder,
  isStepDone,
  mayStillChange,
  type OpenTurns,
  openedAt,
  openTurnsOf,
  remindedAt,
  stateOfAction,
  toneOfPerson,
  waitingSince,
} from './workflow-state.ts';

type WorkflowStepsProps = { ids: WorkflowIds; workflow: WorkflowDetail; mayEdit: boolean };

/** The steps as a vertical path, with the state, date and actions of each recipient. */
export function WorkflowSteps({ ids, workflow, mayEdit }: WorkflowStepsProps) {
  const t = useText('documents');
  const timeline = useQuery(workflowSectionQuery(ids, 'timeline', mayStillChange(workflow))).data ?? [];
  const steps = inOrder(workflow.steps);
  const isOver = isFinal(workflow.status);
  const isWaiting = workflow.status === 'started';
  const reminders = useQuery({ ...workflowSectionQuery(ids, 'reminders', true), enabled: isWaiting }).data;
  const dates = answerDates(steps, timeline);
  const turns = openTurnsOf(workflow);
  return (
    <>
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          <li key={step.id} className="relative flex gap-4 pb-8 last:pb-0">
            <span aria-hidden className="flex flex-col items-center">
              <span
                className={classNames(
                  DOT,
                  isStepDone(step) ? 'border-done bg-done text-surface' : openLook(step, isOver),
                )}
              >
                {step.order}
              </span>
              {index < steps.length - 1 && (
                <span
                  className={classNames('mt-1 -mb-7 w-0.5 grow', isStepDone(step) ? 'bg-done' : 'bg-line')}
                />
              )}
            </span>
            <div className="min-w-0 flex-1">
              <h3 className="text-14 font-medium text-muted">
                {t(`step_${step.type}`, { order: step.order })}
                {workflow.choices
                  .filter((each) => each.step === step.order)
                  .map(({ group, required, members }) => (
                    <span key={group} className="block">
                      {t('choice', { required, count: members.length })}
                    </span>
                  ))}
                <WitnessPairs workflow={workflow} step={step} />
              </h3>
              <ul className="mt-2 flex flex-col gap-3">
                {step.actions.map((action) => (
                  <ActionLine
                    key={action.id}
                    action={action}
                    isInDone={isStepDone(step)}
                    workflow={workflow}
                    opened={openedAt(timeline, action.recipientEmail)}
                    date={dates.get(action.id) ?? waitingSince(workflow, action, dates)}
                  >
                    {mayEdit && (
                      <Actions ids={ids} action={action} {...{ workflow, turns, timeline, reminders }} />
                    )}
                  </ActionLine>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      {isWaiting && reminders && (
        <DocumentReminders ids={ids} reminders={reminders.reminders} mayEdit={mayEdit} />
      )}
    </>
  );
}

/** Who of a step signs after whom, as their witness. */
function WitnessPairs({ workflow, step }: { workflow: WorkflowDetail; step: Step }) {
  const t = useText('documents');
  const nameOf = (id: number) => workflow.recipients.find((person) => person.id === id)?.name ?? '';
  return workflow.witnesses
    .filter((each) => each.step === step.order && each.named)
    .map(({ actionId, recipientId, ofRecipientId }) => (
      <span key={actionId} dir="auto" className="block">
        {t('witnessOf', { name: nameOf(recipientId), of: nameOf(ofRecipientId) })}
      </span>
    ));
}

type ActionsProps = {
  ids: WorkflowIds;
  action: Action;
  workflow: WorkflowDetail;
  turns: OpenTurns;
  timeline: readonly TimelineEvent[];
  reminders: WorkflowReminders | undefined;
};

function Actions({ ids, action, workflow, turns, timeline, reminders }: ActionsProps) {
  const person = workflow.recipients.find(({ id }) => id === action.recipientId);
  const isTheirTurn = turns.remindable.has(action.id);
  const isReplaceable = turns.replaceable.has(action.id);
  if (!person || (!isTheirTurn && !isReplaceable)) return null;
  return (
    <PersonActions
      {...{ ids, person, isTheirTurn, isReplaceable }}
      mayInPerson={workflow.inPerson}
      isIdentified={isIdentified({ level: workflow.type, type: action.type })}
      reminded={remindedAt(timeline, person.id)}
      waiting={isTheirTurn ? reminders?.recipients.find((each) => each.recipientId === person.id) : undefined}
    />
  );
}

type ActionLineProps = {
  action: Action;
  isInDone: boolean;
  workflow: Workflow;
  date: number | undefined;
  opened: number | null;
  children: ReactNode;
};

function ActionLine({ action, isInDone, workflow, date, opened, children }: ActionLineProps) {
  const t = useText('documents');
  const person = workflow.recipients.find(({ id }) => id === action.recipientId);
  const state = stateOfAction({ ...action, isInDone }, isFinal(workflow.status));
  const isAsked = action.status === 'started';
  const name = person?.name ?? action.recipientEmail;
  return (
    <li className="flex items-start gap-3">
      <PersonRing person={{ name, tone: toneOfPerson(state) }} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <p className="font-medium">{name}</p>
          <p className="text-14 text-muted">{action.recipientEmail}</p>
          {action.comment && <blockquote className={QUOTE}>{action.comment}</blockquote>}
        </div>
        <div className="text-14 sm:text-end">
          <p className={classNames('font-medium', WORD_LOOK[toneOfPerson(state)])}>{t(`person.${state}`)}</p>
          {(isAsked || date === undefined) && opened !== null && (
            <p className="text-13 text-muted">
              {t('openedAt')} <TimeText seconds={opened} />
            </p>
          )}
          {date !== undefined && (
            <p className="text-13 text-muted">
              {isAsked && `${t('waitingSince')} `}
              <TimeText seconds={date} />
            </p>
          )}
        </div>
        {children}
      </div>
    </li>
  );
}

function openLook(step: Step, isOver: boolean): string {
  if (step.status === 'declined') return 'border-stopped bg-stopped-wash text-stopped';
  return step.status === 'started' && !isOver
    ? 'border-waiting bg-waiting-wash text-waiting'
    : 'border-edge text-muted';
}

const DOT = 'flex size-7 items-center justify-center rounded-round border-2 text-13 font-semibold';

const QUOTE = 'mt-1 max-w-text border-s-2 border-line ps-3 text-14 whitespace-pre-line';

const WORD_LOOK = {
  done: 'text-done',
  waiting: 'text-waiting',
  stopped: 'text-stopped',
  draft: 'text-draft',
} as const;
