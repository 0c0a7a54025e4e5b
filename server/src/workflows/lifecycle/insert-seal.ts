import { countSending, type Sender } from '../../accounts/sender.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { countStart } from '../../http/organization-quotas.ts';
import { insertPlanned } from '../store/new-workflow-store.ts';
import { type NewWorkflow, planWorkflow } from '../store/plan-workflow.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';
import { toState, withState } from '../store/workflow-store.ts';
import { decideNamed } from './advance-workflow.ts';
import { notifiedAmong, SERVICE, type WorkflowEventRecord } from './record-workflow-events.ts';

export interface InsertedSeal {
  record: WorkflowRecord;
  hasListener: boolean;
  /** That it has ended, where its file is made already. */
  ending: WorkflowEventRecord[];
}

/**
 * Inserts a seal of the organization: a workflow without people, which begins where all of them would have acted.
 * `isSealed`: its file is made, and it ends at once.
 */
export async function insertSeal(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'>,
  { workflow, sender, isSealed }: { workflow: NewWorkflow; sender: Sender; isSealed: boolean },
): Promise<InsertedSeal> {
  const planned = planWorkflow(workflow);
  const { record } = planned;
  const head = { ...record.workflow, title: record.workflow.name, started_at: workflow.createdAt };
  const begun = { ...record, workflow: { ...head, status: 'approved' as const } };
  const commands = isSealed ? [{ verb: 'seal' as const }, { verb: 'archive' as const }] : [];
  const { next, events } = decideNamed(head, toState(begun), commands, deps.clock.now());
  const ended = { ...planned, record: withState(begun, next) };
  const inserted = await insertPlanned(tx, ended, notifiedAmong(events));
  await countSending(tx, deps, { sender, envelopes: 1, mails: 0 });
  const { hasOwnQuota } = inserted;
  await countStart(tx, deps, { organizationId: head.organization_id, mails: 0, hasOwnQuota });
  return { ...inserted, ending: events.map(({ name }) => ({ name, actor: SERVICE, detail: {} })) };
}
