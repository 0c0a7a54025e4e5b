import type { Tag } from '@paraph/contract';
import type { Static } from 'typebox';
import type { AccountPorts } from '../accounts/account-ports.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';

type TagShape = Static<typeof Tag>;

/** The closing of a workspace, for higher rooms: who closes it, and where its contents move. */
export interface WorkspaceClosure {
  organizationId: number;
  workspaceId: number;
  newWorkspaceId: number;
  caller: Caller;
  visitor: Visitor;
}

/** What shows a workspace needs of the rooms above. */
export type ShowingDeps = Pick<Deps, 'database' | 'config'> & Pick<WorkspacePorts, 'readTagsOf'>;

/** What this room needs of higher ones; the composition root hands it in. */
export interface WorkspacePorts extends Pick<AccountPorts, 'findRequiredConnection' | 'queueMail'> {
  /** Ends all that a user allowed apps. */
  revokeApps(tx: Tx, of: { userId: number; now: Date }): Promise<void>;
  /** The tags of these workspaces, by the workspace's id. */
  readTagsOf(reads: Reads, workspaceIds: readonly number[]): Promise<ReadonlyMap<number, TagShape[]>>;
  /**
   * Each moves its rows from one workspace to another. The caller has locked both.
   *
   * @throws Refusal `WORKFLOW_STATUS_CONFLICT` for running workflows
   */
  moveContents: readonly ((tx: Tx, closure: WorkspaceClosure) => Promise<void>)[];
}
