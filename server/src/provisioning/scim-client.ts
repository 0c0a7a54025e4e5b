import { Refusal, type ScimAttributes, ScimProblem } from '@paraph/domain';
import type { AccountPorts } from '../accounts/account-ports.ts';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { findConnectionRow, type StoredIdentityProvider } from '../identity-providers/api.ts';
import { nameOf } from '../identity-providers/sign-in-connections.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { findScimToken, updateScimToken } from './provisioning-store.ts';

export type ProvisioningDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'log' | 'vault'> &
  Pick<AccountPorts, 'moveMemberships' | 'queueMail' | 'recordForOrganizations'>;

/** The provider that makes a request: of one connection, and with it of one organization. */
export interface ScimClient {
  tokenId: string;
  connection: StoredIdentityProvider;
  connectionId: string;
  organizationId: number;
  /** As people know the connection. */
  name: string;
  baseUrl: string;
}

/** What a request says beside its body. */
export interface ScimRequest extends ScimAttributes {
  ifMatch?: string | undefined;
}

export function scimUrl({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/scim/v2`;
}

// "Last contact" is shown to people: a minute is exact enough, and saves a write a call.
const USE_SECONDS = 60;

/** @throws Refusal `AUTHENTICATION_REQUIRED` where the token is unknown or has ended */
export async function authenticateProvider(
  deps: ProvisioningDeps,
  { authorization, ip }: { authorization: string | undefined; ip: string },
): Promise<ScimClient> {
  const now = deps.clock.now();
  const [, secret] = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  const token =
    secret === undefined ? null : await findScimToken(deps.database, { hash: sha256(secret), now });
  const connection = token && (await findConnectionRow(deps.database, token.connection_id));
  if (!token || !connection?.for_members || connection.organization_id === null) {
    await countHit(deps, 'connectionVisit', addressKey(ip));
    const remedy = 'make one under Organization → Sign-in, and enter it at the provider.';
    throw new Refusal('AUTHENTICATION_REQUIRED', `The token is unknown or has ended; ${remedy}`);
  }
  await countHit(deps, 'provisioning', connection.id);
  if (token.last_used_at === null || now >= addSeconds(token.last_used_at, USE_SECONDS))
    await updateScimToken(deps.database, token.id, { last_used_at: now });
  return {
    tokenId: token.id,
    connection,
    connectionId: connection.id,
    organizationId: connection.organization_id,
    name: nameOf(connection).name,
    baseUrl: scimUrl(deps.config),
  };
}

/** What the page of the connection says of the newest request that was refused. */
export async function noteScimError(deps: ProvisioningDeps, tokenId: string, message: string): Promise<void> {
  const change = { last_error_at: deps.clock.now(), last_error: message.slice(0, 500) };
  await updateScimToken(deps.database, tokenId, change);
}

/** RFC 7644 §3.14, and a condition of RFC 9110 §13.1.1. */
export function etagOf({ version }: { version: number }): string {
  return `W/"${version}"`;
}

export function requireVersion(row: { version: number }, { ifMatch }: ScimRequest): void {
  const wanted = ifMatch?.split(',').map((each) => each.trim());
  if (!wanted || wanted.includes('*') || wanted.includes(etagOf(row))) return;
  throw new ScimProblem(412, null, 'The resource has changed meanwhile; read it again.');
}

/** As RFC 7643 §3.1 has it. */
export function metaOf(
  { baseUrl }: ScimClient,
  type: 'User' | 'Group',
  row: { id: string; version: number; created_at: Date; changed_at: Date },
) {
  return {
    resourceType: type,
    created: row.created_at.toISOString(),
    lastModified: row.changed_at.toISOString(),
    location: `${baseUrl}/${type}s/${row.id}`,
    version: etagOf(row),
  };
}
