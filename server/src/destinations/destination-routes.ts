import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { viewDestination, viewTransfer, viewUndone } from './destination-view.ts';
import { deleteDestination, readDestination, saveDestination, tryDestination } from './manage-destination.ts';
import { listTransfers, readTransfer, startTransfer } from './read-transfers.ts';

export function destinationRoutes(deps: Deps) {
  return {
    readDestination: async ({ caller, params }) =>
      viewDestination(await readDestination(deps, caller, params)),
    saveDestination: async ({ caller, params, body }) =>
      viewDestination(await saveDestination(deps, caller, { ...params, form: body })),
    deleteDestination: ({ caller, params }) => deleteDestination(deps, caller, params),
    tryDestination: async ({ caller, params }) => {
      const findings = await tryDestination(deps, caller, params);
      return { usable: findings.every(({ ok }) => ok), findings };
    },
    listTransfers: async ({ caller, params, query }) =>
      viewPage(await listTransfers(deps, caller, { ...query, ...params }), viewUndone),
    readTransfer: async ({ caller, params }) => viewTransfer(await readTransfer(deps, caller, params)),
    startTransfer: async ({ caller, params }) => viewTransfer(await startTransfer(deps, caller, params)),
  } satisfies Partial<Handlers>;
}
