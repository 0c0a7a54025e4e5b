import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { newKey } from '../platform/ids.ts';
import { findPasswordAdministrator } from '../workspaces/api.ts';
import { storedDomainOf } from './connection-form.ts';
import {
  findConnectionOfDomain,
  findConnectionRow,
  hasProvenDomain,
  type StoredIdentityProvider,
  upsertInstanceConnection,
} from './identity-provider-store.ts';

export interface NamedConnection {
  id: string;
  name: string;
}

/** What the sign-in page offers to all: connections by their names, and whether the address comes first. */
export async function readSignInChoices(deps: Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>) {
  const own = await findInstanceConnection(deps);
  return { connections: own ? [nameOf(own)] : [], byAddress: await hasProvenDomain(deps.database) };
}

/** Its domain decides how an address signs in, whether or not it has an account. */
export async function findConnectionOfAddress(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  { email, ip }: { email: string; ip: string },
): Promise<{ connection: NamedConnection | null }> {
  await countHit(deps, 'connectionVisit', addressKey(ip));
  const found = await findOfAddress(deps.database, email);
  return { connection: found && nameOf(found) };
}

/** The connection by which alone an address signs in; null for the administrator who keeps a password. */
export async function findRequiredConnection(
  reads: Reads,
  { email, userId }: { email: string; userId: number | null },
): Promise<{ name: string } | null> {
  const connection = await findOfAddress(reads, email);
  if (!connection?.is_enforced || connection.organization_id === null) return null;
  const keeper = await findPasswordAdministrator(reads, connection.organization_id);
  return userId !== null && keeper?.userId === userId ? null : nameOf(connection);
}

async function findOfAddress(reads: Reads, email: string): Promise<StoredIdentityProvider | null> {
  const domain = storedDomainOf(email);
  return domain === null ? null : findConnectionOfDomain(reads, domain);
}

/** One by which members sign in now. */
export async function findMembersConnection(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>,
  id: string,
): Promise<StoredIdentityProvider | null> {
  const connection = await findConnectionRow(deps.database, id);
  if (!connection?.for_members) return null;
  if (connection.organization_id !== null) return connection;
  // What an operator has taken out of the settings signs nobody in.
  return (await findInstanceConnection(deps))?.id === id ? connection : null;
}

async function findInstanceConnection({
  clock,
  config: { oidc },
  database,
  ids,
}: Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>): Promise<StoredIdentityProvider | null> {
  if (oidc === null) return null;
  const { name, issuer, clientId } = oidc;
  const now = clock.now();
  return upsertInstanceConnection(database, {
    ...{ id: newKey(ids), kind: 'oidc', name, issuer, client_id: clientId, sealed_secret: '' },
    ...{ for_signers: false, for_members: true, created_at: now, changed_at: now },
  });
}

export function nameOf({ id, name, issuer }: StoredIdentityProvider): NamedConnection {
  return { id, name: name ?? new URL(issuer).host };
}
