import type { Sandbox } from '@paraph/sandbox';
import type { Deps } from '../deps.ts';
import { readAnchors } from './read-anchors.ts';
import { listProvidersOf, type StoredProvider } from './trust-provider-store.ts';

export type TrustDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'sandbox' | 'vault'>;

/** A provider that people can sign with. */
export interface TrustProvider {
  /** Of the organization's own its number; `sandbox` for the one of this instance. */
  key: string;
  name: string;
  isSandbox: boolean;
  baseUrl: string;
  /** Null: as `info` says. */
  oauthUrl: string | null;
  clientId: string;
  clientSecret: string;
  /** DER. */
  anchors: readonly Uint8Array[];
}

const SANDBOX_KEY = 'sandbox';

/**
 * Those of an organization that are switched on; without any the sandbox, where this instance has one. Never both: what
 * a signature shows on the page is drawn before a signer chooses among them.
 */
export async function listTrustProviders(deps: TrustDeps, organizationId: number): Promise<TrustProvider[]> {
  const stored = await listProvidersOf(deps.database, organizationId);
  const own = stored.filter(({ enabled }) => enabled).map((row) => openProvider(deps, row));
  return own.length === 0 && deps.sandbox ? [await describeSandbox(deps.sandbox)] : own;
}

export function openProvider({ vault }: Pick<Deps, 'vault'>, row: StoredProvider): TrustProvider {
  return {
    key: String(row.id),
    name: row.name,
    isSandbox: false,
    baseUrl: row.base_url,
    oauthUrl: row.oauth_url,
    clientId: row.client_id,
    clientSecret: vault.decrypt(row.sealed_secret, secretBoundTo(row.organization_id)),
    anchors: readAnchors(row.anchors).map(({ der }) => der),
  };
}

export function secretBoundTo(organizationId: number): string {
  return `trust-provider:${organizationId}`;
}

async function describeSandbox({ provider, root }: Sandbox): Promise<TrustProvider> {
  return { ...provider, key: SANDBOX_KEY, isSandbox: true, anchors: [await root()] };
}
