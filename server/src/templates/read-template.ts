import { mayTemplate, Refusal, type WorkflowDeed } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { findStanding, type WorkspacePlace } from '../workspaces/find-standing.ts';
import { findTemplateSummary, loadTemplate, type TemplateRecord } from './template-store.ts';

export type { TemplateRecord } from './template-store.ts';

export interface TemplateAddress {
  /** Null: wherever it is. */
  workspaceId: number | null;
  templateId: number;
}

/**
 * The whole template, if the caller may see it where they say it is.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`, the same for what is not there and for what is somebody else's.
 */
export async function readVisibleTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<TemplateRecord> {
  await judgeTemplate(deps, { caller, deed: 'view', ...address });
  const record = await loadTemplate(deps.database, address.templateId);
  if (!record) throw notFound();
  return record;
}

/**
 * Judges a deed; answers the caller's standing where the template is. Who may not even see the template is told that
 * it does not exist.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`; `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for who may see but not do it.
 */
export async function judgeTemplate(
  deps: Pick<Deps, 'database'>,
  asked: { caller: Caller; deed: WorkflowDeed } & TemplateAddress,
): Promise<WorkspacePlace> {
  const { caller, deed, workspaceId, templateId } = asked;
  const summary = await findTemplateSummary(deps.database, templateId);
  if (!summary || (workspaceId !== null && summary.workspaceId !== workspaceId)) throw notFound();
  const standing = await findStanding(deps.database, caller, summary.workspaceId);
  if (!standing || !mayTemplate(standing, 'view', summary)) throw notFound();
  if (!mayTemplate(standing, deed, summary)) throw notAllowed();
  return standing;
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
