import { Fault, formatMessage, type SigningLanguage } from '@paraph/domain';
import { writeTaggedDocument } from '@paraph/pades';
import {
  type CertificateFacts,
  outsideCertificate,
  readCertificates,
} from '../authority/read-certificates.ts';
import { timestampDetail } from '../authority/timestamping.ts';
import { readSeals } from '../sealing/read-seals.ts';
import { sealingOrganization } from '../sealing/seal-document.ts';
import { type LogInclusion, readInclusion } from '../transparency-log/read-inclusion.ts';
import { listProvidedSeals, type ProvidedSeal } from '../trust-services/api.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { unknownWorkflow } from '../workflows/reading/read-workflow.ts';
import {
  type CompletionDeps,
  nameCertificate,
  readPaperBrand,
  storeCertificate,
} from './completion-certificate.ts';
import { momentText } from './completion-people.ts';
import { findCompletionFileId } from './completion-store.ts';
import {
  decoration,
  drawAddress,
  drawLogo,
  heading,
  openFlow,
  type PaperBrand,
  QR_SIDE,
  sealedRows,
  verifyUrl,
} from './draw-completion.ts';
import { type CompletionTexts, completionTextsIn } from './texts/texts-in.ts';

interface SealingFacts {
  workflow: WorkflowFacts;
  sealed: Parameters<typeof sealedRows>[0];
  certificate: CertificateFacts;
  /** Where a provider's certificate sealed. */
  provided: ProvidedSeal | undefined;
  inclusion: LogInclusion | null;
  brand: PaperBrand | null;
}

/**
 * The certificate of sealing: one page that says what the organization sealed, when and by whose clock, and how it is
 * verified. Made and sealed when it is first asked for, in the language of who asked for the seal, and stored. The
 * caller has authorized access, and the file is sealed.
 */
export async function readSealingCertificate(
  deps: CompletionDeps,
  workflowId: number,
): Promise<{ fileId: number; fileName: string }> {
  const address = { workflowId, edition: 'sender' } as const;
  const workflow = await findWorkflowFacts(deps.database, workflowId);
  if (!workflow) throw unknownWorkflow();
  const language = workflow.creator.language ?? 'en';
  const fileName = nameCertificate(workflow.workflow.name, language);
  const stored = await findCompletionFileId(deps.database, address);
  if (stored !== null) return { fileId: stored, fileName };
  const facts = await gatherSealing(deps, workflow);
  const { fieldName: _, ...organization } = sealingOrganization(workflow.organization, '');
  const paper = drawSealing(deps, facts, language);
  const reason = completionTextsIn(language).sealing.title;
  return { fileId: await storeCertificate(deps, address, { paper, organization, reason }), fileName };
}

async function gatherSealing(deps: CompletionDeps, workflow: WorkflowFacts): Promise<SealingFacts> {
  const { id: workflowId } = workflow.workflow;
  const [file] = workflow.files;
  const { seals } = await readSeals(deps.database, { workflowId, documentIds: [] });
  const [provided] = await listProvidedSeals(deps.database, file ? [file.documentId] : []);
  const [issued] = (await readCertificates(deps.database, deps, workflowId)).values();
  const certificate = provided ? outsideCertificate(provided.serial, provided.chain) : issued;
  const [seal] = seals;
  if (!file?.sealed || !seal?.timestamped_at || !certificate)
    throw new Fault('The sealed file of this seal is not recorded any more.');
  const inclusion = await readInclusion(deps, file.sealed.sha256);
  const timestamp = timestampDetail({
    authority: seal.timestamp_authority ?? '',
    isInternal: seal.timestamp_is_internal ?? false,
    serial: seal.timestamp_serial ?? '',
    time: seal.timestamped_at,
  });
  const sha256 = file.sealed.sha256.toString('hex');
  const sealed = { sha256, level: `PAdES ${seal.level}`, timestamp };
  const brand = await readPaperBrand(deps, workflow.organization);
  return { workflow, sealed, certificate, provided, inclusion, brand };
}

/** @returns a file of PDF/A-3a and PDF/UA-1 */
function drawSealing(
  { clock, config }: CompletionDeps,
  { workflow: facts, sealed, certificate, provided, inclusion, brand }: SealingFacts,
  language: SigningLanguage,
): Uint8Array {
  const { workflow, documents, files, organization } = facts;
  const texts = completionTextsIn(language);
  const { sealing } = texts;
  const url = verifyUrl({ instance: config.baseUrl });
  const flow = openFlow(language, config.fontPaths);
  drawLogo(flow, brand, organization.name);
  const { top } = flow;
  const beside = { keepFree: QR_SIDE + 16 };
  flow.text('H1', sealing.title, { size: 22, isBold: true, ...beside });
  flow.text('P', workflow.name, { size: 13, before: 2, ...beside });
  const statement = formatMessage(sealing.statement, { organization: organization.name });
  flow.text('P', statement, { size: 9.5, before: 6, ...beside });
  drawAddress(flow, top, formatMessage(texts.qr, { url }), url);
  flow.facts([
    [sealing.by, organization.name],
    [texts.facts.envelope, workflow.envelope_id],
    [texts.facts.service, `${config.baseUrl} (Paraph ${config.version})`],
  ]);
  heading(flow, texts.documents);
  flow.text('H3', documents[0]?.name ?? '', { size: 10.5, isBold: true, before: 6 });
  flow.space(2);
  flow.facts([
    [texts.pages, String(documents[0]?.pages.length ?? 0)],
    [texts.before, files[0]?.original.sha256.toString('hex') ?? ''],
    ...sealedRows(sealed, texts),
    [texts.person.certificate, certificateText(certificate, texts)],
    ...(provided ? [[sealing.provider, providerText(provided, texts)] as const] : []),
    ...(inclusion ? [[sealing.log, entryText(inclusion, texts)] as const] : []),
  ]);
  heading(flow, texts.notProven);
  const notProven = provided
    ? sealing.notProvenProvided.map((each) => formatMessage(each, { provider: provided.provider }))
    : sealing.notProven;
  flow.list(notProven);
  heading(flow, texts.verify);
  const [online, offline, , readers] = texts.verifySteps;
  const steps = [online, offline, readers].filter((step) => step !== undefined);
  flow.list(steps.map((step) => formatMessage(step, { url })));
  const { pages, elements } = flow.finish((page, count) =>
    decoration(workflow.envelope_id, formatMessage(texts.page, { page, count }), brand?.accent),
  );
  return writeTaggedDocument({
    title: `${sealing.title}: ${workflow.name}`,
    author: organization.name,
    language,
    created: clock.now(),
    producer: `Paraph ${config.version}`,
    pages,
    elements,
    attachment: null,
  });
}

function certificateText(
  { serial, issuer, notBefore, notAfter }: CertificateFacts,
  texts: CompletionTexts,
): string {
  const [from, until] = [notBefore, notAfter].map((time) => momentText(time.toISOString(), texts));
  return `${formatMessage(texts.sealing.issued, { serial, issuer })} (${from} – ${until})`;
}

/** Whose certificate it is, and what the seal is by that. */
function providerText(
  { provider, is_sandbox: isSandbox, is_qualified: isQualified }: ProvidedSeal,
  { sealing }: CompletionTexts,
): string {
  const kind = isSandbox ? 'sandbox' : isQualified ? 'qualified' : 'advanced';
  return formatMessage(sealing[kind], { provider });
}

function entryText({ index, checkpoint }: LogInclusion, texts: CompletionTexts): string {
  const [origin = ''] = checkpoint.split('\n');
  return formatMessage(texts.sealing.entry, { index: String(index), origin });
}
