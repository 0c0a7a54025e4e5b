import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { authorizeTags } from './authorize-tags.ts';
import { readTagsOf } from './read-tags.ts';
import type { TagView } from './tag-view.ts';

/**
 * The tags of a workspace, by name. Everybody who is in it may read them.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`
 */
export async function listTags(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number,
): Promise<TagView[]> {
  await authorizeTags(deps.database, caller, { workspaceId });
  return (await readTagsOf(deps.database, [workspaceId])).get(workspaceId) ?? [];
}
