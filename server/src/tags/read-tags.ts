import type { Reads } from '../platform/database.ts';
import { listTagRows, listTagsOfWorkspaces } from './tag-store.ts';
import { type TagView, viewTag } from './tag-view.ts';

export type { TagView } from './tag-view.ts';

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
