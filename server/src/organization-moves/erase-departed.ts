import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { eraseFiles, removeErased } from '../files/delete-files.ts';
import { outageOf } from '../platform/outage.ts';
import { deleteTemplatesOf } from '../templates/api.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { eraseWorkflow, type ReleaseBeside } from '../workflows/lifecycle/delete-workflow.ts';
import { SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { deleteOrganization } from '../workspaces/api.ts';
import { listDepartures, lockEnded, saveDeparture } from './departure-store.ts';
import { hasUnsent, listFilesOf, listUnnamed, listWorkflowsOf } from './erase-store.ts';
import { releaseTables } from './freeze-organization.ts';
import { deleteFreeze, whileLifted } from './freeze-store.ts';

type EraseDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'log' | 'vault'> & {
  releaseBeside: ReleaseBeside;
};

const SLICE = 200;
/** Workflows of one organization in an hour: what else the job does, waits for them. */
const WORKFLOWS_MAX = 5_000;

/**
 * Once an hour: erases what is still here of organizations that are on another instance, after the time for which their
 * links led there. Each workflow is a transaction and leaves its tombstone; the last one takes the rest, and leaves the
 * row of the departure. So it goes on after a crash where it was. People stay: they have accounts here.
 */
export async function eraseDeparted(deps: EraseDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { organization_id: id, ends_at: endsAt, erased_at: erasedAt } of await listDepartures(
    deps.database,
  )) {
    if (erasedAt !== null || endsAt > now) continue;
    try {
      if (!(await hasUnsent(deps.database, id))) await eraseOrganization(deps, id);
    } catch (error) {
      if (outageOf(error) !== null) throw error;
      // The next hour tries it again, and others do not wait for it.
      deps.log.error({ err: error, organizationId: id }, 'what has moved away could not be erased');
    }
  }
  await releaseTables(deps.database);
}

async function eraseOrganization(deps: EraseDeps, organizationId: number): Promise<void> {
  for (let erased = 0; erased < WORKFLOWS_MAX; ) {
    const ids = await listWorkflowsOf(deps.database, organizationId, SLICE);
    if (ids.length === 0) return eraseIn(deps, organizationId, (tx) => eraseRest(tx, deps, organizationId));
    for (const id of ids)
      await eraseIn(deps, organizationId, (tx) =>
        whileLifted(tx, organizationId, () => eraseMoved(tx, deps, id)),
      );
    erased += ids.length;
  }
}

/** Nobody else erases of it meanwhile, or begins it again. */
async function eraseIn(
  deps: EraseDeps,
  organizationId: number,
  erase: (tx: Tx) => Promise<string[]>,
): Promise<void> {
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const departure = await lockEnded(tx, organizationId, deps.clock.now());
    return departure === null ? [] : erase(tx);
  });
  await removeErased(deps, blobs);
}

async function eraseMoved(tx: Tx, deps: EraseDeps, workflowId: number): Promise<string[]> {
  const record = await lockWorkflow(tx, workflowId);
  return eraseWorkflow(tx, deps, { record, actor: SERVICE, reason: 'moved' });
}

async function eraseRest(tx: Tx, { clock }: EraseDeps, organizationId: number): Promise<string[]> {
  await deleteFreeze(tx, organizationId);
  const files = await listFilesOf(tx, organizationId);
  await deleteTemplatesOf(tx, organizationId);
  await deleteOrganization(tx, organizationId);
  const now = clock.now();
  await saveDeparture(tx, { organization_id: organizationId, erased_at: now });
  return eraseFiles(tx, await listUnnamed(tx, files), now);
}
