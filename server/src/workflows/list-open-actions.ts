import type { Reads } from '../platform/database.ts';
import { pageOf } from './list-workflows.ts';
import { listOpenActionRows } from './workflow-list-store.ts';
import { loadWorkflows, type WorkflowRecord } from './workflow-store.ts';

export interface OpenAction {
  actionId: number;
  recipientId: number;
  record: WorkflowRecord;
}

/** A page of what waits for whoever reads this address, newest first. The caller has proven that it is theirs. */
export async function listOpenActions(
  reads: Reads,
  emailKey: string,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<{ total: number; limit: number; pages: number; actions: OpenAction[] }> {
  const { page, limit } = pageOf(query);
  const { total, rows } = await listOpenActionRows(reads, emailKey, { limit, offset: (page - 1) * limit });
  const records = await loadWorkflows(reads, [...new Set(rows.map((row) => row.workflowId))]);
  const actions = rows.flatMap(({ actionId, workflowId, recipientId }) => {
    const record = records.find((each) => each.workflow.id === workflowId);
    return record ? [{ actionId, recipientId, record }] : [];
  });
  return { total, limit, pages: Math.ceil(total / limit), actions };
}
