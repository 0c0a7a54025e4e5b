import { invalid, may, mayTemplate, reviseTemplate, type TemplateRequest } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { replaceTaggings } from '../tags/api.ts';
import { carryTags, chooseTags, readTags, type TagView } from '../tags/assign-tags.ts';
import { applyPreferenceChange, readPreferenceChange } from '../workflows/drafts/set-preferences.ts';
import { type CheckCallbackUrl, openPreferences, sealPreferences } from '../workflows/lifecycle/callback.ts';
import { readLevelFactsFor, requireLevelRightIn } from '../workspaces/levels.ts';
import {
  findWorkspaceAccess,
  getWorkspaceAccess,
  requirePermission,
} from '../workspaces/workspace-access.ts';
import type { WorkspaceClosure } from '../workspaces/workspace-ports.ts';
import { changeTemplate, headOf, lockTemplate } from './change-template.ts';
import { authorizeTemplate, notAllowed, readVisibleTemplate, type TemplateAddress } from './read-template.ts';
import { listTemplateTags, moveTemplates, TEMPLATE_TAGS, type TemplateRecord } from './template-store.ts';

export type UpdateCommand = TemplateAddress & {
  request: TemplateRequest & { newWorkspaceId?: number | undefined };
};

/** Changes the properties of a template, or moves it to another workspace; absent properties stay. */
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
  const { type = before.template.type } = request;
  if (type !== before.template.type) {
    await requireLevelRightIn(deps.database, caller, { type, workspaceId: newWorkspaceId ?? from });
  }
  const levels = await readLevelFactsFor(deps, deps.database, { type: request.type, organizationId });
  return changeTemplate(deps, { caller, command: address }, async (tx, record) => {
    const { expirySecondsMin } = deps.config;
    const head = reviseTemplate(headOf(record), request, { expirySecondsMin, levels });
    if (!isMoved) return { head };
    await carryTags(tx, TEMPLATE_TAGS, { ids: [record.template.id], workspaceId: from, newWorkspaceId });
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
  await carryTags(tx, TEMPLATE_TAGS, { ids: templateIds, workspaceId, newWorkspaceId });
}

/** Sets the tags of a template; those not named are removed. */
export async function tagTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { tags, ...address }: TemplateAddress & { tags: readonly number[] },
): Promise<TagView[]> {
  const access = await authorizeTemplate(deps, { caller, operation: 'view', ...address });
  requirePermission(access, 'tag_template');
  return deps.database.transaction().execute(async (tx) => {
    const { template } = await lockTemplate(tx, address.templateId);
    const tagIds = await chooseTags(tx, { workspaceId: template.workspace_id, tagIds: tags });
    await replaceTaggings(tx, TEMPLATE_TAGS, { id: template.id, tagIds });
    return readTags(tx, tagIds);
  });
}

/** The tags of templates, by template, each list by name. */
export async function readTemplateTags(
  reads: Reads,
  templateIds: readonly number[],
): Promise<Map<number, TagView[]>> {
  const assigned = await listTemplateTags(reads, templateIds);
  const tags = await readTags(reads, [...new Set(assigned.map(({ tagId }) => tagId))]);
  const byTemplate = Map.groupBy(assigned, ({ templateId }) => templateId);
  return new Map(
    [...byTemplate].map(([templateId, own]) => [
      templateId,
      tags.filter(({ id }) => own.some(({ tagId }) => tagId === id)),
    ]),
  );
}

/**
 * Sets the preferences of workflows created from a template; those not named stay, and an empty value removes one.
 *
 * @returns all preferences, the secret of a callback URL included
 */
export async function setTemplatePreferences(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  command: TemplateAddress & { preferences: readonly { name: string; value: unknown }[] },
): Promise<{ name: string; value: string }[]> {
  await authorizeTemplate(deps, { caller, operation: 'edit', ...command });
  const owner = { templateId: command.templateId };
  const change = await readPreferenceChange(deps, caller, command.preferences);
  const { template } = await changeTemplate(deps, { caller, command }, async (_tx, record) => {
    const { preferences: before } = record.template;
    const preferences = applyPreferenceChange(deps, openPreferences(deps, owner, before), change);
    return { preferences: sealPreferences(deps, owner, { preferences, before }) };
  });
  const complete = openPreferences(deps, owner, template.preferences);
  return Object.entries(complete).map(([name, value]) => ({ name, value }));
}
