import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { listMailsOf, type StoredMail } from './mail-store.ts';

/** The mails about a workflow, in the order in which they were asked for. */
export async function listMails(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: WorkflowAddress,
): Promise<StoredMail[]> {
  await readVisibleWorkflow(deps, caller, address);
  return listMailsOf(deps.database, address.workflowId);
}
