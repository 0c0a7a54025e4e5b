import { hasControls, invalid, Refusal, type Violations } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { checkUrl, policyForUsers } from '../platform/outside/http-client.ts';
import { updateOrganization } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import {
  deleteIdentityProviderRow,
  findIdentityProviderRow,
  replaceIdentityProvider,
  type StoredIdentityProvider,
} from './identity-provider-store.ts';
import type { IdentityProvider } from './openid-client.ts';
import { tryIdentityProvider } from './try-identity-provider.ts';

type ManageDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

export interface IdentityProviderForm {
  issuer: string;
  clientId: string;
  /** Absent: as it is. */
  clientSecret?: string | undefined;
}

/** The one of an organization; null where none is set up. */
export async function findIdentityProvider(deps: Pick<Deps, 'vault'>, reads: Reads, organizationId: number) {
  const row = await findIdentityProviderRow(reads, organizationId);
  return row && openIdentityProvider(deps, row);
}

function openIdentityProvider(
  { vault }: Pick<Deps, 'vault'>,
  { issuer, client_id: clientId, sealed_secret: secret, organization_id: id }: StoredIdentityProvider,
): IdentityProvider {
  return { issuer, clientId, clientSecret: vault.decrypt(secret, secretBoundTo(id)) };
}

function secretBoundTo(organizationId: number): string {
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
  { organizationId, form }: OrganizationChoice & { form: IdentityProviderForm },
): Promise<StoredIdentityProvider> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  const before = await findIdentityProviderRow(deps.database, id);
  const issuer = form.issuer.trim();
  const clientId = form.clientId.trim();
  const violations = validate(deps, { ...form, issuer, clientId });
  const isSameClient = before?.issuer === issuer && before.client_id === clientId;
  // Else the secret would reach another server than the one that it belongs to.
  const retained = isSameClient ? before.sealed_secret : null;
  if (form.clientSecret === undefined && retained === null) {
    violations.clientSecret = before
      ? 'Another issuer or client needs its secret anew.'
      : 'Must not be empty.';
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const { clientSecret } = form;
  const sealed = clientSecret === undefined ? retained : deps.vault.encrypt(clientSecret, secretBoundTo(id));
  return deps.database.transaction().execute(async (tx) => {
    await updateOrganization(tx, id, { has_identity_provider: true });
    const changed = {
      issuer,
      client_id: clientId,
      sealed_secret: sealed ?? '',
      changed_at: deps.clock.now(),
    };
    return replaceIdentityProvider(tx, { organization_id: id, ...changed });
  });
}

/** People cannot show who they are with it any more. */
export async function deleteIdentityProvider(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<void> {
  const { organizationId: id } = await requireAdministrator(database, caller, organizationId);
  const isGone = await database.transaction().execute(async (tx) => {
    await updateOrganization(tx, id, { has_identity_provider: false });
    return deleteIdentityProviderRow(tx, id);
  });
  if (!isGone) throw notSetUp();
}

/** What the provider says about itself. */
export async function tryOwnIdentityProvider(deps: ManageDeps, caller: Caller, about: OrganizationChoice) {
  const row = await readIdentityProvider(deps, caller, about);
  if (!row) throw notSetUp();
  return tryIdentityProvider(deps, openIdentityProvider(deps, row));
}

function validate({ config }: ManageDeps, form: IdentityProviderForm): Violations {
  const violations: Violations = {};
  for (const name of ['clientId', 'clientSecret'] as const) {
    const text = form[name];
    if (text === undefined) continue;
    if (text.trim() === '') violations[name] = 'Must not be empty.';
    else if (hasControls(text)) violations[name] = 'Must not contain control characters.';
  }
  const problem = checkUrl(form.issuer, policyForUsers(config));
  if (form.issuer === '') violations.issuer = 'Must not be empty.';
  else if (problem !== null) violations.issuer = problem;
  // OpenID Connect Discovery 1.0, issuer; the address of the document itself is a common mistake.
  else if (/[?#]|\/\.well-known\//.test(form.issuer))
    violations.issuer =
      'Give the issuer alone, without /.well-known/openid-configuration and without a query.';
  return violations;
}

function notSetUp(): Refusal {
  return new Refusal('NOT_FOUND', 'The organization has not set up an identity provider.');
}
