import { invalid, may, mayTemplate, reviseTemplate, type TemplateRequest } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readLevelFactsFor } from '../workspaces/level-facts.ts';
import { findWorkspaceAccess, getWorkspaceAccess } from '../workspaces/workspace-access.ts';
import type { WorkspaceClosure } from '../workspaces/workspace-ports.ts';
import { changeTemplate, headOf } from './change-template.ts';
import { notAllowed, readVisibleTemplate, type TemplateAddress } from './read-template.ts';
import { carryTemplateTags } from './tag-template.ts';
import { moveTemplates, type TemplateRecord } from './template-store.ts';

export type UpdateCommand = TemplateAddress & {
  request: TemplateRequest & { newWorkspaceId?: number | undefined };
};

/**
 * Changes the properties of a template, or moves it to another workspace; absent properties stay.
 *
 * @throws Refusal `VALIDATION_ERROR`, `TEMPLATE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`,
 *   `WORKSPACE_NOT_FOUND`
 */
export async function updateTemplate(
  deps: Deps,
  caller: Caller,
  { request, ...address }: UpdateCommand,
): Promise<TemplateRecord> {
  const { newWorkspaceId } = request;
  const before = await readVisibleTemplate(deps, caller, { ...address, operation: 'edit' });
  const { workspace_id: from } = before.template;
  const isMoved = newWorkspaceId !== undefined && newWorkspaceId !== from;
  if (isMoved) await authorizeMove(deps, caller, { before, newWorkspaceId });
  const { organization_id: organizationId } = before.template;
  const levels = await readLevelFactsFor(deps, deps.database, { type: request.type, organizationId });
  return changeTemplate(deps, { caller, command: address }, async (tx, record) => {
    const { expirySecondsMin } = deps.config;
    const head = reviseTemplate(headOf(record), request, { expirySecondsMin, levels });
    if (!isMoved) return { head };
    const move = { templateIds: [record.template.id], workspaceId: from, newWorkspaceId };
    await carryTemplateTags(tx, move);
    return { head, workspaceId: newWorkspaceId };
  });
}

/** Within its organization; requires edit permission in the old workspace and create permission in the new one. */
async function authorizeMove(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { before: { template }, newWorkspaceId }: { before: TemplateRecord; newWorkspaceId: number },
): Promise<void> {
  const target = await getWorkspaceAccess(deps.database, caller, newWorkspaceId);
  const source = await findWorkspaceAccess(deps.database, caller, template.workspace_id);
  const isMovable = source && mayTemplate(source, 'move', { creatorId: template.creator_id });
  if (!isMovable || !may(target, 'create_template')) throw notAllowed();
  if (target.organizationId !== template.organization_id) {
    throw invalid({ newWorkspaceId: 'Must be a workspace of the same organization.' });
  }
}

/** Moves the templates of a closing workspace to another one. */
export async function closeWorkspaceTemplates(
  tx: Tx,
  { workspaceId, newWorkspaceId }: WorkspaceClosure,
): Promise<void> {
  const templateIds = await moveTemplates(tx, { from: workspaceId, to: newWorkspaceId });
  await carryTemplateTags(tx, { templateIds, workspaceId, newWorkspaceId });
}
