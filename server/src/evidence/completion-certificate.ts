import { conflict, Fault, isFinal, Refusal, ShownFault, type SigningLanguage } from '@paraph/domain';
import { bytesSource, decodePng, PdfRefusal, prepareDocument } from '@paraph/pades';
import { readLanguage } from '../accounts/api.ts';
import { recordCertificates } from '../authority/issue-certificate.ts';
import { readLogo } from '../brands/serve-logo.ts';
import type { Deps } from '../deps.ts';
import { readFileBytes } from '../files/read-stored-file.ts';
import { insertFile, storeBytes } from '../files/store-file.ts';
import type { Caller } from '../http/caller.ts';
import { outageOf } from '../platform/outage.ts';
import { type SealingOrganization, writeSeal } from '../sealing/write-seal.ts';
import { readTrail } from '../signing/answers/sealed-trail.ts';
import { loadSigningSession } from '../signing/session/signing-session.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { type CertificateAddress, findCompletionFileId, insertCompletion } from './completion-store.ts';
import type { EvidenceView } from './compose-document.ts';
import { drawCompletion, type PaperBrand, titleOf } from './draw-completion.ts';
import { loadEvidence } from './read-evidence.ts';
import { completionTextsIn } from './texts/texts-in.ts';

export type CompletionDeps = Parameters<typeof loadEvidence>[0] & Pick<Deps, 'blobs' | 'log' | 'sandbox'>;

const FIELD_NAME = 'Certificate of completion';

export { type CertificateAddress, listCompletionFiles } from './completion-store.ts';

interface CertificateFile {
  fileId: number;
  fileName: string;
}

/**
 * The certificate of how a workflow ended, for its sender: made and sealed when it is first asked for, and stored.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT` before the end; ShownFault naming every
 *   inconsistency
 */
export async function readCompletionCertificate(
  deps: CompletionDeps,
  caller: Caller,
  address: WorkflowAddress,
): Promise<CertificateFile> {
  const { workflow } = await readVisibleWorkflow(deps, caller, address);
  if (!isFinal(workflow.status))
    throw conflict(
      'There is no certificate yet: it is made once the documents are sealed, or the workflow ends without.',
    );
  return certificateOfSender(deps, workflow);
}

/** The same for jobs, of a workflow that has ended. @throws Fault when it cannot be made */
export async function certificateOfSender(
  deps: CompletionDeps,
  { id: workflowId, name }: { id: number; name: string },
): Promise<CertificateFile> {
  const fileId = await ensureCertificate(deps, { workflowId, edition: 'sender' });
  return { fileId, fileName: nameCertificate(name, 'en') };
}

/**
 * The same for a recipient, by their link, in the language of their page and without what is personal of others.
 *
 * @throws Refusal `NOT_FOUND` for an unknown link and before the end; ShownFault without what the operator reads; what an
 *   outage throws
 */
export async function readSignerCertificate(
  deps: CompletionDeps,
  linkId: string,
  language: SigningLanguage,
): Promise<CertificateFile> {
  const { facts } = await loadSigningSession(deps, linkId);
  return readSharedCertificate(deps, facts, language);
}

/** That edition of it, for who may see the workflow otherwise. @throws Refusal, ShownFault as `readSignerCertificate` */
export async function readSharedCertificate(
  deps: CompletionDeps,
  { workflow, title }: Pick<WorkflowFacts, 'title' | 'workflow'>,
  language: SigningLanguage,
): Promise<CertificateFile> {
  if (!isFinal(workflow.status)) throw new Refusal('NOT_FOUND', 'There is no certificate before the end.');
  try {
    const fileId = await ensureCertificate(deps, { workflowId: workflow.id, edition: language });
    return { fileId, fileName: nameCertificate(title, language) };
  } catch (error) {
    const isFault = error instanceof Fault || error instanceof PdfRefusal;
    if (!isFault || outageOf(error) !== null) throw error;
    deps.log.error({ err: error, workflowId: workflow.id }, 'a certificate of recipients could not be made');
    throw new ShownFault('The certificate cannot be made now. Try again later, or ask the sender for it.', {
      retryable: true,
    });
  }
}

/** “Lease (certificate).pdf” */
export function nameCertificate(name: string, language: SigningLanguage): string {
  return `${name} (${completionTextsIn(language).fileWord}).pdf`;
}

/** Its bytes, for a workflow that has ended. @throws Fault when it cannot be made */
export async function readCompletionBytes(
  deps: CompletionDeps,
  address: CertificateAddress,
): Promise<Buffer> {
  return readFileBytes(deps, await ensureCertificate(deps, address));
}

async function ensureCertificate(deps: CompletionDeps, address: CertificateAddress): Promise<number> {
  return (await findCompletionFileId(deps.database, address)) ?? makeCertificate(deps, address);
}

async function makeCertificate(deps: CompletionDeps, address: CertificateAddress): Promise<number> {
  const { workflowId, edition } = address;
  const evidence = await loadEvidence(deps, workflowId);
  const { fontPaths } = deps.config;
  const isForSender = edition === 'sender';
  const language = isForSender ? await languageOfSender(deps, evidence) : edition;
  const facts = await findWorkflowFacts(deps.database, workflowId);
  const brand = facts && (await readPaperBrand(deps, facts.organization));
  const paper = drawCompletion({ evidence, language, isForSender, fontPaths, brand });
  const { organization, retention } = evidence.record;
  return storeCertificate(deps, address, {
    paper,
    organization: { name: organization.name, email: retention.contact },
    reason: titleOf(evidence.record, completionTextsIn(language)),
  });
}

/** As it is now: a certificate that was made keeps what it shows. */
export async function readPaperBrand(
  deps: CompletionDeps,
  { brand }: WorkflowFacts['organization'],
): Promise<PaperBrand | null> {
  if (brand === null) return null;
  const logo = await readLogo(deps, brand.logoFileId);
  return { accent: brand.accent, logo: logo && decodePng(logo) };
}

/** Seals a certificate that was drawn, and stores it as the one of a workflow; returns its file. */
export async function storeCertificate(
  deps: CompletionDeps,
  address: CertificateAddress,
  drawn: { paper: Uint8Array; organization: Omit<SealingOrganization, 'fieldName'>; reason: string },
): Promise<number> {
  const { workflowId, edition } = address;
  const { paper, organization, reason } = drawn;
  const field = { name: FIELD_NAME, page: 0, rect: [0, 0, 0, 0] as const };
  const prepared = Buffer.concat([paper, prepareDocument(paper, { signatureFields: [field] })]);
  const seal = await writeSeal(deps, {
    document: bytesSource(prepared),
    fieldNames: [],
    organization: { ...organization, fieldName: FIELD_NAME },
    reason,
    trail: await readTrail(deps, workflowId),
    outsideChains: [],
  });
  const blob = await storeBytes(deps, Buffer.concat([prepared, ...seal.updates]));
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, workflowId);
    const made = await findCompletionFileId(tx, address);
    // Another request was faster: the sweeper removes our file.
    if (made !== null) return made;
    const fileId = await insertFile(tx, blob, { format: 'pdf', now });
    await insertCompletion(tx, { workflow_id: workflowId, edition, file_id: fileId, made_at: now });
    const { issued } = seal.organizationSeal ?? {};
    if (issued) await recordCertificates(tx, workflowId, [issued]);
    return fileId;
  });
}

async function languageOfSender({ database }: CompletionDeps, { record }: EvidenceView) {
  return (await readLanguage(database, record.retention.contact)) ?? 'en';
}
