import { findHold, type HoldSubject, type LegalHold, Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import { listActiveHolds, lockHoldsShared } from './hold-store.ts';

export {
  findHoldRow,
  insertHold,
  liftHoldRow,
  listActiveHolds,
  listHoldingOrganizations,
  listHoldRows,
  lockHolds,
  lockHoldsShared,
  replaceHoldActor,
  type StoredHold,
} from './hold-store.ts';

/**
 * Refuses to erase what a hold keeps, and keeps new holds away until the end of the transaction. The caller has locked
 * the workflow.
 */
export async function requireNotHeld(
  tx: Tx,
  organizationId: number,
  readSubject: () => Promise<HoldSubject>,
): Promise<void> {
  await lockHoldsShared(tx, organizationId);
  const holds = await listActiveHolds(tx, organizationId);
  if (holds.length === 0) return;
  const hold = findHold(holds, await readSubject());
  if (hold) throw refusedBy(hold, 'this workflow');
}

/** Refuses to close a workspace that a hold keeps, or to take a workflow out of its reach. */
export async function requireWorkspaceNotHeld(
  tx: Tx,
  organizationId: number,
  workspaceId: number,
): Promise<void> {
  await lockHoldsShared(tx, organizationId);
  const holds = await listActiveHolds(tx, organizationId);
  const hold = holds.find((each) => each.workspaceId === workspaceId);
  if (hold) throw refusedBy(hold, 'all of this workspace');
}

function refusedBy({ reason }: LegalHold, subject: string): Refusal {
  return new Refusal(
    'WORKFLOW_HELD',
    `A legal hold keeps ${subject}: ${reason} An administrator of the organization can lift it.`,
  );
}
