import type { Deps } from '../deps.ts';
import type { Visitor } from '../http/caller.ts';
import { startWorkflow } from '../workflows/lifecycle/change-status.ts';
import type { DesignGuest } from './require-design-session.ts';
import { requireDesigner } from './require-designer.ts';

/**
 * Starts the session's draft.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` from a page to look at, and those of `startWorkflow`
 */
export async function startDesign(deps: Deps, guest: DesignGuest, visitor: Visitor): Promise<void> {
  requireDesigner(guest);
  await startWorkflow(deps, guest.caller, { ...guest.address, visitor });
}
