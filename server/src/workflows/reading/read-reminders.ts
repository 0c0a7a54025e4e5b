import { NO_REMINDERS, PREFERENCES, remindersOf } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { toSeconds } from '../../platform/clock.ts';
import { readReminderDefault } from '../../workspaces/api.ts';
import { readVisibleWorkflow, type WorkflowAddress } from './read-workflow.ts';

/** Whose turn it is in a workflow, when each of them is reminded next, and whom no mail reaches. */
export async function readWorkflowReminders(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: WorkflowAddress,
) {
  const { workflow, actions, recipients } = await readVisibleWorkflow(deps, caller, address);
  const plan = remindersOf(workflow.preferences);
  const seconds = (date: Date | null) => date && toSeconds(date);
  const open = workflow.status === 'started' ? actions.filter(({ status }) => status === 'started') : [];
  const said = workflow.preferences[PREFERENCES.reminders];
  // A draft takes over what its workspace says when it starts.
  const isInherited = said === undefined && workflow.status === 'not_started';
  const inherited = isInherited ? await readReminderDefault(deps.database, workflow.workspace_id) : null;
  return {
    reminders: said ?? inherited ?? NO_REMINDERS,
    recipients: open.flatMap((action) => {
      const recipient = recipients.find(({ id }) => id === action.recipient_id);
      if (!recipient) return [];
      const { time_zone: timeZone, mail_problem: mailProblem } = recipient;
      return {
        ...{ recipientId: recipient.id, sent: action.reminders_sent, max: plan?.max ?? 0 },
        ...{ lastDate: seconds(action.reminded_at), nextDate: seconds(action.reminder_due_at) },
        ...{ timeZone, mailProblem },
      };
    }),
  };
}
