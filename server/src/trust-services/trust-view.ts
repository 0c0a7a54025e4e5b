import type { TrustProvider } from '@paraph/contract';
import type { Static } from 'typebox';
import { toSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { readAnchors } from './find-providers.ts';
import type { StoredProvider } from './trust-provider-store.ts';

export function viewProvider(provider: StoredProvider): Static<typeof TrustProvider> {
  return {
    id: provider.id,
    name: provider.name,
    baseUrl: provider.base_url,
    oauthUrl: provider.oauth_url,
    clientId: provider.client_id,
    ...(provider.client_authentication ? { clientAuthentication: provider.client_authentication } : {}),
    ...(provider.account_id === null ? {} : { account: provider.account_id }),
    anchors: readAnchors(provider.anchors).map(({ der, commonName, organization, notAfter }) => ({
      name: commonName ?? organization ?? '',
      sha256: sha256(der).toString('hex'),
      endDate: toSeconds(notAfter),
    })),
    enabled: provider.enabled,
    createDate: toSeconds(provider.created_at),
  };
}
