import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, ask, reading } from './ask.ts';
import { type UploadOptions, upload } from './call.ts';
import type { TemplateIds } from './templates-api.ts';
import type { BulkJob } from './wire.ts';

export type BulkIds = TemplateIds & { bulkId: number };
/** As paths name them. */
const named = ({ workspaceId, id }: TemplateIds) => ({ workspaceId, templateId: id });
const namedJob = ({ bulkId, ...template }: BulkIds) => ({ ...named(template), bulkId });

const PATH = '/api/v1/workspaces/{workspaceId}/templates/{templateId}/bulk';
const JOBS_A_PAGE = 10;
const ROWS_A_PAGE = 25;
/** Rows are checked and sent by the server: while it does, its progress is asked for. */
const MOVING_MS = 1_000;
const RESTING_MS = 15_000;

export const isMoving = ({ state }: Pick<BulkJob, 'state'>) => state === 'checking' || state === 'sending';
const hasEnded = ({ state }: Pick<BulkJob, 'state'>) => state === 'done' || state === 'canceled';

export const sampleAddress = (ids: TemplateIds) => addressOf(`GET ${PATH}/sample.csv`, named(ids));
export const resultAddress = (ids: BulkIds) => addressOf(`GET ${PATH}/{bulkId}/result.csv`, namedJob(ids));

/** The page that its first row will be to its first signer. */
export const previewAddress = ({ workspaceId, id, bulkId }: BulkIds) =>
  `/previewing/templates/${workspaceId}/${id}/bulk/${bulkId}`;

export function uploadTable(ids: TemplateIds, options: UploadOptions): Promise<BulkJob> {
  return upload(addressOf(`POST ${PATH}`, named(ids)), options);
}

export function bulkJobsQuery(ids: TemplateIds, page: number) {
  return queryOptions({
    queryKey: ['bulk-jobs', ids, page],
    placeholderData: keepPreviousData,
    refetchInterval: RESTING_MS,
    queryFn: reading(`GET ${PATH}`, { ...named(ids), page, limit: JOBS_A_PAGE }),
  });
}

export function workspaceBulkJobsQuery(workspaceId: number, page: number) {
  return queryOptions({
    queryKey: ['bulk-jobs', workspaceId, page],
    queryFn: ({ signal }) =>
      ask('GET /api/v1/workspaces/{workspaceId}/bulk', { workspaceId, page, limit: JOBS_A_PAGE }, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? MOVING_MS : RESTING_MS),
  });
}

export function bulkJobQuery(ids: BulkIds) {
  return queryOptions({
    queryKey: ['bulk-job', ids],
    queryFn: ({ signal }) => ask(`GET ${PATH}/{bulkId}`, namedJob(ids), { signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? MOVING_MS : RESTING_MS),
  });
}

export type BulkRowState = 'valid' | 'invalid' | 'sent' | 'failed' | 'canceled' | 'waiting';

/** `job` is what its rows follow: they are asked for anew whenever it has changed. */
export function bulkRowsQuery(ids: BulkIds, job: BulkJob, shown: { state?: BulkRowState; page: number }) {
  const { state, page } = shown;
  const { waiting, valid, invalid, sent, failed, canceled } = job;
  return queryOptions({
    queryKey: ['bulk-rows', ids, state, page, { waiting, valid, invalid, sent, failed, canceled }],
    placeholderData: keepPreviousData,
    refetchInterval: hasEnded(job) || job.state === 'paused' ? RESTING_MS : false,
    queryFn: reading(`GET ${PATH}/{bulkId}/rows`, {
      ...namedJob(ids),
      ...{ state, page, limit: ROWS_A_PAGE },
    }),
  });
}

export const listSentRows = (ids: BulkIds, page: number, limit: number) =>
  ask(`GET ${PATH}/{bulkId}/rows`, { ...namedJob(ids), state: 'sent', page, limit });

export const mapColumns = (ids: BulkIds, mapping: Readonly<Record<string, string>>) =>
  ask(`PUT ${PATH}/{bulkId}`, namedJob(ids), { json: { mapping } });

export const startBulk = (ids: BulkIds, skipInvalid: boolean) =>
  ask(`PUT ${PATH}/{bulkId}/start`, namedJob(ids), { json: { skipInvalid } });

export const actOnBulk = (ids: BulkIds, act: 'pause' | 'resume' | 'cancel') =>
  ask(`PUT ${PATH}/{bulkId}/${act}`, namedJob(ids));
