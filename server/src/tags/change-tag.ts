import { invalid, Refusal, type Violations } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { authorizeTags } from './authorize-tags.ts';
import { NAME_TAKEN, readTagColor, readTagName, tagKey } from './tag-rules.ts';
import { deleteTagRow, lockTags, type StoredTag, updateTagRow } from './tag-store.ts';
import { type TagView, viewTag } from './tag-view.ts';

export interface TagAddress {
  workspaceId: number;
  tagId: number;
}

/**
 * Renames or recolours a tag, wherever it is assigned; absent properties stay.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `VALIDATION_ERROR`
 */
export async function updateTag(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, tagId, ...given }: TagAddress & { name?: string | undefined; color?: string | undefined },
): Promise<TagView> {
  await authorizeTags(deps.database, caller, { workspaceId, needed: 'manage_tags' });
  return deps.database.transaction().execute(async (tx) => {
    const tags = await lockTags(tx, workspaceId);
    const tag = pick(tags, tagId);
    const violations: Violations = {};
    const name = given.name === undefined ? tag.name : readTagName(given.name, violations);
    const color = given.color === undefined ? tag.color : readTagColor(given.color, violations);
    const isTaken = tags.some((other) => other.id !== tagId && other.name_key === tagKey(name));
    if (isTaken) violations.name ??= NAME_TAKEN;
    if (Object.keys(violations).length > 0) throw invalid(violations);
    const change = { name, name_key: tagKey(name), color };
    await updateTagRow(tx, tagId, change);
    return viewTag({ ...tag, ...change });
  });
}

/**
 * Deletes a tag and removes it from whatever has it.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function deleteTag(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, tagId }: TagAddress,
): Promise<void> {
  await authorizeTags(deps.database, caller, { workspaceId, needed: 'manage_tags' });
  await deps.database.transaction().execute(async (tx) => {
    await deleteTagRow(tx, pick(await lockTags(tx, workspaceId), tagId).id);
  });
}

function pick(tags: readonly StoredTag[], id: number): StoredTag {
  const tag = tags.find((each) => each.id === id);
  if (!tag) throw new Refusal('NOT_FOUND', 'There is no such tag in this workspace.');
  return tag;
}
