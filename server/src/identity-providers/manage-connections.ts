import { invalid, Refusal, type Violations } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { newKey } from '../platform/ids.ts';
import { proveDomain } from '../platform/outside/dns-texts.ts';
import { findPasswordAdministrator, lockOrganization, updateOrganization } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { type ConnectionForm, type ConnectionInput, readConnectionForm } from './connection-form.ts';
import {
  deleteConnectionRow,
  deleteDomains,
  findConnectionRow,
  findIdentityProviderRow,
  insertConnection,
  insertDomains,
  listConnectionRows,
  listDomains,
  markDomainProven,
  type StoredDomain,
  type StoredIdentityProvider,
} from './identity-provider-store.ts';
import {
  changeClient,
  type ManageDeps,
  openIdentityProvider,
  readClient,
  recordConnection,
} from './manage-identity-provider.ts';
import { readSamlClient, readSamlForm } from './saml-form.ts';
import { makeOwnKey } from './saml-provider.ts';
import {
  findSamlProvider,
  insertSamlProvider,
  listSamlProviders,
  type StoredSamlProvider,
  updateSamlProvider,
} from './saml-store.ts';
import { tryIdentityProvider } from './try-identity-provider.ts';
import { trySamlProvider } from './try-saml-provider.ts';

const CONNECTIONS_MAX = 20;

export interface ConnectionRecord {
  connection: StoredIdentityProvider;
  /** What a connection of that kind has besides. */
  saml: StoredSamlProvider | null;
  domains: StoredDomain[];
  /** The administrator whose password, with a second factor, still opens the account. */
  keeper: { email: string; hasFactor: boolean } | null;
}

interface ConnectionAddress extends OrganizationChoice {
  connectionId: string;
}

export async function listConnections(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<ConnectionRecord[]> {
  const access = await requireAdministrator(database, caller, organizationId);
  return readRecords(database, await listConnectionRows(database, access.organizationId));
}

export async function createConnection(
  deps: ManageDeps,
  caller: Caller,
  { organizationId, form: input }: OrganizationChoice & { form: ConnectionInput },
): Promise<ConnectionRecord> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  const of = { config: deps.config, reads: deps.database, organizationId: id };
  const { form, violations } = await readConnectionForm(of, input);
  if (form.isEnforced) violations.isEnforced = NOT_YET;
  const connectionId = newKey(deps.ids);
  // Slow: before the transaction.
  const saml =
    form.kind === 'saml'
      ? await readSamlForm(deps, { form: form.saml ?? {}, before: null }, violations)
      : null;
  const isRight = Object.keys(violations).length === 0;
  const ownKey = saml && isRight ? await makeOwnKey(deps, connectionId) : null;
  return deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, id);
    if ((await listConnectionRows(tx, id)).length >= CONNECTIONS_MAX)
      violations.name ??= `An organization has at most ${CONNECTIONS_MAX} connections; remove one first.`;
    await checkSigners(tx, { organizationId: id, connectionId: null, form }, violations);
    const client = saml
      ? readSamlClient(deps, { ...saml, connectionId, before: null }, violations)
      : readClient(deps, { form, before: null, organizationId: id }, violations);
    const { kind } = form;
    const row = { id: connectionId, kind, organization_id: id, created_at: deps.clock.now() };
    const connection = await insertConnection(tx, { ...row, ...client, ...columnsOf(form) });
    if (saml && ownKey)
      await insertSamlProvider(tx, { connection_id: connectionId, ...saml.columns, ...ownKey });
    await saveBeside(tx, deps, { connection, form });
    await recordConnection(tx, {
      ...actOf(deps, caller, id),
      name: 'connection.made',
      before: null,
      after: connection,
    });
    return getRecord(tx, connection);
  });
}

export async function changeConnection(
  deps: ManageDeps,
  caller: Caller,
  { connectionId, organizationId, form: input }: ConnectionAddress & { form: ConnectionInput },
): Promise<ConnectionRecord> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  const of = { config: deps.config, reads: deps.database, organizationId: id };
  const { kind } = await getConnection(deps.database, { organizationId: id, connectionId });
  const { form, violations } = await readConnectionForm(of, { kind: kindOf(kind), ...input });
  if (form.kind !== kind) violations.kind = 'A connection keeps its kind; add another one.';
  const saml = await readSamlOf(deps, { connectionId, form }, violations);
  return deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, id);
    const before = await getConnection(tx, { organizationId: id, connectionId });
    await checkSigners(tx, { organizationId: id, connectionId, form }, violations);
    const client = saml
      ? readSamlClient(deps, { ...saml, connectionId, before }, violations)
      : readClient(deps, { form, before, organizationId: id }, violations);
    const connection = await changeClient(tx, before, { ...client, ...columnsOf(form) });
    if (saml?.columns) await updateSamlProvider(tx, connectionId, saml.columns);
    await saveBeside(tx, deps, { connection, form });
    if (form.isEnforced && !before.is_enforced) await requireEnforceable(tx, connection);
    // Whom a provider has sent gets roles by what it sent, not at the next sign-in.
    await enqueue(tx, { name: 'follow-groups', id, key: `follow-groups ${id}` });
    const name =
      form.isEnforced === before.is_enforced
        ? 'connection.changed'
        : form.isEnforced
          ? 'connection.enforced'
          : 'connection.released';
    await recordConnection(tx, { ...actOf(deps, caller, id), name, before, after: connection });
    return getRecord(tx, connection);
  });
}

/** What the form says of a SAML provider that is there, its metadata read; null for one of another kind. */
async function readSamlOf(
  deps: ManageDeps,
  { connectionId, form }: { connectionId: string; form: ConnectionForm },
  violations: Violations,
) {
  const before = await findConnectionRow(deps.database, connectionId);
  const stored = await findSamlProvider(deps.database, connectionId);
  if (!before || !stored || form.kind !== 'saml') return null;
  const { issuer } = before;
  if (form.saml === undefined) return { issuer, columns: null };
  return readSamlForm(deps, { form: form.saml, before: { issuer, saml: stored } }, violations);
}

function kindOf(text: string): ConnectionForm['kind'] {
  return text === 'saml' ? 'saml' : 'oidc';
}

function columnsOf(form: ConnectionForm) {
  return {
    name: form.name,
    for_signers: form.isForSigners,
    for_members: form.isForMembers,
    is_enforced: form.isEnforced && form.isForMembers,
    ends_session: form.endsSession,
    mapping: JSON.stringify(form.mapping),
  };
}

/** Its domains, and what other tables know of it. */
async function saveBeside(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  { connection, form }: { connection: StoredIdentityProvider; form: ConnectionForm },
): Promise<void> {
  const before = (await listDomains(tx, [connection.id])).map(({ domain }) => domain);
  const gone = before.filter((domain) => !form.domains.includes(domain));
  await deleteDomains(tx, connection.id, gone);
  const added = form.domains.filter((domain) => !before.includes(domain));
  await insertDomains(
    tx,
    added.map((domain) => ({ connection_id: connection.id, domain, token: newKey(deps.ids) })),
  );
  await noteUses(tx, connection.organization_id ?? 0);
}

/** Signers have one provider an organization, which its unique index holds; other rooms read that it is there. */
async function noteUses(tx: Tx, organizationId: number): Promise<void> {
  const rows = await listConnectionRows(tx, organizationId);
  await updateOrganization(tx, organizationId, {
    has_identity_provider: rows.some((row) => row.for_signers),
    requires_connection: rows.some((row) => row.is_enforced),
  });
}

const NOT_YET = 'Sign in by it once, so that it is known to work; then require it.';

/** @throws Refusal `VALIDATION_ERROR` where the members would be locked out, or an administrator */
async function requireEnforceable(tx: Tx, connection: StoredIdentityProvider): Promise<void> {
  const domains = await listDomains(tx, [connection.id]);
  const keeper = await findPasswordAdministrator(tx, connection.organization_id ?? 0);
  const problem = !connection.for_members
    ? 'It is not for members.'
    : connection.worked_at === null
      ? NOT_YET
      : domains.every((domain) => domain.proven_at === null)
        ? 'Show first that one of its domains is yours: it holds for addresses of proven domains.'
        : keeper === null
          ? 'One administrator needs a password, to sign in when the provider is down; none has one.'
          : !keeper.hasFactor
            ? `${keeper.email} keeps the password, for when the provider is down, and has no second factor yet. They set one up under Account → Security; then require it.`
            : null;
  if (problem !== null) throw invalid({ isEnforced: problem });
}

/** Its members sign in by passwords again, as far as they have one. */
export async function removeConnection(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { connectionId, organizationId }: ConnectionAddress,
): Promise<void> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, id);
    const connection = await getConnection(tx, { organizationId: id, connectionId });
    await deleteConnectionRow(tx, connectionId);
    await noteUses(tx, id);
    const act = actOf(deps, caller, id);
    await recordConnection(tx, { ...act, name: 'connection.removed', before: connection, after: null });
  });
}

export async function tryConnection(deps: ManageDeps, caller: Caller, about: ConnectionAddress) {
  const access = await requireAdministrator(deps.database, caller, about.organizationId);
  const of = { organizationId: access.organizationId, connectionId: about.connectionId };
  const connection = await getConnection(deps.database, of);
  if (connection.kind === 'saml') return trySamlProvider(deps, connection);
  return tryIdentityProvider(deps, openIdentityProvider(deps, connection));
}

/** Asks the DNS whether the organization holds a domain. */
export async function checkDomain(
  deps: ManageDeps,
  caller: Caller,
  { connectionId, organizationId, domain }: ConnectionAddress & { domain: string },
): Promise<ConnectionRecord> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  const connection = await getConnection(deps.database, { organizationId: id, connectionId });
  const stored = (await listDomains(deps.database, [connectionId])).find((each) => each.domain === domain);
  if (!stored) throw new Refusal('NOT_FOUND', 'The connection has no such domain.');
  await proveDomain({ domain, token: stored.token, field: 'domain' }, deps.config.dnsServers);
  return deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, id);
    if (!(await markDomainProven(tx, { connectionId, domain, now: deps.clock.now() })))
      throw invalid({
        domain: 'Another connection has shown that it holds this domain; remove it there first.',
      });
    const act = { ...actOf(deps, caller, id), name: 'connection.domain_proven' } as const;
    await recordConnection(tx, { ...act, before: connection, after: connection, more: { domain } });
    return getRecord(tx, connection);
  });
}

async function getConnection(reads: Reads, of: { organizationId: number; connectionId: string }) {
  const connection = await findConnectionRow(reads, of.connectionId);
  if (connection?.organization_id === of.organizationId) return connection;
  throw new Refusal('NOT_FOUND', 'There is no such connection of this organization.');
}

async function getRecord(
  reads: Reads,
  { id }: Pick<StoredIdentityProvider, 'id'>,
): Promise<ConnectionRecord> {
  const row = await findConnectionRow(reads, id);
  const [found] = row ? await readRecords(reads, [row]) : [];
  if (!found) throw new Refusal('NOT_FOUND', 'There is no such connection of this organization.');
  return found;
}

async function readRecords(
  reads: Reads,
  rows: readonly StoredIdentityProvider[],
): Promise<ConnectionRecord[]> {
  const organizationId = rows[0]?.organization_id ?? null;
  const keeper = organizationId === null ? null : await findPasswordAdministrator(reads, organizationId);
  const ids = rows.map(({ id }) => id);
  const domains = await listDomains(reads, ids);
  const saml = await listSamlProviders(reads, ids);
  return rows.map((connection) => ({
    connection,
    saml: saml.find((each) => each.connection_id === connection.id) ?? null,
    domains: domains.filter((domain) => domain.connection_id === connection.id),
    keeper,
  }));
}

function actOf({ clock }: Pick<Deps, 'clock'>, { userId: actorId }: Caller, organizationId: number) {
  return { organizationId, actorId, now: clock.now() };
}

/** Signers have one provider; the form of a second one names the first. */
async function checkSigners(
  reads: Reads,
  of: { organizationId: number; connectionId: string | null; form: ConnectionForm },
  violations: Violations,
): Promise<void> {
  if (!of.form.isForSigners) return;
  const present = await findIdentityProviderRow(reads, of.organizationId);
  if (present === null || present.id === of.connectionId) return;
  violations.isForSigners = `Signers show who signs at ${present.name ?? present.issuer}; take it from there first.`;
}
