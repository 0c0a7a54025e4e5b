import {
  EMPTY_PLAN,
  invalid,
  NEW_TEMPLATE,
  readTemplate,
  type TemplateRequest,
  type Violations,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { UploadedFile } from '../http/multipart.ts';
import {
  checkUploads,
  type IngestedDocument,
  ingestDocument,
  NO_RECIPIENTS,
  requireRoom,
  sizeOf,
} from '../workflows/envelopes/ingest-document.ts';
import { readLevelFactsFor } from '../workspaces/level-facts.ts';
import {
  getWorkspaceAccess,
  requirePermission,
  type WorkspaceAccess,
} from '../workspaces/workspace-access.ts';
import { copyTemplate } from './copy-template.ts';
import { copyWorkflow } from './copy-workflow.ts';
import { insertTemplate } from './insert-template.ts';
import type { TemplateRecord } from './template-store.ts';

export interface TemplateForm {
  workspaceId: number;
  request: TemplateRequest & { fromWorkflowId?: number | undefined; fromTemplateId?: number | undefined };
  /** What of the form does not fit its schema. */
  violations: Violations;
  documents: readonly UploadedFile[];
}

const COPIES = { fromWorkflowId: copyWorkflow, fromTemplateId: copyTemplate } as const;

/**
 * Makes a template: of PDFs, out of a workflow, or out of another template.
 *
 * @throws Refusal `VALIDATION_ERROR`, `DOCUMENT_NOT_ACCEPTED`, `DOCUMENT_TOO_LARGE`, `WORKSPACE_NOT_FOUND`,
 *   `WORKFLOW_NOT_FOUND`, `TEMPLATE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function createTemplate(
  deps: Deps,
  caller: Caller,
  { workspaceId, request, violations, documents }: TemplateForm,
): Promise<TemplateRecord> {
  const access = await authorizeNewTemplate(deps, caller, workspaceId);
  const names = (Object.keys(COPIES) as (keyof typeof COPIES)[]).filter(
    (name) => request[name] !== undefined || violations[name] !== undefined,
  );
  const [name] = names;
  if (name === undefined) return createFromDocuments(deps, { access, request, violations, documents });
  const sourceId = request[name] ?? 0;
  if (sourceId < 1) throw invalid({ [name]: 'Must be an integer id.' });
  if (names.length > 1 || documents.length > 0) {
    throw invalid({ [name]: 'Give one of document, fromWorkflowId and fromTemplateId.' });
  }
  return COPIES[name](deps, caller, { access, sourceId, request, violations });
}

async function authorizeNewTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number,
): Promise<WorkspaceAccess> {
  const access = await getWorkspaceAccess(deps.database, caller, workspaceId);
  requirePermission(access, 'create_template');
  return access;
}

/** Reports all problems of the form together. */
async function createFromDocuments(
  deps: Deps,
  form: Omit<TemplateForm, 'workspaceId'> & { access: WorkspaceAccess },
): Promise<TemplateRecord> {
  const { access, request, documents } = form;
  const violations: Violations = { ...form.violations };
  const { expirySecondsMin } = deps.config;
  const levels = await readLevelFactsFor(deps, deps.database, { ...request, ...access });
  const head = readTemplate(NEW_TEMPLATE, request, { expirySecondsMin, levels, violations });
  const [problem] = Object.values(checkUploads(documents));
  if (problem !== undefined) violations.document = problem;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const ingested: IngestedDocument[] = [];
  for (const upload of documents) {
    ingested.push(await ingestDocument(deps, upload, { plan: NO_RECIPIENTS, workflowName: head.name }));
  }
  requireRoom(ingested.map(sizeOf));
  const prepared = { access, head, preferences: {}, documents: ingested, planFor: () => EMPTY_PLAN };
  return deps.database.transaction().execute((tx) => insertTemplate(tx, deps, prepared));
}
