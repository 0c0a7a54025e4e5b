import { Refusal, remindersOf } from '@paraph/domain';
import { countSending, requireSenderById, type Sender } from '../../accounts/sender.ts';
import type { Tx } from '../../database/database.ts';
import { isFrozen } from '../../database/frozen.ts';
import type { Deps } from '../../deps.ts';
import { addSeconds } from '../../platform/clock.ts';
import { type DueReminder, listDueReminders, lockIfFree, saveReminded } from '../store/reminder-store.ts';
import { loadWorkflow } from '../store/workflow-reading-store.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';
import { dueOf, saveDueTimes } from '../store/workflow-store.ts';
import { detailOf } from './advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from './record-workflow-events.ts';

type ReminderDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'log' | 'vault'>;
type Action = WorkflowRecord['actions'][number];

const SLICE = 200;
const PUT_OFF_SECONDS = 3_600;

/**
 * Sends the automatic reminders that are due, each workflow in a transaction of its own: the time of the next one is
 * saved with the event that has the mail written, so that neither another worker nor a restart sends it twice. A
 * workflow that another act has locked is left to the next turn; one that fails delays no other.
 */
export async function sendDueReminders(deps: ReminderDeps): Promise<void> {
  for (let after: DueReminder | null = null; ; ) {
    const due: DueReminder[] = await listDueReminders(deps.database, {
      now: deps.clock.now(),
      after,
      limit: SLICE,
    });
    for (const [workflowId, creatorId] of new Map(due.map((each) => [each.workflowId, each.creatorId]))) {
      const sending = requireSenderById(deps, creatorId).then((sender) =>
        remindDue(deps, workflowId, sender),
      );
      await sending.catch(async (error: unknown) => {
        if (isFrozen(error)) return;
        const about = { workflowId, err: error };
        if (!(error instanceof Refusal)) {
          deps.log.error(about, 'reminders could not be sent and will be tried again');
          return;
        }
        deps.log.debug(about, 'the sender of a workflow may not remind at present');
        const dueAt = addSeconds(deps.clock.now(), PUT_OFF_SECONDS);
        const actions = due.filter((each) => each.workflowId === workflowId);
        const changes = actions.map(({ actionId: id }) => ({ id, dueAt }));
        await deps.database.transaction().execute((tx) => saveDueTimes(tx, changes));
      });
    }
    after = due.at(-1) ?? null;
    if (due.length < SLICE) return;
  }
}

async function remindDue(deps: ReminderDeps, workflowId: number, sender: Sender): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    if (!(await lockIfFree(tx, workflowId))) return;
    const record = await loadWorkflow(tx, workflowId);
    const now = deps.clock.now();
    const isDue = ({ reminder_due_at: dueAt }: Action) => dueAt !== null && dueAt <= now;
    const reminded: Action[] = [];
    for (const action of record?.actions.filter(isDue) ?? []) {
      if (record && (await remindOrMove(tx, { record, action, now }))) reminded.push(action);
    }
    if (!record || reminded.length === 0) return;
    await countSending(tx, deps, { sender, mails: reminded.length });
    const plan = remindersOf(record.workflow.preferences);
    const events = reminded.map(({ id, reminders_sent: sent }) => ({
      name: 'action.reminded' as const,
      actor: SERVICE,
      detail: { ...detailOf(record, id), automatic: true, count: sent + 1, max: plan?.max ?? sent + 1 },
    }));
    await recordWorkflowEvents(tx, deps, { workflowId, events, ledger: record.ledger });
  });
}

/** False where the time was left behind, or has to wait for the day. */
async function remindOrMove(
  tx: Tx,
  { record, action, now }: { record: WorkflowRecord; action: Action; now: Date },
): Promise<boolean> {
  const dueAt = dueOf(record, action, now);
  if (dueAt === null || dueAt > now) {
    await saveDueTimes(tx, [{ id: action.id, dueAt }]);
    return false;
  }
  const after = { ...action, reminded_at: now, reminders_sent: action.reminders_sent + 1 };
  await saveReminded(tx, action.id, { at: now, dueAt: dueOf(record, after, now), isAutomatic: true });
  return true;
}
