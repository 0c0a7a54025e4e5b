import { conflict, requireLevelRight } from '@paraph/domain';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { recordChange } from '../lifecycle/record-workflow-events.ts';
import { authorizeWorkflow, type WorkflowCall, type WorkflowRecord } from '../reading/read-workflow.ts';

/** With them a draft asks people for signatures. */
const ASKING: readonly string[] = ['recipients', 'steps'];

/** Changes a draft in one transaction: authorizes, locks, changes, records which properties changed. */
export async function changeDraft(
  deps: Deps,
  { caller, command, changed }: { caller: Caller; command: WorkflowCall; changed: readonly string[] },
  change: (tx: Tx, record: WorkflowRecord) => Promise<void>,
): Promise<WorkflowRecord> {
  const { workflowId, visitor } = command;
  const { access } = await authorizeWorkflow(deps, { caller, operation: 'edit', ...command });
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    requireDraft(record);
    if (changed.some((each) => ASKING.includes(each))) requireLevelRight(record.workflow.type, access.levels);
    await change(tx, record);
    await recordChange(tx, deps, { workflowId, caller, visitor, changed });
    return lockWorkflow(tx, workflowId);
  });
}

/** What is signed is what was sent: documents, people and fields change in a draft only. */
export function requireDraft({ workflow }: WorkflowRecord): void {
  if (workflow.status === 'not_started') return;
  throw conflict(
    `This workflow is ${workflow.status.replaceAll('_', ' ')}; only a draft can be changed in this way.`,
  );
}
