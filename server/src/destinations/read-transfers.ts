import { conflict } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { readWorkflowNames } from '../workflows/api.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { getWorkspaceAccess, requirePermission } from '../workspaces/workspace-access.ts';
import {
  findDestinationRow,
  findTransfer,
  insertTransfer,
  listUndone,
  restartTransfer,
  type StoredTransfer,
} from './destination-store.ts';
import { enqueueTransfer } from './follow-signed.ts';

export interface ShownTransfer {
  transfer: StoredTransfer | null;
  /** The server of the workspace's destination; null without one. */
  host: string | null;
}

export async function readTransfer(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: WorkflowAddress,
): Promise<ShownTransfer> {
  await readVisibleWorkflow(deps, caller, address);
  return showTransfer(deps, address);
}

async function showTransfer(
  { database }: Pick<Deps, 'database'>,
  { workspaceId, workflowId }: WorkflowAddress,
): Promise<ShownTransfer> {
  const destination = await findDestinationRow(database, workspaceId);
  const host = destination && new URL(destination.url).host;
  return { transfer: await findTransfer(database, workflowId), host };
}

/** @throws Refusal `WORKFLOW_STATUS_CONFLICT` where there is nothing to send, or nowhere to */
export async function startTransfer(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  address: WorkflowAddress,
): Promise<ShownTransfer> {
  const { workflow } = await readVisibleWorkflow(deps, caller, { ...address, operation: 'edit' });
  if (workflow.status !== 'signed')
    throw conflict('Only the files of a signed workflow are written to the destination.');
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const about = { ...address, now };
    const isBegun = (await restartTransfer(tx, about)) || (await insertTransfer(tx, about));
    if (!isBegun)
      throw conflict(
        (await findDestinationRow(tx, address.workspaceId))
          ? 'The files are at the destination already.'
          : 'The workspace has no destination. Set one up in the settings of the workspace.',
      );
    await enqueueTransfer(tx, address.workflowId, now);
  });
  return showTransfer(deps, address);
}

/** Those that are not done, with the names of their workflows: for who may edit the workspace and see all in it. */
export async function listTransfers(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest & { workspaceId: number; state?: 'pending' | 'failed' | undefined },
): Promise<PageOf<StoredTransfer & { name: string }>> {
  const access = await getWorkspaceAccess(database, caller, query.workspaceId);
  requirePermission(access, 'edit_workspace');
  requirePermission(access, 'view_others_workflow');
  const page = await listUndone(database, { ...query, state: query.state ?? 'failed' });
  const names = await readWorkflowNames(
    database,
    page.records.map(({ workflow_id: id }) => id),
  );
  const records = page.records.map((row) => ({ ...row, name: names.get(row.workflow_id) ?? '' }));
  return { ...page, records };
}
