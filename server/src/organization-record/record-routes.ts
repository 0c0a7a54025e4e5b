import { Readable } from 'node:stream';
import type { Deps } from '../deps.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { exportRecord } from './export-record.ts';
import { deleteCollector, readCollector, retryCollector, saveCollector } from './manage-collector.ts';
import { type RecordPorts, readRecord } from './read-record.ts';
import { viewCollector, viewEvent } from './record-view.ts';

export function recordRoutes(deps: Deps, ports: RecordPorts) {
  return {
    listOrganizationEvents: async ({ caller, query }) =>
      viewPage(await readRecord({ ...deps, ports }, caller, query), viewEvent),
    exportOrganizationEvents: async ({ caller, query: { format = 'csv', ...query } }) => {
      const { type, fileName, lines } = await exportRecord({ ...deps, ports }, caller, { ...query, format });
      return new RawResponse(200, Readable.from(lines), {
        'content-type': type,
        'content-disposition': `attachment; filename="${fileName}"`,
      });
    },
    readCollector: async ({ caller, query }) =>
      viewCollector(await readCollector({ ...deps, ports }, caller, query)),
    saveCollector: async ({ caller, query, body: form }) => {
      const { secret, ...saved } = await saveCollector({ ...deps, ports }, caller, { ...query, form });
      return { ...viewCollector(saved), secret };
    },
    deleteCollector: ({ caller, query }) => deleteCollector({ ...deps, ports }, caller, query),
    retryCollector: async ({ caller, query }) =>
      viewCollector(await retryCollector({ ...deps, ports }, caller, query)),
  } satisfies Partial<Handlers>;
}
