import { type Certificate, type CscClientAuthentication, PdfRefusal, parseCertificate } from '@paraph/pades';
import type { Sandbox } from '@paraph/sandbox';
import type { Deps } from '../deps.ts';
import { listProvidersOf, type StoredProvider } from './trust-provider-store.ts';

export type TrustDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'sandbox' | 'vault'>;

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
  /** Null: as the metadata of its OAuth server say, else in the body. */
  clientAuthentication: CscClientAuthentication | null;
  /** Null where the provider asks for no account. */
  accountId: string | null;
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
    clientAuthentication: row.client_authentication,
    accountId: row.account_id,
    anchors: readAnchors(row.anchors).map(({ der }) => der),
  };
}

export function secretBoundTo(organizationId: number): string {
  return `trust-provider:${organizationId}`;
}

export async function describeSandbox({ provider, root }: Sandbox): Promise<TrustProvider> {
  const asked = { clientAuthentication: null, accountId: null };
  return { ...provider, ...asked, key: SANDBOX_KEY, isSandbox: true, anchors: [await root()] };
}

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const ANCHORS_MAX = 20;

export function readAnchors(pem: string): Certificate[] {
  return [...pem.matchAll(BLOCK)].map(([, base64 = '']) =>
    parseCertificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')),
  );
}

/** Why a text cannot be the trust anchors of a provider; null if it can. */
export function checkAnchors(pem: string): string | null {
  try {
    const anchors = readAnchors(pem);
    if (anchors.length === 0) return 'Paste the certificates of the provider’s authorities as PEM.';
    if (anchors.length > ANCHORS_MAX) return `At most ${ANCHORS_MAX} certificates are allowed.`;
    const bad = anchors.find(({ isAuthority }) => !isAuthority);
    return bad ? `The certificate of ${bad.commonName ?? 'an unnamed holder'} is not an authority’s.` : null;
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return 'One of the certificates cannot be read; paste it as the provider publishes it.';
  }
}
