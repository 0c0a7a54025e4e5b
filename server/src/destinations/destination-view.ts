import { toSeconds } from '../platform/clock.ts';
import type { StoredDestination, StoredTransfer } from './destination-store.ts';
import type { ShownTransfer } from './read-transfers.ts';

export function viewDestination(row: StoredDestination | null) {
  return {
    destination: row && {
      kind: row.kind,
      url: row.url,
      user: row.user_name,
      region: row.region,
      pathPattern: row.path_pattern,
      include: row.include,
      changeDate: toSeconds(row.changed_at),
    },
  };
}

export function viewTransfer({ transfer, host }: ShownTransfer) {
  if (!transfer) return { state: 'none' as const, ...NO_PROGRESS, doneDate: null, host, paths: [] };
  return {
    state: transfer.state,
    ...progressOf(transfer),
    doneDate: transfer.done_at && toSeconds(transfer.done_at),
    host,
    paths: Object.values(transfer.files).flatMap(({ path, done }) => (done ? [path] : [])),
  };
}

export function viewUndone({ name, ...transfer }: StoredTransfer & { name: string }) {
  const state = transfer.state === 'failed' ? ('failed' as const) : ('pending' as const);
  return { workflowId: transfer.workflow_id, name, state, ...progressOf(transfer) };
}

const NO_PROGRESS = { attempts: 0, status: null, cause: null, nextAttemptDate: null };

function progressOf({ attempts, status, cause, next_attempt_at: next }: StoredTransfer) {
  return { attempts, status, cause, nextAttemptDate: next && toSeconds(next) };
}
