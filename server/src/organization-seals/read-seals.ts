import { conflict, Refusal, type SealStatus, workflowStatusesOf } from '@paraph/domain';
import { readList } from '../database/replica.ts';
import type { Deps } from '../deps.ts';
import type { CompletionDeps } from '../evidence/completion-certificate.ts';
import { readSealingCertificate } from '../evidence/sealing-certificate.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import type { PageRequest } from '../http/pages.ts';
import { listSealCauses } from '../sealing/api.ts';
import { readWorkflows } from '../workflows/api.ts';
import { changeStatus } from '../workflows/lifecycle/change-status.ts';
import { deleteWorkflow, type ReleaseBeside } from '../workflows/lifecycle/delete-workflow.ts';
import { listSealRecords } from '../workflows/reading/list-workflows.ts';
import { readVisibleEnvelope, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { SEAL_SECTIONS, viewSeal } from '../workflows/reading/view-workflows.ts';

type SealReading = Pick<Deps, 'config' | 'database'>;

interface SealQuery extends PageRequest {
  workspaceId?: number | undefined;
  status?: SealStatus | undefined;
  creatorEmail?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** A page of seals, newest first; what the caller may not see is neither listed nor counted. */
export async function listSeals(deps: SealReading & Pick<Deps, 'replica'>, caller: Caller, query: SealQuery) {
  const { status, workspaceId = null, ...rest } = query;
  const statuses = status ? workflowStatusesOf(status) : null;
  const { seals, ...counts } = await readList(deps, (database) =>
    listSealRecords({ database }, caller, { ...rest, workspaceId, statuses }),
  );
  const causes = await listSealCauses(
    deps.database,
    seals.map(({ workflow }) => workflow.id),
  );
  return {
    ...counts,
    items: seals.map((seal) => viewSeal(seal, deps, causes.get(seal.workflow.id))),
  };
}

/** A seal as it is now, by the integer id of its workflow. The caller may see it. */
export async function viewOneSeal({ config, database }: SealReading, id: number) {
  const [seal] = await readWorkflows(database, [id], SEAL_SECTIONS);
  if (!seal) throw unknownSeal();
  const causes = seal.workflow.status === 'approved' ? await listSealCauses(database, [id]) : null;
  return viewSeal(seal, { config }, causes?.get(id));
}

/** @throws Refusal `NOT_FOUND` for callers who may not see it */
export async function findSealAddress(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  sealId: string,
): Promise<WorkflowAddress & { isSeal: true }> {
  const { workflow } = await readVisible(deps, caller, sealId);
  return { workspaceId: workflow.workspace_id, workflowId: workflow.id, isSeal: true };
}

async function readVisible(deps: Pick<Deps, 'database'>, caller: Caller, sealId: string) {
  const asked = { envelopeId: sealId, sections: SEAL_SECTIONS, isSeal: true };
  return readVisibleEnvelope(deps, caller, asked).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'ENVELOPE_NOT_FOUND' ? unknownSeal() : error;
  });
}

/** The sealed file, to be served. @throws Refusal `NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT` before it is made */
export async function findSealedFile(deps: Pick<Deps, 'database'>, caller: Caller, sealId: string) {
  const { workflow, documents, files } = await readVisible(deps, caller, sealId);
  const sealed = workflow.status === 'signed' ? files[0]?.sealed : null;
  if (!sealed) throw notSealed();
  return { fileId: sealed.id, fileName: (documents[0]?.name ?? '').replace(/(\.pdf)?$/i, ' (sealed).pdf') };
}

export async function readCertificateOf(deps: CompletionDeps, caller: Caller, sealId: string) {
  const { workflow } = await readVisible(deps, caller, sealId);
  if (workflow.status !== 'signed') throw notSealed();
  return readSealingCertificate(deps, workflow.id);
}

/** Has a seal made that failed. @throws Refusal `WORKFLOW_STATUS_CONFLICT` for one that did not */
export async function retrySeal(
  deps: Deps,
  caller: Caller,
  { sealId, visitor }: { sealId: string; visitor: Visitor },
) {
  const address = await findSealAddress(deps, caller, sealId);
  await changeStatus(deps, caller, { ...address, verb: 'retry', visitor }).catch(refuseAsSeal);
  return viewOneSeal(deps, address.workflowId);
}

export async function deleteSeal(
  deps: Deps & { releaseBeside: ReleaseBeside },
  caller: Caller,
  { sealId, visitor }: { sealId: string; visitor: Visitor },
): Promise<void> {
  const address = await findSealAddress(deps, caller, sealId);
  await deleteWorkflow(deps, caller, { ...address, visitor }).catch(refuseAsSeal);
}

/** Of a workflow that another call has deleted meanwhile. */
function refuseAsSeal(error: unknown): never {
  throw error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND' ? unknownSeal() : error;
}

function notSealed(): Refusal {
  return conflict('The file is not sealed yet; read the seal to see what it waits for.');
}

function unknownSeal(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such seal.');
}
