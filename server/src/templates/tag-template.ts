import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { chooseTags, matchTags, readTags, type TagView } from '../tags/assign-tags.ts';
import { requirePermission } from '../workspaces/workspace-access.ts';
import { lockTemplate } from './change-template.ts';
import { authorizeTemplate, type TemplateAddress } from './read-template.ts';
import { exchangeTemplateTags, listTemplateTags, replaceTemplateTags } from './template-store.ts';

/**
 * Sets the tags of a template; those not named are removed.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `VALIDATION_ERROR`
 */
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
    await replaceTemplateTags(tx, template.id, tagIds);
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

/** A template that moves to another workspace gets the tags of the same names there. */
export async function carryTemplateTags(
  tx: Tx,
  move: { templateIds: readonly number[]; workspaceId: number; newWorkspaceId: number },
): Promise<void> {
  if (move.templateIds.length === 0) return;
  await exchangeTemplateTags(tx, move.templateIds, await matchTags(tx, move));
}
