import { decide } from '@paraph/domain';
import { requireSender } from '../../accounts/sender.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { authorizeWorkflow, unknownWorkflow, type WorkflowAddress } from '../reading/read-workflow.ts';
import { loadWorkflow } from '../store/workflow-reading-store.ts';
import { toState } from '../store/workflow-store.ts';
import { withOriginals } from './prepare-forms.ts';
import { prepareStart } from './prepare-start.ts';

/**
 * Whether a draft could be started now, by all that the start itself asks; nothing of it is saved.
 *
 * @returns whose turn it would be first
 * @throws Refusal as `startWorkflow` does
 */
export async function checkStart(
  deps: Deps,
  caller: Caller,
  address: WorkflowAddress,
): Promise<{ first: string[] }> {
  await authorizeWorkflow(deps, { ...address, caller, operation: 'edit' });
  await requireSender(deps, caller);
  const record = await loadWorkflow(deps.database, address.workflowId);
  if (!record) throw unknownWorkflow();
  const { events } = decide(toState(record), { verb: 'start' }, deps.clock.now());
  const documents = await withOriginals(deps.database, record.documents);
  await prepareStart(deps, { ...record, documents });
  const asked = new Set(events.flatMap(({ actionId }) => actionId ?? []));
  const ids = new Set(record.actions.filter(({ id }) => asked.has(id)).map((each) => each.recipient_id));
  return { first: record.recipients.filter(({ id }) => ids.has(id)).map(({ name }) => name) };
}
