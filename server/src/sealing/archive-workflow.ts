import type { StoredBlob } from '@paraph/storage';
import { listEvents } from '../audit/api.ts';
import type { Deps } from '../deps.ts';
import { openHashedBlob, readFileBytes } from '../files/read-stored-file.ts';
import { outageOf } from '../platform/outage.ts';
import { advanceWorkflow, lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { recordDelay } from './explain-failure.ts';

/**
 * Reads every sealed file back from storage, verifies its hash, and marks the workflow as signed: it can be downloaded.
 */
export async function archiveWorkflow(deps: Deps, workflowId: number): Promise<void> {
  const facts = await findWorkflowFacts(deps.database, workflowId);
  if (facts?.workflow.status !== 'to_be_archived') return;
  const cause = await findProblem(deps, workflowId, facts.documents);
  await deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    if (workflow.status !== 'to_be_archived') return;
    const command = cause === null ? { verb: 'archive' as const } : { verb: 'block' as const, cause };
    const detail = cause === null ? {} : { cause };
    await advanceWorkflow(tx, deps, { workflowId, command, actor: SERVICE, detail });
  });
}

/** Reads a sealed file back that has no row yet. */
export async function canBeReadBack(
  deps: Pick<Deps, 'blobs'>,
  { key: blobKey, sha256 }: Pick<StoredBlob, 'key' | 'sha256'>,
): Promise<boolean> {
  const hashed = await openHashedBlob(deps, { blobKey, sha256 });
  hashed?.close();
  return hashed !== null;
}

/** @throws what an outage of the storage or the database throws, whose end the job waits for */
async function findProblem(
  deps: Deps,
  workflowId: number,
  documents: readonly { name: string; sealed_file_id: number | null }[],
): Promise<string | null> {
  for (const { name, sealed_file_id: fileId } of documents) {
    try {
      if (fileId === null) return `The sealed file of ${name} is missing.`;
      await readFileBytes(deps, fileId);
    } catch (error) {
      const outage = outageOf(error);
      if (outage === 'storage') await showDelay(deps, workflowId, name);
      if (outage !== null) throw error;
      deps.log.error({ err: error, fileId }, 'a sealed file could not be read back');
      return `The sealed file of ${name} could not be read back from storage. Repair the storage, then press Retry.`;
    }
  }
  return null;
}

/** Once in the timeline, however often it is tried. */
async function showDelay(deps: Deps, workflowId: number, name: string): Promise<void> {
  const cause = `The sealed file of ${name} is read back as soon as the storage of documents can be used again.`;
  const events = await listEvents(deps.database, workflowId);
  if (events.some((event) => event.name === 'sealing.delayed' && event.detail.cause === cause)) return;
  await deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    if (workflow.status !== 'to_be_archived') return;
    await recordDelay(tx, deps, { workflowId, name, cause });
  });
}
