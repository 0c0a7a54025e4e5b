import type { ExportState } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import type { StoredExport } from './export-store.ts';

/** An archive whose day is over is gone, also before the sweep. */
export function stateOf({ state, expires_at: expiresAt }: StoredExport, now: Date): ExportState {
  return state === 'done' && expiresAt !== null && expiresAt <= now ? 'expired' : state;
}

const secondsOf = (time: Date | null) => time && toSeconds(time);

export function viewExport(job: StoredExport, { clock, config }: Pick<Deps, 'clock' | 'config'>) {
  const { id, workspace_id: workspaceId } = job;
  const state = stateOf(job, clock.now());
  const path = `/api/v1/workspaces/${workspaceId}/exports/${id}/archive`;
  return {
    id,
    workspaceId,
    state,
    contents: job.contents,
    workflows: job.workflows,
    done: job.done,
    skipped: job.skipped,
    bytes: job.size,
    problem: job.problem,
    createDate: toSeconds(job.created_at),
    startDate: secondsOf(job.started_at),
    endDate: secondsOf(job.ended_at),
    expiresDate: secondsOf(job.expires_at),
    url: state === 'done' ? `${config.baseUrl}${path}` : null,
  };
}
