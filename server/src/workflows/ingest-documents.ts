import {
  findDocumentsProblem,
  type Plan,
  type PlannedField,
  placeFields,
  Refusal,
  type Violations,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { checkUpload, type IngestedDocument, ingestDocument } from './ingest-document.ts';

type IngestDeps = Pick<Deps, 'intake' | 'blobs'>;

/** What is wrong with the uploads of a new workflow at first sight, by the name of each part. */
export async function checkUploads(uploads: readonly UploadedFile[]): Promise<Violations> {
  const parts = uploads.length === 0 ? [null] : uploads;
  const problems = await Promise.all(parts.map(checkUpload));
  return Object.fromEntries(
    problems.flatMap((problem, index) => (problem === null ? [] : [[partName(index), problem]])),
  );
}

/**
 * Takes the documents of a new workflow, in their order.
 *
 * @throws Refusal `DOCUMENT_NOT_ACCEPTED` naming the part, `DOCUMENT_TOO_LARGE`, `VALIDATION_ERROR`
 */
export async function ingestDocuments(
  deps: IngestDeps,
  uploads: readonly UploadedFile[],
  about: { plan: Plan; workflowName: string },
): Promise<IngestedDocument[]> {
  const ingested: IngestedDocument[] = [];
  for (const [index, upload] of uploads.entries()) {
    ingested.push(await ingestNamed(deps, { upload, index, about }));
  }
  requireRoom(ingested);
  return ingested;
}

/**
 * The same for a plan whose signers are to have a place: what the further documents ask for counts, and who still has
 * no signature field gets a blank place in the first one.
 */
export async function ingestPlannedDocuments(
  deps: IngestDeps,
  [first, ...others]: readonly UploadedFile[],
  { plan, workflowName }: { plan: Plan; workflowName: string },
): Promise<{ ingested: IngestedDocument; fields: readonly PlannedField[] }[]> {
  if (!first) return [];
  const further: { ingested: IngestedDocument; fields: readonly PlannedField[] }[] = [];
  let signedElsewhere: readonly number[] = [];
  for (const [index, upload] of others.entries()) {
    const about = { plan: { recipients: [], steps: [] }, workflowName };
    const ingested = await ingestNamed(deps, { upload, index: index + 1, about });
    const found = { ...ingested.examined, blankPlaces: [] };
    const fields = placeFields({ ...plan, signedElsewhere }, found);
    further.push({ ingested, fields });
    const signed = fields.filter(({ type }) => type === 'signature').map(({ signing }) => signing);
    signedElsewhere = [...new Set([...signedElsewhere, ...signed])];
  }
  const whole = { ...plan, signedElsewhere };
  const ingested = await ingestDocument(deps, first, { plan: whole, workflowName });
  const all = [{ ingested, fields: placeFields(whole, ingested.examined) }, ...further];
  requireRoom(all.map((each) => each.ingested));
  return all;
}

async function ingestNamed(
  deps: IngestDeps,
  {
    upload,
    index,
    about,
  }: { upload: UploadedFile; index: number; about: { plan: Plan; workflowName: string } },
): Promise<IngestedDocument> {
  try {
    return await ingestDocument(deps, upload, about);
  } catch (error) {
    const sentence = error instanceof Refusal ? error.violations?.document : undefined;
    if (!(error instanceof Refusal) || sentence === undefined || index === 0) throw error;
    throw new Refusal(error.code, error.message, { violations: { [partName(index)]: sentence } });
  }
}

function partName(index: number): string {
  return index === 0 ? 'document' : `document[${index}]`;
}

function requireRoom(ingested: readonly IngestedDocument[]): void {
  const problem = findDocumentsProblem(
    ingested.map(({ original, examined }) => ({ bytes: original.size, pages: examined.pages.length })),
  );
  if (problem === null) return;
  throw new Refusal(problem.code, problem.sentence, { violations: { document: problem.sentence } });
}
