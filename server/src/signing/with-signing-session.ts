import { Refusal } from '@paraph/domain';
import type { Tx } from '../platform/database.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import {
  loadSigningSession,
  requireOpen,
  type SigningDeps,
  type SigningSession,
  unknownLink,
} from './signing-session.ts';

/**
 * Runs `act` with the recipient's session while the workflow's row is locked, so that two tabs, two recipients or a
 * deadline are handled one after another and each sees the previous result.
 */
export async function withSigningSession<T>(
  deps: SigningDeps,
  linkId: string,
  act: (tx: Tx, session: SigningSession) => Promise<T>,
): Promise<T> {
  const { link } = await loadSigningSession(deps.database, linkId);
  return deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, link.workflow_id).catch(asUnknownLink);
    return act(tx, await loadSigningSession(tx, linkId));
  });
}

/** Also requires that the recipient may act now. */
export async function withOpenSigningSession<T>(
  deps: SigningDeps,
  linkId: string,
  act: (tx: Tx, session: SigningSession) => Promise<T>,
): Promise<T> {
  return withSigningSession(deps, linkId, async (tx, session) => {
    requireOpen(session);
    return act(tx, session);
  });
}

/** A workflow that was deleted in the meantime took its links with it. */
function asUnknownLink(error: unknown): never {
  throw error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND' ? unknownLink() : error;
}
