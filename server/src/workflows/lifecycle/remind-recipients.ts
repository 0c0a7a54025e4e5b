import { conflict, invalid, LIMITS, Refusal, type Violations } from '@paraph/domain';
import { countSending, requireSender } from '../../accounts/sender.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { addSeconds, toSeconds } from '../../platform/clock.ts';
import { authorizeWorkflow, type WorkflowCall, type WorkflowRecord } from '../reading/read-workflow.ts';
import { saveReminded } from '../store/reminder-store.ts';
import { dueOf } from '../store/workflow-store.ts';
import { detailOf, lockWorkflow } from './advance-workflow.ts';
import { actorOf, recordWorkflowEvents } from './record-workflow-events.ts';

export interface Reminder {
  recipientId: number;
  email: string;
  /** False for who was reminded within the hour. */
  reminded: boolean;
  nextReminderDate: number;
}

/** Mails recipients with an open action again, each at most once an hour, with the same link. */
export async function remindRecipients(
  deps: Deps,
  caller: Caller,
  { recipients, visitor, ...address }: WorkflowCall & { recipients: readonly number[] | null },
): Promise<Reminder[]> {
  const { workflowId } = address;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  const sender = await requireSender(deps, caller);
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const waiting = chooseWaiting(record, recipients);
    const actor = await actorOf(tx, caller, visitor);
    const reminders: Reminder[] = [];
    for (const action of waiting) reminders.push(await remind(tx, deps, { record, action, actor }));
    if (reminders.every(({ reminded }) => !reminded)) throw tooSoon(deps, reminders);
    await countSending(tx, deps, { sender, mails: reminders.filter(({ reminded }) => reminded).length });
    return reminders;
  });
}

type Action = WorkflowRecord['actions'][number];

/** The open actions of the named recipients, or of all. */
function chooseWaiting({ workflow, actions }: WorkflowRecord, ids: readonly number[] | null): Action[] {
  const open = actions.filter((action) => action.status === 'started');
  if (workflow.status !== 'started' || open.length === 0) {
    throw conflict(
      `This workflow is ${workflow.status.replaceAll('_', ' ')}: it has no open action to remind of.`,
    );
  }
  if (ids === null) return open;
  const violations: Violations = {};
  ids.forEach((id, index) => {
    if (open.some((action) => action.recipient_id === id)) return;
    violations[`recipients[${index}]`] =
      'It is not the turn of such a person in this workflow; leave them out.';
  });
  if (ids.length === 0) violations.recipients = 'Name a recipient, or omit it to remind all.';
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return open.filter((action) => ids.includes(action.recipient_id));
}

async function remind(
  tx: Tx,
  deps: Deps,
  { record, action, actor }: { record: WorkflowRecord; action: Action; actor: EventActor },
): Promise<Reminder> {
  const now = deps.clock.now();
  const { recipient_id: recipientId } = action;
  const email = record.recipients.find(({ id }) => id === recipientId)?.email ?? '';
  const before = action.reminded_at && addSeconds(action.reminded_at, LIMITS.reminderSeconds);
  if (before && before > now) {
    return { recipientId, email, reminded: false, nextReminderDate: toSeconds(before) };
  }
  // The next one by itself waits from now on.
  const dueAt = dueOf(record, { ...action, reminded_at: now }, now);
  await saveReminded(tx, action.id, { at: now, dueAt, isAutomatic: false });
  const detail = detailOf(record, action.id);
  const events = [{ name: 'action.reminded' as const, actor, detail }];
  await recordWorkflowEvents(tx, deps, { workflowId: record.workflow.id, events });
  const next = addSeconds(now, LIMITS.reminderSeconds);
  return { recipientId, email, reminded: true, nextReminderDate: toSeconds(next) };
}

function tooSoon({ clock }: Pick<Deps, 'clock'>, reminders: readonly Reminder[]): Refusal {
  const next = Math.min(...reminders.map(({ nextReminderDate }) => nextReminderDate));
  const retryAfterSeconds = Math.max(1, next - toSeconds(clock.now()));
  return new Refusal(
    'RATE_LIMIT_REACHED',
    `All of them were reminded within the hour; wait ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  );
}
