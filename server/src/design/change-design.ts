import type { FieldRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../http/caller.ts';
import { setFields } from '../workflows/drafts/set-fields.ts';
import { startWorkflow } from '../workflows/lifecycle/change-status.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import { type DesignGuest, requireDesigner } from './require-design-session.ts';

/**
 * Sets the fields of the session's draft.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` on a view page, and those of `setFields`
 */
export async function saveDesign(
  deps: Deps,
  guest: DesignGuest,
  { fields, visitor }: { fields: readonly FieldRequest[]; visitor: Visitor },
): Promise<WorkflowRecord> {
  requireDesigner(guest);
  return setFields(deps, guest.caller, { ...guest.address, fields, visitor });
}

/**
 * Starts the session's draft.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` on a view page, and those of `startWorkflow`
 */
export async function startDesign(deps: Deps, guest: DesignGuest, visitor: Visitor): Promise<void> {
  requireDesigner(guest);
  await startWorkflow(deps, guest.caller, { ...guest.address, visitor });
}
