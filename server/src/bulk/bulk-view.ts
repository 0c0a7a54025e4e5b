import { writeMeaning } from '@paraph/domain';
import { toSeconds } from '../platform/clock.ts';
import type { CountedJob, RowWithStatus } from './read-job.ts';

const secondsOf = (date: Date | null) => (date === null ? null : toSeconds(date));

export function viewBulkJob({ job, counts }: CountedJob) {
  const { plan } = job.template.head;
  const { waiting, valid, invalid, sent, failed, canceled, signed } = counts;
  return {
    id: job.id,
    workspaceId: job.workspace_id,
    templateId: job.template_id,
    state: job.state,
    fileName: job.file_name,
    encoding: job.encoding,
    name: job.name_pattern,
    columns: job.columns.map(({ heading, meaning }) => {
      return { heading, meaning: meaning && writeMeaning(meaning, plan) };
    }),
    rows: waiting + valid + invalid + sent + failed + canceled,
    waiting,
    valid,
    invalid,
    sent,
    failed,
    canceled,
    signed,
    pausedFor: job.paused_for,
    ratePerMinute: job.rate_per_minute,
    scheduledStartDate: secondsOf(job.starts_at),
    createDate: toSeconds(job.created_at),
    startDate: secondsOf(job.started_at),
    endDate: secondsOf(job.ended_at),
  };
}

export function viewBulkRow({ row, workflow }: RowWithStatus) {
  return {
    row: row.row,
    state: row.state,
    key: row.key,
    cells: row.cells,
    problems: Object.entries(row.problems ?? {}).flatMap(([column, problems]) =>
      problems.split('\n').map((problem) => ({ column: column === '' ? null : column, problem })),
    ),
    samePeopleAs: row.same_as,
    workflowId: row.workflow_id,
    envelopeId: workflow?.envelopeId ?? null,
    status: workflow?.status ?? null,
  };
}
