import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { findIdentityProviderRow, type StoredIdentityProvider } from './identity-provider-store.ts';

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The one of an organization; null where none is set up. */
export async function findIdentityProvider(deps: Pick<Deps, 'vault'>, reads: Reads, organizationId: number) {
  const row = await findIdentityProviderRow(reads, organizationId);
  return row && openIdentityProvider(deps, row);
}

export function openIdentityProvider(
  { vault }: Pick<Deps, 'vault'>,
  row: StoredIdentityProvider,
): IdentityProvider {
  return {
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: vault.decrypt(row.sealed_secret, secretBoundTo(row.organization_id)),
  };
}

export function secretBoundTo(organizationId: number): string {
  return `identity-provider:${organizationId}`;
}

/** How people know a provider. */
export function hostOf({ issuer }: Pick<IdentityProvider, 'issuer'>): string {
  return new URL(issuer).host;
}
