import { Fault, hasControls, invalid, Refusal } from '@paraph/domain';
import { type CscCredential, type CscService, parseCertificate, RemoteSigningError } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { toSeconds } from '../platform/clock.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { describeSandbox, openProvider, type TrustDeps, type TrustProvider } from './find-providers.ts';
import {
  deleteSealCredentialRow,
  findSealCredential,
  replaceSealCredential,
  type StoredSealCredential,
} from './seal-credential-store.ts';
import { assessSealCredential, openSealService, pinBoundTo } from './seal-key.ts';
import { listProvidersOf } from './trust-provider-store.ts';

type ProviderChoice = number | 'sandbox';

interface NewSealCredential {
  providerId: ProviderChoice;
  credentialId: string;
  pin?: string | undefined;
}

/** With what the organization seals; null: with certificates of this instance. */
export async function readSealCredential(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
) {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  const stored = await findSealCredential(deps.database, access.organizationId);
  return { credential: stored && viewSealCredential(stored) };
}

function viewSealCredential(stored: StoredSealCredential) {
  return {
    providerId: stored.provider_id ?? ('sandbox' as const),
    credentialId: stored.credential_id,
    ...described(stored.chain),
    qualified: stored.is_qualified,
    pin: stored.sealed_pin !== null,
    problem: stored.problem,
    setDate: toSeconds(stored.set_at),
  };
}

function recorded({ provider_id: providerId, credential_id: credentialId, chain }: StoredSealCredential) {
  return { providerId, credentialId, ...described(chain) };
}

function described([own]: readonly Uint8Array[]) {
  if (!own) return { subject: '', issuer: '', startDate: 0, endDate: 0 };
  const { commonName, organization, issuerName, notBefore, notAfter } = parseCertificate(own);
  const subject = [commonName, organization].filter(
    (name, index, all) => name && all.indexOf(name) === index,
  );
  return {
    subject: subject.join(', '),
    issuer: issuerName ?? '',
    startDate: toSeconds(notBefore),
    endDate: toSeconds(notAfter),
  };
}

/** A client has few; more are not asked about one by one. */
const CREDENTIALS_MAX = 20;

/** The certificates that a provider holds for this instance, each with the reason where it cannot seal. */
export async function listSealCredentials(
  deps: TrustDeps,
  caller: Caller,
  { organizationId, providerId }: OrganizationChoice & { providerId: ProviderChoice },
) {
  const { provider } = await openChoice(deps, caller, { organizationId, providerId });
  return asViolation('providerId', async () => {
    const service = await openSealService(deps, provider);
    const ids = await service.credentials();
    const items: Awaited<ReturnType<typeof offer>>[] = [];
    for (const id of ids.slice(0, CREDENTIALS_MAX)) items.push(await offer(deps, provider, { service, id }));
    return { items };
  });
}

async function offer(
  deps: TrustDeps,
  provider: TrustProvider,
  { service, id: credentialId }: { service: CscService; id: string },
) {
  try {
    const credential = await service.credential(credentialId);
    const { problem, isQualified: qualified } = await assessSealCredential(deps, provider, credential);
    const pin = credential.authorizationObjects.length > 0;
    return { credentialId, ...described(credential.certificates), qualified, pin, problem };
  } catch (error) {
    // One that is disabled or revoked is listed with its reason; a provider that fails is not.
    if (!(error instanceof RemoteSigningError) || error.status >= 500) throw error;
    const certificates = error.credential?.certificates ?? [];
    return { credentialId, ...described(certificates), qualified: false, pin: false, problem: error.message };
  }
}

/**
 * Chooses the certificate with which the organization seals from now on. The provider is asked to release its key once,
 * for a hash of nothing, so that a wrong PIN is seen here.
 *
 * @throws Refusal `VALIDATION_ERROR` naming what cannot be used, and why
 */
export async function saveSealCredential(
  deps: TrustDeps & Pick<Deps, 'ids'>,
  caller: Caller,
  { organizationId, choice }: OrganizationChoice & { choice: NewSealCredential },
) {
  const { credentialId, pin = '', providerId } = choice;
  const { id, provider } = await openChoice(deps, caller, { organizationId, providerId });
  if (credentialId.trim() === '') throw invalid({ credentialId: 'Must not be empty.' });
  if (hasControls(pin)) throw invalid({ pin: 'Must not contain control characters.' });
  const service = await asViolation('providerId', () => openSealService(deps, provider));
  const credential = await asViolation('credentialId', () => service.credential(credentialId));
  const { problem, chain, isQualified } = await asViolation('credentialId', () =>
    assessSealCredential(deps, provider, credential),
  );
  if (problem !== null) throw invalid({ credentialId: problem });
  await tryToRelease(deps, { service, credential, pin });
  const stored: StoredSealCredential = {
    organization_id: id,
    provider_id: providerId === 'sandbox' ? null : providerId,
    credential_id: credential.id,
    sealed_pin: pin === '' ? null : deps.vault.encrypt(pin, pinBoundTo(id)),
    chain: chain.map((der) => Buffer.from(der)),
    is_qualified: isQualified,
    expires_at: parseCertificate(chain[0] ?? new Uint8Array()).notAfter,
    warned_at: null,
    set_at: deps.clock.now(),
    problem: null,
    is_blocked: false,
    told_at: null,
  };
  await deps.database.transaction().execute(async (tx) => {
    const before = await findSealCredential(tx, id);
    await replaceSealCredential(tx, stored);
    const act = { organizationId: id, actorId: caller.userId, now: stored.set_at } as const;
    const change = { before: before && recorded(before), after: recorded(stored) };
    await recordOrganizationEvent(tx, { ...act, name: 'trust.seal_certificate_set', ...change });
  });
  return { credential: viewSealCredential(stored) };
}

async function tryToRelease(
  { ids }: Pick<Deps, 'ids'>,
  { service, credential, pin }: { service: CscService; credential: CscCredential; pin: string },
): Promise<void> {
  const [object] = credential.authorizationObjects;
  if (object && pin === '') throw invalid({ pin: 'Its key is released by a PIN; enter it.' });
  if (!object && pin !== '') throw invalid({ pin: 'Its key is released without a PIN; leave it out.' });
  const authData = object ? [{ id: object.id, value: pin }] : [];
  const field = object ? 'pin' : 'credentialId';
  await asViolation(field, () => service.authorize(credential, { inputs: [ids.bytes(32)], authData }));
}

/** The organization seals with certificates of this instance again. */
export async function deleteSealCredential(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<void> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  const isGone = await database.transaction().execute(async (tx) => {
    const before = await findSealCredential(tx, organizationId);
    if (!before || !(await deleteSealCredentialRow(tx, organizationId))) return false;
    const act = { organizationId, actorId: caller.userId, now: clock.now() };
    await recordOrganizationEvent(tx, {
      ...{ ...act, name: 'trust.seal_certificate_removed', before: recorded(before) },
    });
    return true;
  });
  if (!isGone) throw new Refusal('NOT_FOUND', 'No certificate of a provider is set for seals.');
}

async function openChoice(
  deps: TrustDeps,
  caller: Caller,
  { organizationId, providerId }: OrganizationChoice & { providerId: ProviderChoice },
): Promise<{ id: number; provider: TrustProvider }> {
  const { organizationId: id } = await requireAdministrator(deps.database, caller, organizationId);
  if (providerId === 'sandbox') {
    if (!deps.sandbox) throw invalid({ providerId: 'This instance has no sandbox; name a provider.' });
    return { id, provider: await describeSandbox(deps.sandbox) };
  }
  const row = (await listProvidersOf(deps.database, id)).find((each) => each.id === providerId);
  if (!row) throw invalid({ providerId: 'There is no such provider of this organization.' });
  if (!row.enabled) throw invalid({ providerId: `${row.name} is switched off; switch it on first.` });
  return { id, provider: openProvider(deps, row) };
}

async function asViolation<T>(field: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault || error instanceof RemoteSigningError)
      throw invalid({ [field]: error.message });
    throw error;
  }
}
