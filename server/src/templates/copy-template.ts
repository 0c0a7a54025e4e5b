import {
  findLevelProblem,
  invalid,
  movePlan,
  readTemplate,
  type TemplateHead,
  type TemplateRequest,
  type Violations,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { copyDocuments, pairIds } from '../workflows/envelopes/copy-parts.ts';
import { withNewSecret } from '../workflows/lifecycle/callback.ts';
import { readLevelFactsFor } from '../workspaces/level-facts.ts';
import { requirePermission, type WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { headOf, lockTemplate } from './change-template.ts';
import { insertTemplate } from './insert-template.ts';
import { authorizeTemplate, notFound, type TemplateRecord } from './read-template.ts';

export interface CopyCommand {
  /** The target workspace; the caller has authorized the creation there. */
  access: WorkspaceAccess;
  sourceId: number;
  request: TemplateRequest;
  /** What of the form does not fit its schema. */
  violations: Violations;
}

/**
 * Makes a template out of a template; what the request names is different from the start.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`,
 *   `VALIDATION_ERROR`
 */
export async function copyTemplate(
  deps: Deps,
  caller: Caller,
  { access, sourceId, ...form }: CopyCommand,
): Promise<TemplateRecord> {
  const from = { workspaceId: null, templateId: sourceId };
  const sourceAccess = await authorizeTemplate(deps, { caller, operation: 'view', ...from });
  requirePermission(sourceAccess, 'create_template_out_of_template');
  const source = await deps.database.transaction().execute((tx) => lockTemplate(tx, sourceId));
  requireSameOrganization(access, source.template.organization_id);
  const { plan, preferences } = source.template;
  const head = await readCopiedHead(deps, headOf(source), { access, ...form });
  const documents = await copyDocuments(deps, source.documents, notFound);
  return deps.database.transaction().execute((tx) =>
    insertTemplate(tx, deps, {
      access,
      head,
      preferences: withNewSecret(deps, preferences),
      documents,
      planFor: (ids) => movePlan(plan, pairIds(source.documents, ids)),
    }),
  );
}

/** @throws Refusal `VALIDATION_ERROR` naming every problem */
export async function readCopiedHead(
  deps: Pick<Deps, 'config' | 'database'>,
  source: TemplateHead,
  { access, request, violations: misfits }: Omit<CopyCommand, 'sourceId'>,
): Promise<TemplateHead> {
  const violations: Violations = { ...misfits };
  const { expirySecondsMin } = deps.config;
  const { type = source.type } = request;
  const levels = await readLevelFactsFor(deps, deps.database, { type, ...access });
  const head = readTemplate(source, request, { expirySecondsMin, levels, violations });
  const problem = findLevelProblem(head.type, levels);
  if (problem !== null) violations.type = problem;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return head;
}

/** Documents stay with the organization that they belong to. */
export function requireSameOrganization(access: WorkspaceAccess, organizationId: number): void {
  if (access.organizationId === organizationId) return;
  throw invalid({ workspaceId: 'Must be a workspace of the same organization.' });
}
