import type { ListedWorkflow } from '../store/listed-workflow-store.ts';

/**
 * Workflows that a list loaded, in the memory of this process, so that only what changed is loaded again. The database
 * says with each list which transaction changed a workflow last; what was kept of an earlier one is never shown.
 */
export interface KeptWorkflows {
  /** Null where it was not kept, or has changed since. */
  find(id: number, changedIn: string): ListedWorkflow | null;
  keep(workflow: ListedWorkflow): void;
}

/** Characters of JSON in all; with what was written of them, they take about six times as many bytes of memory. */
const SIZE_MAX = 4_000_000;

/** Keeps those that were listed last. */
export function keepWorkflows(sizeMax = SIZE_MAX): KeptWorkflows {
  // In the order of their last use.
  const kept = new Map<number, { workflow: ListedWorkflow; size: number }>();
  let size = 0;
  const drop = (id: number) => {
    size -= kept.get(id)?.size ?? 0;
    kept.delete(id);
  };
  return {
    find(id, changedIn) {
      const found = kept.get(id);
      if (found?.workflow.changedIn !== changedIn) return null;
      kept.delete(id);
      kept.set(id, found);
      return found.workflow;
    },
    keep(workflow) {
      const { id } = workflow.workflow;
      drop(id);
      const added = JSON.stringify(workflow).length;
      kept.set(id, { workflow, size: added });
      size += added;
      for (const oldest of kept.keys()) {
        if (size <= sizeMax) return;
        drop(oldest);
      }
    },
  };
}
