import { Fault, UnavailableFault } from '@paraph/domain';
import {
  type CscAuthorizationData,
  type CscCredential,
  type CscService,
  parseCertificate,
  RemoteSigningError,
  type Signer,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { describeSandbox, openProvider, type TrustDeps, type TrustProvider } from './find-providers.ts';
import { checkCredential, revocationProblem } from './provider-certificates.ts';
import { askProviderInfo, openProviderOauth, openProviderService } from './provider-client.ts';
import {
  findSealCredential,
  type StoredSealCredential,
  updateSealCredential,
} from './seal-credential-store.ts';
import { listProvidersOf } from './trust-provider-store.ts';

/** With what a seal is made at a provider. */
export interface SealKey {
  signer: Signer;
  provided: {
    provider: string;
    isSandbox: boolean;
    isQualified: boolean;
    /** DER from the certificate to the trust anchor. */
    chain: Buffer[];
  };
}

export type SealKeyDeps = TrustDeps & Pick<Deps, 'log'>;

/**
 * The key with which an organization seals; null: one of this instance. What a seal needs is asked for at the provider
 * each time, without a person: a setting of yesterday says nothing of a certificate that was revoked since.
 *
 * @throws UnavailableFault where it cannot be used now: the seal waits, and is made by no other key
 */
export async function openSealKey(deps: SealKeyDeps, organizationId: number): Promise<SealKey | null> {
  const stored = await findSealCredential(deps.database, organizationId);
  if (!stored) return null;
  if (stored.is_blocked) throw new UnavailableFault(`${stored.problem} ${REMEDY}`);
  const provider = await findSealProvider(deps, stored);
  if (!provider)
    throw new UnavailableFault(`The provider of the organization’s seals is switched off. ${REMEDY}`);
  return asWaiting(deps, stored, async () => {
    const service = await openSealService(deps, provider);
    const credential = await service.credential(stored.credential_id);
    const { problem, chain, isQualified } = await assessSealCredential(deps, provider, credential);
    const [own] = chain;
    const isOther = !own || !stored.chain[0]?.equals(own);
    if (problem !== null || isOther)
      throw await reported(deps, stored, { problem: problem ?? OTHER, isBlocked: false });
    const { name, isSandbox } = provider;
    // A seal that is less than it was said to be would be a lower one.
    if (stored.is_qualified && !isQualified)
      throw await reported(deps, stored, { problem: NOT_QUALIFIED, isBlocked: false });
    const authData = typedOf(deps, stored, credential);
    const certificates = chain.map((der) => Buffer.from(der));
    const sign = (bytes: Uint8Array) =>
      asWaiting(deps, stored, () => signOnce(service, credential, { bytes, authData }));
    return {
      signer: { certificates, algorithm: credential.algorithm, sign },
      provided: { provider: name, isSandbox, isQualified, chain: certificates },
    };
  });
}

const REMEDY = 'An administrator of the organization can set the certificate for seals anew.';
const OTHER = 'The provider gives another certificate than the one that was chosen for seals.';
const NOT_QUALIFIED = 'The certificate for seals does not make qualified seals any more.';

/** Null where it is switched off. */
async function findSealProvider(
  deps: TrustDeps,
  stored: StoredSealCredential,
): Promise<TrustProvider | null> {
  if (stored.provider_id === null) return deps.sandbox ? describeSandbox(deps.sandbox) : null;
  const providers = await listProvidersOf(deps.database, stored.organization_id);
  const row = providers.find(({ id }) => id === stored.provider_id);
  return row?.enabled ? openProvider(deps, row) : null;
}

/** A provider, called in the name of this instance and of no person (RFC 6749 §4.4). @throws RemoteSigningError */
export async function openSealService(deps: TrustDeps, provider: TrustProvider): Promise<CscService> {
  const described = await askProviderInfo(deps, provider);
  const { client } = await openProviderOauth(deps, provider, described);
  return openProviderService(deps, { provider, service: described }, client);
}

async function signOnce(
  service: CscService,
  credential: CscCredential,
  { bytes, authData }: { bytes: Uint8Array; authData: CscAuthorizationData },
): Promise<Uint8Array> {
  const inputs = [bytes];
  const activationData = await service.authorize(credential, { inputs, authData });
  const { signatures } = await service.sign(credential, { inputs, activationData });
  const [signature] = signatures ?? [];
  if (!signature) throw new Fault('The provider promised the seal for later instead of making it.');
  return signature;
}

/** What releases the key, as it was stored. */
function typedOf(
  { vault }: Pick<Deps, 'vault'>,
  { sealed_pin: sealed, organization_id: organizationId }: StoredSealCredential,
  { authorizationObjects: [object] }: CscCredential,
): CscAuthorizationData {
  if (!object) return [];
  return [{ id: object.id, value: sealed === null ? '' : vault.decrypt(sealed, pinBoundTo(organizationId)) }];
}

export function pinBoundTo(organizationId: number): string {
  return `seal-credential:${organizationId}`;
}

/** A failure of a provider is one that the seal waits for; a refusal to release the key ends all further tries. */
async function asWaiting<T>(
  deps: SealKeyDeps,
  stored: StoredSealCredential,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask();
    if (stored.problem !== null)
      await updateSealCredential(deps.database, stored, { problem: null, told_at: null });
    return answer;
  } catch (error) {
    if (error instanceof UnavailableFault) throw error;
    if (!(error instanceof Fault || error instanceof RemoteSigningError)) throw error;
    const isRefusal = error instanceof RemoteSigningError && error.step === 'authorize' && error.status < 500;
    if (isRefusal) throw await reported(deps, stored, { problem: error.message, isBlocked: true });
    throw new UnavailableFault(error.message, { cause: error });
  }
}

/** Stores what is wrong with the certificate, of which the administrators are told once. */
async function reported(
  deps: SealKeyDeps,
  stored: StoredSealCredential,
  { problem, isBlocked }: { problem: string; isBlocked: boolean },
): Promise<UnavailableFault> {
  deps.log.warn(
    { organizationId: stored.organization_id, problem },
    'the certificate for seals cannot be used',
  );
  const told = stored.problem === problem ? {} : { told_at: null };
  await updateSealCredential(deps.database, stored, { problem, is_blocked: isBlocked, ...told });
  return new UnavailableFault(`${problem} ${REMEDY}`);
}

/** A certificate as one for seals: whether they are qualified, and why it cannot be used; null if it can. */
export async function assessSealCredential(
  deps: TrustDeps,
  provider: Pick<TrustProvider, 'anchors'>,
  credential: CscCredential,
): Promise<{ problem: string | null; isQualified: boolean; chain: readonly Uint8Array[] }> {
  const { problems, chain } = await checkCredential(deps, provider, credential, 'seal');
  const words = [
    ...problems.flatMap(({ code, words }) => (PATH_PROBLEMS.has(code) ? [words] : [])),
    ...holderProblem(credential),
    ...revocationProblem(chain),
    ...releaseProblem(credential),
  ];
  return { chain, problem: words.length > 0 ? words.join(' ') : null, isQualified: problems.length === 0 };
}

/** The others make a seal an advanced one. */
const PATH_PROBLEMS: ReadonlySet<string> = new Set(['anchor', 'revoked', 'validity']);

/** Seals are of legal persons (Regulation (EU) No 910/2014 Art. 3 (24)). */
function holderProblem({ certificates: [own] }: CscCredential): string[] {
  if (!own) return ['The certificate is missing.'];
  const { qcStatements, organization } = parseCertificate(own);
  // Without a type a qualified certificate is one for signatures (EN 319 412-5 §4.2.3).
  const isOfPerson = qcStatements?.isForSignatures === true || qcStatements?.isQualified === true;
  if (isOfPerson && !qcStatements.isForSeals)
    return [
      'The certificate is for signatures of people, and does not state that it is for seals (QcType eseal).',
    ];
  return organization === null ? ['The certificate does not name an organization.'] : [];
}

/** Nobody is there to type or to confirm. */
function releaseProblem({ mode, authorizationObjects }: CscCredential): string[] {
  if (mode === 'oauth2code')
    return [
      'A person has to release its key on a page of the provider each time; ask for one with a PIN or without.',
    ];
  const isOnce = authorizationObjects.some(({ id, start }) => start !== undefined || /otp/i.test(id));
  if (isOnce)
    return [
      'Its key asks for a one-time password or a new answer each time; ask for one with a PIN or without.',
    ];
  return authorizationObjects.length > 1
    ? ['Its key asks for more than a PIN; ask for one with a PIN alone.']
    : [];
}
