import { Fault, invalid } from '@paraph/domain';
import {
  type CscAuthorizationServer,
  type CscConsent,
  type CscService,
  type CscServiceInfo,
  type CscVersion,
  cscAccountToken,
  cscVersionOf,
  exchangeCscCode,
  openCscAuthorization,
  RemoteSigningError,
} from '@paraph/pades';
import { addSeconds } from '../../platform/clock.ts';
import { newToken, sha256 } from '../../platform/ids.ts';
import { listTrustProviders, type TrustProvider } from '../../trust-services/find-providers.ts';
import {
  askProviderInfo,
  openProviderOauth,
  openProviderService,
  providerReturnUrl,
  providerTransport,
} from '../../trust-services/provider-client.ts';
import { checkFinish } from '../finish/check-finish.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import {
  askProvider,
  getProvider,
  loadQualifiedSession,
  loadVisit,
  saveProblem,
  sealSecrets,
  VISIT_SECONDS,
  type Visit,
} from './provider-visit.ts';
import { consumeState, replaceVisit, updateVisit } from './provider-visit-store.ts';

/** The providers that a signer can choose from. */
export async function listProvidersFor(deps: SigningDeps, linkId: string) {
  const { facts } = await loadQualifiedSession(deps, linkId);
  const providers = await listTrustProviders(deps, facts.organization.id);
  return providers.map(({ key, name, isSandbox }) => ({ key, name, sandbox: isSandbox }));
}

/**
 * Begins the visit for a preview, and answers the page of the provider on which the person signs in.
 *
 * @throws Refusal as `finishSigning` does, and for a provider that cannot be reached
 */
export async function beginVisit(
  deps: SigningDeps,
  linkId: string,
  { previewId, providerKey, language }: { previewId: string; providerKey: string; language: string },
): Promise<{ url: string }> {
  const session = await loadQualifiedSession(deps, linkId);
  await checkFinish(deps, session, previewId);
  const provider = await getProvider(deps, session, providerKey);
  await replaceVisit(deps.database, {
    link_id: linkId,
    action_id: session.action.id,
    preview_id: previewId,
    provider_key: provider.key,
    state_hash: null,
    sealed_secrets: sealSecrets(deps, linkId, { verifier: '', serviceToken: null, release: null }),
    credential_id: null,
    chain: null,
    algorithm: null,
    response_id: null,
    signatures: null,
    problem: null,
    expires_at: addSeconds(deps.clock.now(), VISIT_SECONDS),
  });
  const current = await loadVisit(deps, linkId);
  const described = await askProvider(deps, current, () => askProviderInfo(deps, provider));
  return sendTo(deps, current, { consent: { scope: 'service' }, language, described });
}

/** The address of the provider's page for a consent, with a state that belongs to this link alone. */
export async function sendTo(
  deps: SigningDeps,
  current: Visit,
  { consent, language, described }: { consent: CscConsent; language: string; described: CscServiceInfo },
): Promise<{ url: string }> {
  const { visit, provider, secrets } = current;
  const { link_id: linkId } = visit;
  const { accountId, name } = provider;
  const state = newToken(deps.ids);
  const verifier = newToken(deps.ids);
  await updateVisit(deps.database, linkId, {
    state_hash: sha256(state),
    sealed_secrets: sealSecrets(deps, linkId, { ...secrets, verifier, release: null }),
    problem: null,
  });
  const account =
    accountId === null ? null : { accountId, issuedAt: deps.clock.now(), id: newToken(deps.ids) };
  const request = {
    redirectUri: providerReturnUrl(deps.config),
    state,
    codeVerifier: verifier,
    language,
    consent,
    version: versionOf(described),
    ...(account ? { accountToken: cscAccountToken(provider, account) } : {}),
  };
  return askProvider(deps, current, async () => {
    const oauth = await openProviderOauth(deps, provider, described);
    const transport = providerTransport(deps, provider);
    return { url: await openCscAuthorization(request, oauth, { name, transport }) };
  });
}

/** The person did not confirm (RFC 6749 §4.1.2.1). Stored as it is: the page says it in the person's language. */
export const ACCESS_DENIED = 'access_denied';

/**
 * Takes what the provider returned; the caller has checked that the browser is the one that left. Signs nothing: that
 * is for the page to ask. A problem is stored with the visit, for the page to show.
 */
export async function receiveReturn(
  deps: SigningDeps,
  linkId: string,
  returned: URLSearchParams,
): Promise<void> {
  if (!(await consumeState(deps.database, sha256(returned.get('state') ?? '')))) return;
  const current = await loadVisit(deps, linkId);
  const { provider, visit, secrets } = current;
  const code = returned.get('code');
  const error = returned.get('error');
  if (error !== null || code === null) {
    if (error === ACCESS_DENIED) return updateVisit(deps.database, linkId, { problem: ACCESS_DENIED });
    const words = (returned.get('error_description') ?? error ?? 'it returned no code').slice(0, 300);
    return saveProblem(deps, current, `${provider.name}: ${words}`);
  }
  try {
    const described = await askProviderInfo(deps, provider);
    const { server, client } = await openProviderOauth(deps, provider, described);
    requireIssuer(provider, { server, returned });
    const redirectUri = providerReturnUrl(deps.config);
    const grant = await exchangeCscCode(
      client,
      { code, codeVerifier: secrets.verifier, redirectUri, version: versionOf(described) },
      { name: provider.name, transport: providerTransport(deps, provider) },
    );
    const kind = grant.isActivationData ? ('activation' as const) : ('token' as const);
    const next =
      visit.credential_id === null
        ? { ...secrets, serviceToken: grant.token }
        : { ...secrets, release: { kind, value: grant.token } };
    const sealed = sealSecrets(deps, linkId, { ...next, verifier: '' });
    await updateVisit(deps.database, linkId, { sealed_secrets: sealed, problem: null });
  } catch (failed) {
    if (!(failed instanceof Fault || failed instanceof RemoteSigningError)) throw failed;
    await saveProblem(deps, current, failed.message);
  }
}

/** A code of another server is not redeemed at this one (RFC 9207 §2.4). */
function requireIssuer(
  { name }: Pick<TrustProvider, 'name'>,
  { server, returned }: { server: CscAuthorizationServer; returned: URLSearchParams },
): void {
  const { issuer, namesIssuer } = server;
  const named = returned.get('iss');
  if (issuer === null || named === issuer || (named === null && !namesIssuer)) return;
  const words = 'what returned is of another server than the one that was asked.';
  throw new RemoteSigningError('token', { code: 'answer', status: 400, words }, name);
}

function versionOf({ specification }: CscServiceInfo): CscVersion {
  return cscVersionOf(specification) ?? 2;
}

/** Whether a key that a provider releases in its own way is asked for by a call, and not on a page. */
export function isReleasedByCall(described: CscServiceInfo): boolean {
  return versionOf(described) === 1;
}

/**
 * The provider as the person may use it, and what it says of itself.
 *
 * @throws Refusal where they are not signed in there, or it does not answer
 */
export async function openService(
  deps: SigningDeps,
  current: Visit,
): Promise<{ service: CscService; described: CscServiceInfo }> {
  const { provider, secrets } = current;
  const { serviceToken: token } = secrets;
  if (token === null) throw invalid({ provider: 'Sign in at your provider first.' });
  const described = await askProvider(deps, current, () => askProviderInfo(deps, provider));
  return { service: openProviderService(deps, { provider, service: described }, { token }), described };
}
