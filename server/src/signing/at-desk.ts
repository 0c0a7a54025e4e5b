import { Refusal } from '@paraph/domain';
import type { Tx } from '../platform/database.ts';
import { lockWorkflow } from '../workflows/advance-workflow.ts';
import { type Desk, openDesk, requireOpen, type SigningDeps, unknownLink } from './signing-desk.ts';

/**
 * Does something at a person's desk while holding the workflow's row: two tabs, two people or a deadline meet there,
 * one after another, and each finds what the one before left.
 */
export async function atDesk<T>(
  deps: SigningDeps,
  linkId: string,
  act: (tx: Tx, desk: Desk) => Promise<T>,
): Promise<T> {
  const { link } = await openDesk(deps.database, linkId);
  return deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, link.workflow_id).catch(asUnknownLink);
    return act(tx, await openDesk(tx, linkId));
  });
}

/** The same for what only the person whose turn it is may do. */
export async function atOpenDesk<T>(
  deps: SigningDeps,
  linkId: string,
  act: (tx: Tx, desk: Desk) => Promise<T>,
): Promise<T> {
  return atDesk(deps, linkId, async (tx, desk) => {
    requireOpen(desk);
    return act(tx, desk);
  });
}

/** A workflow that was deleted in this very moment takes its links with it. */
function asUnknownLink(error: unknown): never {
  throw error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND' ? unknownLink() : error;
}
