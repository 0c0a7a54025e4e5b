import {
  assertPresent,
  coveredTags,
  type Draft,
  FIELD_LABELS,
  findDocumentsProblem,
  invalid,
  LIMITS,
  type Plan,
  type PlannedField,
  placeFields,
  planSteps,
  Refusal,
  type Violations,
} from '@paraph/domain';
import type { DocumentContents, SourceFacts } from '../../database/column-types.ts';
import type { Reads, Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { type ExaminedDocument, examineDocument } from '../../files/examine-document.ts';
import { type DocumentSource, findUploadProblem, type MakingDeps, usingPdf } from '../../files/make-pdf.ts';
import { readFileFacts } from '../../files/read-file-facts.ts';
import { CONTENT_TYPES } from '../../files/serve-file.ts';
import {
  beginStoring,
  insertFileRow,
  newFileRow,
  openableBlob,
  type StorableBlob,
  storeUpload,
} from '../../files/store-file.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import { newOrderedKey } from '../../platform/ids.ts';
import type { FormPlanField } from '../../revisions/plan-form.ts';
import { type FormDeps, type PreparedForm, prepareForm } from '../../revisions/prepare-form.ts';
import { FIELD_STYLE, type NewDocument, type PlannedDocument } from '../store/plan-workflow.ts';

type IngestDeps = MakingDeps & Pick<Deps, 'intake'>;

/** A document whose bytes are stored, without a row yet. */
export interface StorableDocument {
  name: string;
  examined: Pick<ExaminedDocument, 'pages' | 'notes'> & DocumentContents;
  original: StorableBlob;
  /** Null, or absent, where the upload itself is the document. */
  source?: DocumentSource | null;
}

/** An examined upload. */
export interface IngestedDocument extends StorableDocument {
  examined: ExaminedDocument;
}

interface Ingestion {
  plan: Plan;
  /** What a document is called whose upload has no name. */
  workflowName: string;
  /** Whether it may carry XML inside, as electronic invoices do: nobody is to read it before they sign. */
  mayCarryXml?: boolean;
}

/** A document of a new workflow, with its planned fields. */
export interface NewWorkflowDocument {
  ingested: StorableDocument;
  fields: readonly PlannedField[];
}

/** The plan for documents whose recipients are set by later calls. */
export const NO_RECIPIENTS: Plan = { recipients: [], steps: [] };

/** Obvious problems of an upload, to be reported together with those of other parameters. */
function checkUpload(deps: Pick<Deps, 'converter'>, upload: UploadedFile | null): string | null {
  if (upload === null) return 'Send the PDF as the file part "document".';
  if (upload.size === 0) return 'This file is empty; send a PDF.';
  return findUploadProblem(deps, upload);
}

/**
 * Examines an upload and stores it. The bytes are durable before a row refers to them; if the call fails later, the
 * sweeper removes them.
 */
export async function ingestDocument(
  deps: IngestDeps,
  sent: UploadedFile,
  { plan, workflowName, mayCarryXml = false }: Ingestion,
): Promise<IngestedDocument> {
  const { used, source } = await usingPdf(deps, sent, async (pdf) => {
    const durable = beginStoring(deps, pdf);
    const examined = await examineDocument(deps, pdf, { ...plan, mayCarryXml });
    const { replacement } = examined;
    return {
      name: documentName(pdf.fileName, workflowName),
      examined,
      original: await (replacement ? storeUpload(deps, replacement) : storeUpload(deps, pdf, durable)),
    };
  });
  return { ...used, source };
}

/** Ingests one document that is added to others, and whose fields are planned later. */
export async function ingestBareDocument(
  deps: IngestDeps,
  upload: UploadedFile | null,
  workflowName: string,
): Promise<IngestedDocument> {
  const problem = checkUpload(deps, upload);
  if (problem !== null || upload === null) throw invalid({ document: problem ?? '' });
  return ingestDocument(deps, upload, { plan: NO_RECIPIENTS, workflowName });
}

/** Creates the file rows of the stored bytes; returns the document to insert. */
export async function nameDocument(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'clock'>,
  document: StorableDocument,
): Promise<Omit<NewDocument, 'position'>> {
  const { file, sourceFile, ...described } = describeDocument(deps, document);
  const originalFileId = await insertFileRow(tx, file);
  return { ...described, originalFileId, sourceFileId: sourceFile && (await insertFileRow(tx, sourceFile)) };
}

/** A document for a statement that inserts it with its file. */
export function describeDocument(
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  { name, examined, original, source = null }: StorableDocument,
): Omit<PlannedDocument, 'fields' | 'form'> {
  const now = clock.now();
  return {
    name,
    pages: examined.pages,
    contents: storedContents(examined),
    file: newFileRow(original, { format: 'pdf', now }),
    sourceFile: source && newFileRow(source.blob, { format: source.format, now }),
    source: source && sourceOf(source),
    storageKey: newOrderedKey(ids, now),
  };
}

/** What of the findings is stored, for fields that are planned later. */
export function storedContents({ anchors, tags, formFields, form }: DocumentContents): DocumentContents {
  return { anchors, ...(tags ? { tags } : {}), formFields, form };
}

/** A document as the audit trail records it. */
export function documentFacts({ examined, original }: StorableDocument) {
  const { notes, pages } = examined;
  return {
    sha256: original.sha256.toString('hex'),
    pages: pages.length,
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** What documents were made of, as the audit trail records it; nothing where each is its upload. */
export function sourceFacts(documents: readonly StorableDocument[]) {
  const sources = documents.flatMap(({ source }, position) =>
    source ? [{ position, ...sourceOf(source) }] : [],
  );
  return sources.length > 0 ? { sources } : {};
}

function sourceOf({ name, format, blob }: DocumentSource): SourceFacts {
  const { sha256, size } = blob;
  return { name, contentType: CONTENT_TYPES[format] ?? '', sha256: sha256.toString('hex'), size };
}

/** The upload's own file name, without folders or anything that could confuse a file system; `.pdf` at its end. */
function documentName(fileName: string, workflowName: string): string {
  const base = fileName.split(/[\\/]/).pop() ?? '';
  const clean = base
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
    .slice(0, 200);
  const name = clean === '' || clean === '.pdf' ? workflowName.replaceAll(/[\\/\p{Cc}\p{Cf}]/gu, ' ') : clean;
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

/** What is wrong with the uploads of a new workflow at first sight, by the parameter of each. */
export function checkUploads(deps: Pick<Deps, 'converter'>, uploads: readonly UploadedFile[]): Violations {
  if (uploads.length > LIMITS.workflowDocumentsMax) return { body: 'This form has too many parts.' };
  const problems = (uploads.length === 0 ? [null] : uploads).map((each) => checkUpload(deps, each));
  return Object.fromEntries(
    problems.flatMap((problem, index) => (problem === null ? [] : [[parameterOf(index), problem]])),
  );
}

/**
 * The documents of a new workflow in order, where the request states the fields or they are set later.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` naming the upload, `DOCUMENT_TOO_LARGE`, `VALIDATION_ERROR`
 */
export async function ingestBareDocuments(
  deps: IngestDeps,
  uploads: readonly UploadedFile[],
  named: Pick<Ingestion, 'mayCarryXml' | 'workflowName'>,
): Promise<NewWorkflowDocument[]> {
  const about = { plan: NO_RECIPIENTS, ...named };
  const ingested: IngestedDocument[] = [];
  for (const [index, upload] of uploads.entries()) {
    ingested.push(await ingestNamed(deps, { upload, index, about }));
  }
  requireRoom(ingested.map(sizeOf));
  return ingested.map((document) => ({ ingested: document, fields: [] }));
}

/**
 * Also plans a signature field for every signer: the fields that further documents ask for count, and signers without
 * one get a blank area of the first document.
 */
export async function ingestPlannedDocuments(
  deps: IngestDeps,
  [first, ...others]: readonly UploadedFile[],
  { plan, workflowName }: Ingestion,
): Promise<NewWorkflowDocument[]> {
  if (!first) return [];
  const followers: (NewWorkflowDocument & { ingested: IngestedDocument })[] = [];
  let signedElsewhere: readonly number[] = [];
  for (const [index, upload] of others.entries()) {
    const about = { plan: NO_RECIPIENTS, workflowName };
    const ingested = await ingestNamed(deps, { upload, index: index + 1, about });
    const fields = placeFields({ ...plan, signedElsewhere }, { ...ingested.examined, blankAreas: [] });
    followers.push({ ingested, fields });
    const signed = fields.filter(({ type }) => type === 'signature').map(({ signing }) => signing);
    signedElsewhere = [...new Set([...signedElsewhere, ...signed])];
  }
  const whole = { ...plan, signedElsewhere };
  const ingested = await ingestDocument(deps, first, { plan: whole, workflowName });
  const all = [{ ingested, fields: placeFields(whole, ingested.examined) }, ...followers];
  requireRoom(all.map((each) => sizeOf(each.ingested)));
  return all;
}

async function ingestNamed(
  deps: IngestDeps,
  { upload, index, about }: { upload: UploadedFile; index: number; about: Ingestion },
): Promise<IngestedDocument> {
  try {
    return await ingestDocument(deps, upload, about);
  } catch (error) {
    const sentence = error instanceof Refusal ? error.violations?.document : undefined;
    if (!(error instanceof Refusal) || sentence === undefined || index === 0) throw error;
    throw new Refusal(error.code, error.message, { violations: { [parameterOf(index)]: sentence } });
  }
}

function parameterOf(index: number): string {
  return index === 0 ? 'document' : `document[${index}]`;
}

/** Checks the limits of all documents together before one is added. */
export async function requireRoomBeside(
  reads: Reads,
  documents: readonly { id: number; original_file_id: number; pages: readonly unknown[] }[],
  added: IngestedDocument,
): Promise<void> {
  const fileIds = documents.map((row) => row.original_file_id);
  const files = await readFileFacts(reads, fileIds);
  const sizes = documents.map((row) => ({
    bytes: assertPresent(files.get(row.original_file_id), `the file of document ${row.id}`).size,
    pages: row.pages.length,
  }));
  requireRoom([...sizes, sizeOf(added)]);
}

export function sizeOf({ original, examined }: IngestedDocument): { bytes: number; pages: number } {
  return { bytes: original.size, pages: examined.pages.length };
}

export function requireRoom(sizes: readonly { bytes: number; pages: number }[]): void {
  const problem = findDocumentsProblem(sizes);
  if (problem === null) return;
  throw new Refusal(problem.code, problem.sentence, { violations: { document: problem.sentence } });
}

/** Makes the forms of an envelope that starts at once, before it has rows. Slow. */
export async function prepareNewForms(
  deps: FormDeps,
  about: { envelopeId: string; draft: Pick<Draft, 'steps'>; documents: readonly NewWorkflowDocument[] },
): Promise<PreparedForm[]> {
  const { envelopeId, draft, documents } = about;
  const actions = planSteps(draft.steps).steps.flatMap((step) => step.actions);
  const signings = actions.filter(({ type }) => type === 'sign').length;
  const forms: PreparedForm[] = [];
  let position = 0;
  for (const { ingested, fields } of documents) {
    const planned = fields
      .filter(({ signing }) => signing < signings)
      .map((field, index) => planField(field, position + index));
    position += planned.length;
    const covers = coveredTags(ingested.examined.tags, planned);
    const plan = { envelopeId, pages: ingested.examined.pages, signings, fields: planned, covers };
    // Anchors make no stamps.
    const form = await prepareForm(deps, openableBlob(ingested.original), { plan, stampPicture: null });
    if (!form) throw new Error('an upload changed after it was stored');
    forms.push(form);
  }
  return forms;
}

function planField({ signing, ...field }: PlannedField, position: number): FormPlanField {
  const { type } = field;
  const look = { label: FIELD_LABELS[type], required: type !== 'checkbox', fontSize: FIELD_STYLE.fontSize };
  const rules = { fixedValue: null, options: null, group: null };
  return { ...field, ...look, ...rules, signing, position };
}
