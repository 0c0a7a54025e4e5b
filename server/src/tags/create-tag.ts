import { colorOf, invalid, LIMITS, type Violations } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { authorizeTags } from './authorize-tags.ts';
import { NAME_TAKEN, readTagColor, readTagName, tagKey } from './tag-rules.ts';
import { insertTag, lockTags } from './tag-store.ts';
import { type TagView, viewTag } from './tag-view.ts';

export interface NewTag {
  workspaceId: number;
  name: string;
  color?: string | undefined;
}

/**
 * Makes a tag in a workspace; without a colour it gets one of the eight that stay apart.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `VALIDATION_ERROR` naming every problem
 */
export async function createTag(
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  { workspaceId, ...given }: NewTag,
): Promise<TagView> {
  await authorizeTags(deps.database, caller, { workspaceId, needed: 'manage_tags' });
  const violations: Violations = {};
  const name = readTagName(given.name, violations);
  const color = given.color === undefined ? null : readTagColor(given.color, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return deps.database.transaction().execute(async (tx) => {
    const others = await lockTags(tx, workspaceId);
    if (others.length >= LIMITS.tagsMax) {
      throw invalid({ name: `A workspace has at most ${LIMITS.tagsMax} tags; delete one first.` });
    }
    const stored = await insertTag(tx, {
      workspace_id: workspaceId,
      name,
      name_key: tagKey(name),
      color: color ?? colorOf(others.length),
      created_at: deps.clock.now(),
    });
    if (!stored) throw invalid({ name: NAME_TAKEN });
    return viewTag(stored);
  });
}
