import { invalid, LIMITS, type Violations } from '@paraph/domain';
import type { Tx } from '../platform/database.ts';
import { listTagRows, lockTagsForShare } from './tag-store.ts';

/**
 * The tags to assign, each once; locked against deletion until the end of the transaction.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every id that is not a tag of the workspace
 */
export async function chooseTags(
  tx: Tx,
  { workspaceId, tagIds }: { workspaceId: number; tagIds: readonly number[] },
): Promise<number[]> {
  const wanted = [...new Set(tagIds)];
  if (wanted.length > LIMITS.tagsOfOneMax) {
    throw invalid({ tags: `At most ${LIMITS.tagsOfOneMax} tags; leave some out.` });
  }
  await lockTagsForShare(tx, wanted);
  const known = new Set(
    (await listTagRows(tx, wanted)).filter((tag) => tag.workspace_id === workspaceId).map(({ id }) => id),
  );
  const violations: Violations = {};
  for (const [index, id] of tagIds.entries()) {
    if (!known.has(id)) violations[`tags[${index}]`] = 'There is no such tag in this workspace.';
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return wanted;
}
