import { Refusal } from '@paraph/domain';
import { bytesSource, prepareDocument } from '@paraph/pades';
import { readLanguage } from '../accounts/api.ts';
import { recordCertificates } from '../authority/issue-certificate.ts';
import type { Deps } from '../deps.ts';
import { readFileBytes } from '../files/read-stored-file.ts';
import { insertFile, storeBytes } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { writeSeal } from '../sealing/write-seal.ts';
import { readTrail } from '../signing/sealed-trail.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { findCompletionFileId, insertCompletion } from './completion-store.ts';
import { drawCompletion } from './draw-completion.ts';
import { loadEvidence } from './read-evidence.ts';
import { completionTextsIn } from './texts/texts-in.ts';

export type CompletionDeps = Parameters<typeof loadEvidence>[0] & Pick<Deps, 'blobs' | 'log'>;

const FIELD_NAME = 'Certificate of completion';

/**
 * The certificate of completion: made and sealed when it is first asked for, and kept from then on.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT` before the workflow is completed; ShownFault
 *   naming every inconsistency
 */
export async function readCompletionCertificate(
  deps: CompletionDeps,
  caller: Caller,
  address: WorkflowAddress,
): Promise<{ fileId: number; fileName: string }> {
  const { workflow } = await readVisibleWorkflow(deps, caller, address);
  if (workflow.status !== 'signed') {
    throw new Refusal(
      'WORKFLOW_STATUS_CONFLICT',
      'There is no certificate yet: it is made once everyone has acted and the documents are sealed.',
    );
  }
  const fileId = await ensureCertificate(deps, address.workflowId);
  return { fileId, fileName: `${workflow.name} (certificate).pdf` };
}

/** Its bytes, for a workflow that is completed. @throws Fault when it cannot be made */
export async function readCompletionBytes(deps: CompletionDeps, workflowId: number): Promise<Buffer> {
  return readFileBytes(deps, await ensureCertificate(deps, workflowId));
}

/** Its file, for the deletion of the workflow. */
export async function listCompletionFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const fileId = await findCompletionFileId(reads, workflowId);
  return fileId === null ? [] : [fileId];
}

async function ensureCertificate(deps: CompletionDeps, workflowId: number): Promise<number> {
  return (await findCompletionFileId(deps.database, workflowId)) ?? makeCertificate(deps, workflowId);
}

async function makeCertificate(deps: CompletionDeps, workflowId: number): Promise<number> {
  const evidence = await loadEvidence(deps, workflowId);
  const { fontPaths } = deps.config;
  const language = (await readLanguage(deps.database, evidence.record.retention.contact)) ?? 'en';
  const paper = drawCompletion({ evidence, language, fontPaths });
  const { organization, retention } = evidence.record;
  const field = { name: FIELD_NAME, page: 0, rect: [0, 0, 0, 0] as const };
  const prepared = Buffer.concat([paper, prepareDocument(paper, { signatureFields: [field] })]);
  const seal = await writeSeal(deps, {
    document: bytesSource(prepared),
    fieldNames: [],
    organization: { name: organization.name, email: retention.contact, fieldName: FIELD_NAME },
    reason: completionTextsIn(language).title,
    trail: await readTrail(deps, workflowId),
    outsideChains: [],
  });
  const blob = await storeBytes(deps, Buffer.concat([prepared, ...seal.updates]));
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, workflowId);
    const made = await findCompletionFileId(tx, workflowId);
    // Another request was faster: the sweeper removes our file.
    if (made !== null) return made;
    const fileId = await insertFile(tx, blob, { format: 'pdf', now });
    await insertCompletion(tx, { workflow_id: workflowId, file_id: fileId, made_at: now });
    if (seal.organizationSeal) await recordCertificates(tx, workflowId, [seal.organizationSeal.certificate]);
    return fileId;
  });
}
