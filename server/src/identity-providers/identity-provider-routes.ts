import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { toSeconds } from '../platform/clock.ts';
import type { StoredIdentityProvider } from './identity-provider-store.ts';
import {
  deleteIdentityProvider,
  readIdentityProvider,
  saveIdentityProvider,
  tryOwnIdentityProvider,
} from './manage-identity-provider.ts';
import { identityReturnUrl } from './openid.ts';

export function identityProviderRoutes(deps: Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>) {
  const view = (provider: StoredIdentityProvider | null) => ({
    returnUrl: identityReturnUrl(deps.config),
    provider: provider && {
      issuer: provider.issuer,
      clientId: provider.client_id,
      changeDate: toSeconds(provider.changed_at),
    },
  });
  return {
    readIdentityProvider: async ({ caller, query }) => view(await readIdentityProvider(deps, caller, query)),
    saveIdentityProvider: async ({ caller, query, body }) =>
      view(await saveIdentityProvider(deps, caller, { ...query, form: body })),
    deleteIdentityProvider: ({ caller, query }) => deleteIdentityProvider(deps, caller, query),
    tryIdentityProvider: async ({ caller, query }) => {
      const findings = await tryOwnIdentityProvider(deps, caller, query);
      return { usable: findings.every(({ ok }) => ok), findings };
    },
  } satisfies Partial<Handlers>;
}
