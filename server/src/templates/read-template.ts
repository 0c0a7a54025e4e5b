import { mayTemplate, Refusal, type WorkflowOperation } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { findWorkspaceAccess, type WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { findTemplateSummary, loadTemplate, type TemplateRecord } from './template-store.ts';

export type { TemplateRecord } from './template-store.ts';

export interface TemplateAddress {
  /** Null: wherever it is. */
  workspaceId: number | null;
  templateId: number;
}

/**
 * The whole template, if the caller may see it in the given workspace, and carry out the operation.
 *
 * @throws Refusal as `authorizeTemplate` does
 */
export async function readVisibleTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, templateId, operation = 'view' }: TemplateAddress & { operation?: WorkflowOperation },
): Promise<TemplateRecord> {
  await authorizeTemplate(deps, { caller, operation, workspaceId, templateId });
  const record = await loadTemplate(deps.database, templateId);
  if (!record) throw notFound();
  return record;
}

/**
 * Requires the right to carry out an operation; returns the caller's access to the template's workspace. A template
 * that the caller may not see is reported as not found.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`; `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for who may see but not do it.
 */
export async function authorizeTemplate(
  deps: Pick<Deps, 'database'>,
  request: { caller: Caller; operation: WorkflowOperation } & TemplateAddress,
): Promise<WorkspaceAccess> {
  const { caller, operation, workspaceId, templateId } = request;
  const summary = await findTemplateSummary(deps.database, templateId);
  if (!summary || (workspaceId !== null && summary.workspaceId !== workspaceId)) throw notFound();
  const access = await findWorkspaceAccess(deps.database, caller, summary.workspaceId);
  if (!access || !mayTemplate(access, 'view', summary)) throw notFound();
  if (!mayTemplate(access, operation, summary)) throw notAllowed();
  return access;
}

export function notFound(): Refusal {
  return new Refusal('TEMPLATE_NOT_FOUND', 'There is no such template in this workspace.');
}

export function notAllowed(): Refusal {
  return new Refusal(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    'Your role in this workspace does not allow this; ask one of its owners.',
  );
}
