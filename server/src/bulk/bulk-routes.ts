import { Readable } from 'node:stream';
import type { BulkAct } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import type { Caller } from '../http/caller.ts';
import { viewPage } from '../http/pages.ts';
import type { CheckCallbackUrl } from '../workflows/lifecycle/callback.ts';
import type { JobAddress } from './bulk-job.ts';
import { viewBulkJob, viewBulkRow } from './bulk-view.ts';
import { actOnBulk, mapColumns } from './change-job.ts';
import { makeBulkJob } from './make-job.ts';
import {
  exportBulkRows,
  listBulkJobs,
  listBulkRows,
  listWorkspaceBulkJobs,
  makeSampleTable,
  readBulkJob,
} from './read-job.ts';

export function bulkRoutes(deps: Deps & { checkCallbackUrl: CheckCallbackUrl }) {
  const read = async (caller: Caller, address: JobAddress) =>
    viewBulkJob(await readBulkJob(deps, caller, address));
  const act =
    (what: BulkAct) =>
    async ({ caller, params, body }: ActCall) => {
      await actOnBulk(deps, caller, { ...params, ...body, act: what });
      return read(caller, params);
    };
  const table = (content: Readable | string, fileName: string) =>
    new RawResponse(200, content, {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileName}"`,
    });
  return {
    createBulkJob: async ({ caller, params, body, visitor }) => {
      const { values, violations, files } = body;
      const preferences = values.preferences?.map(({ name = '', value = '' }) => ({ name, value }));
      const file = files.file ?? null;
      const sent = { ...params, ...values, preferences, violations, file, visitor };
      return read(caller, { ...params, bulkId: await makeBulkJob(deps, caller, sent) });
    },
    listBulkJobs: async ({ caller, params, query }) =>
      viewPage(await listBulkJobs(deps, caller, { ...query, ...params }), viewBulkJob),
    listWorkspaceBulkJobs: async ({ caller, params, query }) =>
      viewPage(await listWorkspaceBulkJobs(deps, caller, { ...query, ...params }), viewBulkJob),
    readBulkJob: ({ caller, params }) => read(caller, params),
    updateBulkJob: async ({ caller, params, body }) => {
      await mapColumns(deps, caller, { ...params, ...body });
      return read(caller, params);
    },
    startBulkJob: act('start'),
    pauseBulkJob: act('pause'),
    resumeBulkJob: act('resume'),
    cancelBulkJob: act('cancel'),
    listBulkRows: async ({ caller, params, query }) =>
      viewPage(await listBulkRows(deps, caller, { ...query, ...params }), viewBulkRow),
    exportBulkRows: async ({ caller, params }) =>
      table(Readable.from(await exportBulkRows(deps, caller, params)), 'result.csv'),
    readBulkSample: async ({ caller, params }) =>
      table(await makeSampleTable(deps, caller, params), 'sample.csv'),
  } satisfies Partial<Handlers>;
}

interface ActCall {
  caller: Caller;
  params: JobAddress & { workspaceId: number };
  body?: { skipInvalid?: boolean | undefined } | undefined;
}
