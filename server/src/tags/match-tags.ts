import type { Tx } from '../platform/database.ts';
import { listTagsOfWorkspaces, lockTagsForShare } from './tag-store.ts';

/**
 * For what moves from one workspace to another: which tag there has the name of which tag here. They stay until the
 * end of the transaction.
 */
export async function matchTags(
  tx: Tx,
  { workspaceId, newWorkspaceId }: { workspaceId: number; newWorkspaceId: number },
): Promise<{ from: number; to: number }[]> {
  const tags = await listTagsOfWorkspaces(tx, [workspaceId, newWorkspaceId]);
  const there = new Map(
    tags.filter((tag) => tag.workspace_id === newWorkspaceId).map((tag) => [tag.name_key, tag.id]),
  );
  const pairs = tags
    .filter((tag) => tag.workspace_id === workspaceId)
    .flatMap(({ id, name_key: key }) => {
      const to = there.get(key);
      return to === undefined ? [] : [{ from: id, to }];
    });
  await lockTagsForShare(
    tx,
    pairs.map(({ to }) => to),
  );
  return pairs;
}
