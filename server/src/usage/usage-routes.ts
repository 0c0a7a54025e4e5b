import type { Deps } from '../deps.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import { readUsage } from './read-usage.ts';
import { usageTable, viewUsage } from './usage-view.ts';

export function usageRoutes(deps: Deps) {
  return {
    readUsage: async ({ caller, query }) => viewUsage(await readUsage(deps, caller, query)),
    exportUsage: async ({ caller, query }) => {
      const usage = await readUsage(deps, caller, query);
      return new RawResponse(200, usageTable(usage), {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="usage-${usage.from}-${usage.to}.csv"`,
      });
    },
  } satisfies Partial<Handlers>;
}
