import type { Tag } from '@paraph/contract';
import type { Static } from 'typebox';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import type { Reads, Tx } from '../platform/database.ts';

type TagShape = Static<typeof Tag>;

/** What is asked of a room when a workspace closes: who closes it, and where what must stay goes. */
export interface WorkspaceClosure {
  workspaceId: number;
  newWorkspaceId: number;
  caller: Caller;
  visitor: Visitor;
}

/** What shows a workspace needs of the rooms above. */
export type ShowingDeps = Pick<Deps, 'database' | 'config'> & Pick<WorkspacePorts, 'readTagsOf'>;

/** What the rooms above do about theirs. Given by the composition root. */
export interface WorkspacePorts {
  /** The tags of these workspaces, by the workspace's id. */
  readTagsOf(reads: Reads, workspaceIds: readonly number[]): Promise<ReadonlyMap<number, TagShape[]>>;
  /**
   * Each takes what it keeps in a workspace to another one. The caller holds both.
   *
   * @throws Refusal `WORKFLOW_STATUS_CONFLICT` where something is under way
   */
  moveContents: readonly ((tx: Tx, closure: WorkspaceClosure) => Promise<void>)[];
}
