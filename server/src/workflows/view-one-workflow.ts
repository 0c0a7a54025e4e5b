import type { Deps } from '../deps.ts';
import type { WorkflowRecord } from './workflow-store.ts';
import { viewWorkflow } from './workflow-view.ts';
import { loadWorkflowViewData } from './workflow-view-data.ts';

/** A workflow in the shape of the workflow family, for rooms that answer with one. */
export async function viewOneWorkflow(deps: Pick<Deps, 'config' | 'database'>, record: WorkflowRecord) {
  return viewWorkflow(record, await loadWorkflowViewData(deps.database, deps, [record]));
}
