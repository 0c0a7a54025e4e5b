import {
  EMPTY_PLAN,
  findDocumentsProblem,
  invalid,
  may,
  NEW_TEMPLATE,
  Refusal,
  readTemplate,
  type TemplateHead,
  type TemplatePlan,
  type TemplateRequest,
  type Violations,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { Tx } from '../platform/database.ts';
import {
  findUploadProblem,
  nameDocument,
  type StorableDocument,
  type TakenDocument,
  takeDocument,
} from '../workflows/take-document.ts';
import { findStanding, type WorkspacePlace } from '../workspaces/find-standing.ts';
import { takeTemplate } from './change-template.ts';
import { notAllowed } from './read-template.ts';
import { insertTemplate, insertTemplateDocument, setPlan, type TemplateRecord } from './template-store.ts';

export interface TemplateForm {
  workspaceId: number;
  request: TemplateRequest;
  documents: readonly UploadedFile[];
}

/** A template is made without people, as a draft is: they are set by calls of their own. */
export const NOBODY = { recipients: [], steps: [] };

/**
 * Makes a template of PDFs.
 *
 * @throws Refusal `VALIDATION_ERROR` naming all problems at once, `DOCUMENT_NOT_ACCEPTED`, `DOCUMENT_TOO_LARGE`,
 *   `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function createTemplate(
  deps: Deps,
  caller: Caller,
  { workspaceId, request, documents }: TemplateForm,
): Promise<TemplateRecord> {
  const place = await findPlaceForTemplate(deps, caller, workspaceId);
  const violations: Violations = {};
  const { expirySecondsMin } = deps.config;
  const head = readTemplate(NEW_TEMPLATE, request, { expirySecondsMin, violations });
  const problems = await Promise.all(
    [...documents, ...(documents.length > 0 ? [] : [null])].map(findUploadProblem),
  );
  const problem = problems.find((each) => each !== null);
  if (problem) violations.document = problem;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const taken: TakenDocument[] = [];
  for (const upload of documents) {
    taken.push(await takeDocument(deps, upload, { plan: NOBODY, workflowName: head.name }));
  }
  requireRoom(
    taken.map(({ original, examined }) => ({ bytes: original.size, pages: examined.pages.length })),
  );
  return deps.database.transaction().execute((tx) =>
    saveNewTemplate(tx, deps, {
      place,
      head,
      preferences: {},
      documents: taken,
      planFor: () => EMPTY_PLAN,
    }),
  );
}

/**
 * Where a new template goes.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function findPlaceForTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number,
): Promise<WorkspacePlace> {
  const place = await findStanding(deps.database, caller, workspaceId);
  if (!place) throw new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace among yours.');
  if (!may(place, 'create_template')) throw notAllowed();
  return place;
}

/** The limits of a workflow hold for what is to become one. */
export function requireRoom(documents: readonly { bytes: number; pages: number }[]): void {
  const problem = findDocumentsProblem(documents);
  if (problem === null) return;
  throw new Refusal(problem.code, problem.sentence, { violations: { document: problem.sentence } });
}

export interface ReadyTemplate {
  place: WorkspacePlace;
  head: TemplateHead;
  preferences: Readonly<Record<string, string>>;
  documents: readonly StorableDocument[];
  /** The plan, once the documents have ids: in their order. */
  planFor(documentIds: readonly number[]): TemplatePlan;
}

/** Writes a template of documents whose bytes are safe. */
export async function saveNewTemplate(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids'>,
  { place, head, preferences, documents, planFor }: ReadyTemplate,
): Promise<TemplateRecord> {
  const row = { ...place, creatorId: place.userId, head, preferences, now: deps.clock.now() };
  const id = await insertTemplate(tx, { ...row, plan: EMPTY_PLAN });
  const documentIds = [];
  for (const [position, document] of documents.entries()) {
    documentIds.push(
      await insertTemplateDocument(tx, id, { ...(await nameDocument(tx, deps, document)), position }),
    );
  }
  const plan = planFor(documentIds);
  if (plan !== EMPTY_PLAN) await setPlan(tx, id, plan);
  return takeTemplate(tx, id);
}
