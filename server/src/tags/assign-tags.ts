import type { Tag } from '@paraph/contract';
import { invalid, LIMITS, type Violations } from '@paraph/domain';
import type { Static } from 'typebox';
import type { Reads, Tx } from '../database/database.ts';
import {
  exchangeTaggings,
  listTagRows,
  listTagsOfWorkspaces,
  lockTagsForShare,
  type StoredTag,
  type Taggings,
} from './tag-store.ts';

/** These tags in their shape on the wire, by name. The caller has checked the right to see what wears them. */
export async function readTags(reads: Reads, ids: readonly number[]): Promise<TagView[]> {
  return (await listTagRows(reads, ids)).map(viewTag);
}

/** The tags of these workspaces, each list by name. */
export async function readTagsOf(
  reads: Reads,
  workspaceIds: readonly number[],
): Promise<Map<number, TagView[]>> {
  const lists = Map.groupBy(await listTagsOfWorkspaces(reads, workspaceIds), (tag) => tag.workspace_id);
  return new Map([...lists].map(([workspaceId, tags]) => [workspaceId, tags.map(viewTag)]));
}

export type TagView = Static<typeof Tag>;

export function viewTag({ id, name, color }: StoredTag): TagView {
  return { id, name, color };
}

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
  const ofWorkspace = new Set(
    (await listTagRows(tx, wanted)).filter((tag) => tag.workspace_id === workspaceId).map(({ id }) => id),
  );
  const violations: Violations = {};
  for (const [index, id] of tagIds.entries()) {
    if (!ofWorkspace.has(id)) violations[`tags[${index}]`] = 'There is no such tag in this workspace.';
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return wanted;
}

/** Objects that move from one workspace to another get the tags of the same names there, and lose the others. */
export async function carryTags(
  tx: Tx,
  taggings: Taggings,
  { ids, ...move }: { ids: readonly number[]; workspaceId: number; newWorkspaceId: number },
): Promise<void> {
  if (ids.length > 0) await exchangeTaggings(tx, taggings, { ids, pairs: await matchTags(tx, move) });
}

/** Which tag of the new workspace has the name of which tag here. They stay until the end of the transaction. */
async function matchTags(
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
  const targets = pairs.map(({ to }) => to);
  await lockTagsForShare(tx, targets);
  return pairs;
}
