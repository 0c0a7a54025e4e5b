import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { downloadExport } from './download-export.ts';
import type { StoredExport } from './export-store.ts';
import { viewExport } from './export-view.ts';
import { makeExport } from './make-export.ts';
import { cancelExport, getExport, listExports } from './read-exports.ts';

export function exportRoutes(deps: Deps) {
  const view = (job: StoredExport) => viewExport(job, deps);
  return {
    createExport: async ({ caller, params, body: { filter, ...body } }) => {
      const exportId = await makeExport(deps, caller, { ...params, ...body, filter });
      return view((await getExport(deps, caller, { ...params, exportId })).job);
    },
    listExports: async ({ caller, params, query }) =>
      viewPage(await listExports(deps, caller, { ...query, ...params }), view),
    readExport: async ({ caller, params }) => view((await getExport(deps, caller, params)).job),
    cancelExport: async ({ caller, params }) => view(await cancelExport(deps, caller, params)),
    downloadExport: ({ caller, params, request }) => downloadExport(deps, caller, { ...params, request }),
  } satisfies Partial<Handlers>;
}
