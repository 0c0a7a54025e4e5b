import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import type { TrustDeps } from './find-providers.ts';
import {
  createProvider,
  deleteProvider,
  listProviders,
  tryOwnProvider,
  updateProvider,
} from './manage-providers.ts';
import { providerReturnUrl } from './provider-client.ts';
import {
  deleteSealCredential,
  listSealCredentials,
  readSealCredential,
  saveSealCredential,
} from './seal-credentials.ts';
import { viewProvider } from './trust-view.ts';

export function trustRoutes(deps: TrustDeps & Pick<Deps, 'ids'>) {
  return {
    listTrustProviders: async ({ caller, query }) => ({
      returnUrl: providerReturnUrl(deps.config),
      sandbox: deps.sandbox !== null,
      items: (await listProviders(deps, caller, query.organizationId)).map(viewProvider),
    }),
    createTrustProvider: async ({ caller, query, body }) =>
      viewProvider(await createProvider(deps, caller, { ...query, provider: body })),
    updateTrustProvider: async ({ caller, params, query, body }) =>
      viewProvider(await updateProvider(deps, caller, { ...query, ...params, change: body })),
    deleteTrustProvider: ({ caller, params, query }) => deleteProvider(deps, caller, { ...query, ...params }),
    tryTrustProvider: async ({ caller, params, query }) => {
      const findings = await tryOwnProvider(deps, caller, { ...query, ...params });
      return { usable: findings.every(({ ok }) => ok), findings };
    },
    readSealCredential: ({ caller, query }) => readSealCredential(deps, caller, query),
    listSealCredentials: ({ caller, query }) => listSealCredentials(deps, caller, query),
    saveSealCredential: ({ caller, query, body }) =>
      saveSealCredential(deps, caller, { ...query, choice: body }),
    deleteSealCredential: ({ caller, query }) => deleteSealCredential(deps, caller, query),
  } satisfies Partial<Handlers>;
}
