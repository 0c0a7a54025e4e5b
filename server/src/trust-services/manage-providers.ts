import { Fault, hasControls, invalid, LIMITS, Refusal, type Violations } from '@paraph/domain';
import {
  type CscClientAuthentication,
  type CscServiceInfo,
  cscVersionOf,
  RemoteSigningError,
} from '@paraph/pades';
import type { Tx } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import { findingOf, type TrialFinding } from '../identity-providers/try-identity-provider.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { checkUrl, policyForUsers } from '../platform/outside/http-client.ts';
import { updateOrganization } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import {
  checkAnchors,
  openProvider,
  secretBoundTo,
  type TrustDeps,
  type TrustProvider,
} from './find-providers.ts';
import { askProviderInfo, openProviderOauth } from './provider-client.ts';
import { findSealCredential } from './seal-credential-store.ts';
import {
  deleteProviderRow,
  insertProvider,
  listProvidersOf,
  type StoredProvider,
  updateProviderRow,
} from './trust-provider-store.ts';

interface ProviderAddress extends OrganizationChoice {
  providerId: number;
}

export interface ProviderChange {
  name?: string | undefined;
  baseUrl?: string | undefined;
  /** Null: as the provider says. */
  oauthUrl?: string | null | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** Null: as the metadata of its OAuth server say, else in the body. */
  clientAuthentication?: CscClientAuthentication | null | undefined;
  /** Null: the provider asks for no account. */
  account?: string | null | undefined;
  anchors?: string | undefined;
  enabled?: boolean | undefined;
}

type NewProvider = ProviderChange &
  Readonly<Record<'anchors' | 'baseUrl' | 'clientId' | 'clientSecret' | 'name', string>>;

export async function listProviders(deps: TrustDeps, caller: Caller, organizationId?: number) {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  return listProvidersOf(deps.database, access.organizationId);
}

export async function createProvider(
  deps: TrustDeps,
  caller: Caller,
  { organizationId, provider }: OrganizationChoice & { provider: NewProvider },
): Promise<StoredProvider> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  const violations = validate(deps, provider);
  const others = await listProvidersOf(deps.database, id);
  if (others.length >= LIMITS.trustProvidersMax)
    violations.name = `An organization has at most ${LIMITS.trustProvidersMax} providers; delete one first.`;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return changeProviders(deps, { caller, id, name: 'trust.provider_made', before: null }, (tx) =>
    insertProvider(tx, {
      organization_id: id,
      name: provider.name.trim(),
      base_url: trimUrl(provider.baseUrl),
      oauth_url: provider.oauthUrl ? trimUrl(provider.oauthUrl) : null,
      client_id: provider.clientId.trim(),
      sealed_secret: deps.vault.encrypt(provider.clientSecret, secretBoundTo(id)),
      client_authentication: provider.clientAuthentication ?? null,
      account_id: provider.account?.trim() || null,
      anchors: provider.anchors.trim(),
      enabled: provider.enabled ?? true,
      created_at: deps.clock.now(),
    }),
  );
}

/** Changes a provider; absent properties stay. */
export async function updateProvider(
  deps: TrustDeps,
  caller: Caller,
  { change, ...address }: ProviderAddress & { change: ProviderChange },
): Promise<StoredProvider> {
  const before = await getProvider(deps, caller, address);
  const violations = validate(deps, change);
  if (leadsElsewhere(before, change) && change.clientSecret === undefined)
    violations.clientSecret = 'Another address needs the client secret anew.';
  // Its PIN was entered for the address of before.
  if (leadsElsewhere(before, change) && (await isUsedForSeals(deps, before)))
    violations.baseUrl = USED_FOR_SEALS;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const { name, baseUrl, oauthUrl, clientId, clientSecret, anchors, enabled } = change;
  const { account, clientAuthentication } = change;
  const named = { organizationId: before.organization_id, id: before.id };
  const act = { caller, id: named.organizationId, name: 'trust.provider_changed', before } as const;
  const stored = await changeProviders(deps, act, (tx) =>
    updateProviderRow(tx, named, {
      name: name?.trim() ?? before.name,
      base_url: baseUrl === undefined ? before.base_url : trimUrl(baseUrl),
      oauth_url: oauthUrl === undefined ? before.oauth_url : oauthUrl ? trimUrl(oauthUrl) : null,
      client_id: clientId?.trim() ?? before.client_id,
      sealed_secret:
        clientSecret === undefined
          ? before.sealed_secret
          : deps.vault.encrypt(clientSecret, secretBoundTo(before.organization_id)),
      client_authentication:
        clientAuthentication === undefined ? before.client_authentication : clientAuthentication,
      account_id: account === undefined ? before.account_id : account?.trim() || null,
      anchors: anchors?.trim() ?? before.anchors,
      enabled: enabled ?? before.enabled,
    }),
  );
  if (!stored) throw unknownProvider();
  return stored;
}

/** Whether the secret of the client would be sent to another server than the one it was entered for. */
function leadsElsewhere(before: StoredProvider, { baseUrl, oauthUrl }: ProviderChange): boolean {
  const isMoved = baseUrl !== undefined && trimUrl(baseUrl) !== before.base_url;
  return isMoved || (oauthUrl !== undefined && (oauthUrl ? trimUrl(oauthUrl) : null) !== before.oauth_url);
}

/** People cannot sign with it any more. */
export async function deleteProvider(deps: TrustDeps, caller: Caller, address: ProviderAddress) {
  const provider = await getProvider(deps, caller, address);
  if (await isUsedForSeals(deps, provider)) throw invalid({ providerId: USED_FOR_SEALS });
  const { organization_id: organizationId, id } = provider;
  const act = { caller, id: organizationId, name: 'trust.provider_removed', before: provider } as const;
  await changeProviders(deps, act, async (tx) => {
    if (!(await deleteProviderRow(tx, { organizationId, id }))) throw unknownProvider();
    return null;
  });
}

async function isUsedForSeals({ database }: Pick<TrustDeps, 'database'>, provider: StoredProvider) {
  const used = await findSealCredential(database, provider.organization_id);
  return used?.provider_id === provider.id;
}

const USED_FOR_SEALS =
  'The organization seals with a certificate at this provider; choose another one, or that of this instance, first.';

/** A change, and whether the organization has a provider to sign with since, which decides on the levels it offers. */
async function changeProviders<T extends StoredProvider | null>(
  { clock, database }: TrustDeps,
  act: { caller: Caller; id: number; name: ProviderAct; before: StoredProvider | null },
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { caller, id: organizationId, name, before } = act;
  return database.transaction().execute(async (tx) => {
    const changed = await change(tx);
    const left = await listProvidersOf(tx, organizationId);
    await updateOrganization(tx, organizationId, { has_trust_provider: left.some(({ enabled }) => enabled) });
    const provider = changed ?? before;
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, name, now: clock.now() },
      detail: { providerId: provider?.id ?? 0, provider: provider?.name ?? '' },
      ...{ before: recordedProvider(before), after: recordedProvider(changed) },
    });
    return changed;
  });
}

type ProviderAct = 'trust.provider_changed' | 'trust.provider_made' | 'trust.provider_removed';

function recordedProvider(row: StoredProvider | null) {
  if (row === null) return null;
  const { name, base_url: baseUrl, oauth_url: oauthUrl, client_id: clientId, enabled } = row;
  return { name, baseUrl, oauthUrl, clientId, account: row.account_id, anchors: row.anchors, enabled };
}

export async function tryOwnProvider(deps: TrustDeps, caller: Caller, address: ProviderAddress) {
  return tryProvider(deps, openProvider(deps, await getProvider(deps, caller, address)));
}

async function getProvider(deps: TrustDeps, caller: Caller, { organizationId, providerId }: ProviderAddress) {
  const providers = await listProviders(deps, caller, organizationId);
  const provider = providers.find(({ id }) => id === providerId);
  if (!provider) throw unknownProvider();
  return provider;
}

function validate({ config }: TrustDeps, change: ProviderChange): Violations {
  const violations: Violations = {};
  const { name, clientId, clientSecret, account } = change;
  for (const [key, text] of Object.entries({ name, clientId, clientSecret })) {
    if (text !== undefined && text.trim() === '') violations[key] = 'Must not be empty.';
  }
  for (const [key, text] of Object.entries({ name, clientId, clientSecret, account }))
    if (text && hasControls(text)) violations[key] = 'Must not contain control characters.';
  const policy = policyForUsers(config);
  for (const name of ['baseUrl', 'oauthUrl'] as const) {
    const problem = change[name] ? checkUrl(trimUrl(change[name]), policy) : null;
    if (problem !== null) violations[name] = problem;
  }
  if (change.baseUrl === '') violations.baseUrl = 'Must not be empty.';
  const problem = change.anchors === undefined ? null : checkAnchors(change.anchors);
  if (problem !== null) violations.anchors = problem;
  return violations;
}

function trimUrl(url: string): string {
  return url.trim().replace(/\/+$/, '');
}

function unknownProvider(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such provider of this organization.');
}

const METHODS = ['credentials/list', 'credentials/info', 'signatures/signHash'] as const;

/** Calls `info` of a provider; a sentence for everything that matters, as of a provider that cannot be reached. */
export async function tryProvider(deps: TrustDeps, provider: TrustProvider): Promise<TrialFinding[]> {
  const findings: TrialFinding[] = [];
  try {
    const info = await askProviderInfo(deps, provider);
    findings.push(...describe(provider, info));
    findings.push(await tryOauth(deps, provider, info));
  } catch (error) {
    if (!(error instanceof Fault || error instanceof RemoteSigningError)) throw error;
    findings.push({ ok: false, text: error.message });
  }
  return findings;
}

/** Where its OAuth server is, or why it cannot be used. */
async function tryOauth(deps: TrustDeps, provider: TrustProvider, info: CscServiceInfo) {
  const { oauthUrl } = provider;
  const pages = oauthUrl ?? info.oauthIssuer ?? info.oauthUrl;
  if (oauthUrl === null && info.oauthIssuer !== undefined) await openProviderOauth(deps, provider, info);
  return findingOf(pages !== null, [
    `Its OAuth server is ${pages}.`,
    'It does not say where its OAuth server is: set that address here.',
  ]);
}

function describe({ baseUrl }: TrustProvider, info: CscServiceInfo): TrialFinding[] {
  const { name, specification, region, methods, authorizationTypes } = info;
  const where = region === null ? '' : `, region ${region}`;
  const missing = METHODS.filter((method) => !methods.includes(method));
  const spoken = cscVersionOf(specification);
  const addressed = /\/v([12])\b/.exec(baseUrl)?.[1] ?? null;
  const isFit = spoken !== null && (addressed === null || addressed === String(spoken));
  return [
    { ok: true, text: `It answers as “${name}”${where}.` },
    findingOf(isFit, [
      `It speaks version ${specification} of the CSC API.`,
      `It speaks version ${specification} of the CSC API; version ${addressed ?? '1 or 2'} is needed.`,
    ]),
    findingOf(missing.length === 0, [
      'It offers every method that signing needs.',
      `It does not offer ${missing.join(', ')}.`,
    ]),
    findingOf(authorizationTypes.includes('oauth2code'), [
      'People sign in on its own pages (OAuth 2).',
      'It does not let people sign in on its own pages (OAuth 2, oauth2code).',
    ]),
  ];
}
