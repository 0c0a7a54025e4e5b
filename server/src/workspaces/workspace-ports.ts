import type { Caller, Visitor } from '../http/caller.ts';
import type { Tx } from '../platform/database.ts';

/** What is asked of a room when a workspace closes: who closes it, and where what must stay goes. */
export interface Vacating {
  workspaceId: number;
  newWorkspaceId: number;
  caller: Caller;
  visitor: Visitor;
}

/** What the rooms above do about theirs. Given by the composition root. */
export interface WorkspacePorts {
  /**
   * Each takes what it keeps in a workspace to another one. The caller holds both.
   *
   * @throws Refusal `WORKFLOW_STATUS_CONFLICT` where something is under way
   */
  vacate: readonly ((tx: Tx, vacating: Vacating) => Promise<void>)[];
}
