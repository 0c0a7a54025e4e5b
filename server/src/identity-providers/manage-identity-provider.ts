import { invalid, type OrganizationEvent, Refusal, type Violations } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { newKey } from '../platform/ids.ts';
import { lockOrganization, updateOrganization } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { type ClientForm, checkClient } from './connection-form.ts';
import {
  deleteConnectionRow,
  findIdentityProviderRow,
  insertConnection,
  type StoredIdentityProvider,
  updateConnection,
} from './identity-provider-store.ts';
import { hostOf, type IdentityProvider } from './openid-client.ts';
import { deleteIdentitiesOf } from './sign-in-store.ts';
import { tryIdentityProvider } from './try-identity-provider.ts';

export type ManageDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/** The one of an organization for its signers; null where none is set up. */
export async function findIdentityProvider(
  deps: Pick<Deps, 'config' | 'vault'>,
  reads: Reads,
  organizationId: number,
) {
  const row = await findIdentityProviderRow(reads, organizationId);
  return row && openIdentityProvider(deps, row);
}

export function openIdentityProvider(
  { config, vault }: Pick<Deps, 'config' | 'vault'>,
  { issuer, client_id: clientId, sealed_secret: secret, organization_id: id }: StoredIdentityProvider,
): IdentityProvider {
  if (id !== null) return { issuer, clientId, clientSecret: vault.decrypt(secret, secretBoundTo(id)) };
  return { issuer, clientId, clientSecret: config.oidc?.clientSecret ?? '', isOperators: true };
}

export function secretBoundTo(organizationId: number): string {
  return `identity-provider:${organizationId}`;
}

/** The identity provider of an organization, for who runs it; null where none is set up. */
export async function readIdentityProvider(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<StoredIdentityProvider | null> {
  const access = await requireAdministrator(database, caller, organizationId);
  return findIdentityProviderRow(database, access.organizationId);
}

export async function saveIdentityProvider(
  deps: ManageDeps,
  caller: Caller,
  { organizationId, form }: OrganizationChoice & { form: ClientForm },
): Promise<StoredIdentityProvider> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  const trimmed = { ...form, issuer: form.issuer.trim(), clientId: form.clientId.trim() };
  const violations = checkClient(deps.config, trimmed);
  return deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, id);
    const before = await findIdentityProviderRow(tx, id);
    const client = readClient(deps, { form: trimmed, before, organizationId: id }, violations);
    await updateOrganization(tx, id, { has_identity_provider: true });
    const act = { organizationId: id, actorId: caller.userId, now: deps.clock.now() };
    if (before) {
      const after = await changeClient(tx, before, client);
      await recordConnection(tx, { ...act, name: 'connection.changed', before, after });
      return after;
    }
    const { now } = act;
    const row = { id: newKey(deps.ids), kind: 'oidc' as const, organization_id: id, created_at: now };
    const after = await insertConnection(tx, { ...row, ...client, name: hostOf(client), for_signers: true });
    await recordConnection(tx, { ...act, name: 'connection.made', before, after });
    return after;
  });
}

/** What was done with a connection, without its secret. */
export async function recordConnection(
  tx: Tx,
  act: {
    organizationId: number;
    actorId: number;
    name: OrganizationEvent;
    before: StoredIdentityProvider | null;
    after: StoredIdentityProvider | null;
    more?: Readonly<Record<string, string>>;
    now: Date;
  },
): Promise<void> {
  const { before, after, more = {}, ...rest } = act;
  const connection = after ?? before;
  await recordOrganizationEvent(tx, {
    ...rest,
    detail: { connection: connection?.name ?? connection?.issuer ?? '', ...more },
    ...{ before: recorded(before), after: recorded(after) },
  });
}

function recorded(row: StoredIdentityProvider | null) {
  if (row === null) return null;
  const { name, kind, issuer, client_id: clientId, mapping } = row;
  const { for_signers: isForSigners, for_members: isForMembers, is_enforced: isEnforced } = row;
  return { name, kind, issuer, clientId, isForSigners, isForMembers, isEnforced, mapping };
}

/** @throws Refusal `VALIDATION_ERROR` with all that is wrong, what was found before too */
export function readClient(
  deps: Pick<Deps, 'clock' | 'vault'>,
  of: { form: ClientForm; before: StoredIdentityProvider | null; organizationId: number },
  violations: Violations,
) {
  const { form, before } = of;
  const { issuer, clientId, clientSecret } = form;
  const isSameClient = before?.issuer === issuer && before.client_id === clientId;
  // Else the secret would reach another server than the one that it belongs to.
  const retained = isSameClient ? before.sealed_secret : null;
  if (clientSecret === undefined && retained === null)
    violations.clientSecret = before
      ? 'Another issuer or client needs its secret anew.'
      : 'Must not be empty.';
  if (before?.is_enforced && before.issuer !== issuer)
    violations.issuer = 'Members sign in by this connection alone; end that first.';
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const bound = secretBoundTo(of.organizationId);
  const sealed = clientSecret === undefined ? retained : deps.vault.encrypt(clientSecret, bound);
  return { issuer, client_id: clientId, sealed_secret: sealed ?? '', changed_at: deps.clock.now() };
}

/** At another issuer the same subjects are other people, and nobody has signed in there yet. */
export async function changeClient(
  tx: Tx,
  before: StoredIdentityProvider,
  client: ReturnType<typeof readClient> & Partial<Parameters<typeof updateConnection>[2]>,
): Promise<StoredIdentityProvider> {
  const isOther = before.issuer !== client.issuer;
  if (isOther) await deleteIdentitiesOf(tx, { connectionId: before.id });
  const isRenamed = client.name === undefined && before.name === hostOf(before);
  const named = isRenamed ? { name: hostOf(client) } : {};
  return updateConnection(tx, before.id, { ...client, ...named, ...(isOther ? { worked_at: null } : {}) });
}

/** People cannot show who they are with it any more; members who sign in by it still do. */
export async function deleteIdentityProvider(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<void> {
  const { organizationId: id } = await requireAdministrator(database, caller, organizationId);
  await database.transaction().execute(async (tx) => {
    await lockOrganization(tx, id);
    const row = await findIdentityProviderRow(tx, id);
    if (!row) throw notSetUp();
    await updateOrganization(tx, id, { has_identity_provider: false });
    const act = { organizationId: id, actorId: caller.userId, now: clock.now(), before: row };
    if (row.for_members) {
      const after = await updateConnection(tx, row.id, { for_signers: false });
      await recordConnection(tx, { ...act, name: 'connection.changed', after });
    } else {
      await deleteConnectionRow(tx, row.id);
      await recordConnection(tx, { ...act, name: 'connection.removed', after: null });
    }
  });
}

/** What the provider says about itself. */
export async function tryOwnIdentityProvider(deps: ManageDeps, caller: Caller, about: OrganizationChoice) {
  const row = await readIdentityProvider(deps, caller, about);
  if (!row) throw notSetUp();
  return tryIdentityProvider(deps, openIdentityProvider(deps, row));
}

function notSetUp(): Refusal {
  return new Refusal('NOT_FOUND', 'The organization has not set up an identity provider.');
}
