import { conflict, Fault, LIMITS, Refusal } from '@paraph/domain';
import type { Visitor } from '../../http/caller.ts';
import { recordProof } from '../../identification/record-proof.ts';
import { findIdentityProvider } from '../../identity-providers/manage-identity-provider.ts';
import { readSignIn, type SignIn, type SignInSecrets, signInUrl } from '../../identity-providers/openid.ts';
import { hostOf, type IdentityProvider } from '../../identity-providers/openid-client.ts';
import { addSeconds } from '../../platform/clock.ts';
import { newToken, sha256 } from '../../platform/ids.ts';
import {
  loadSigningSession,
  recipientActor,
  requireOpen,
  type SigningDeps,
  type SigningSession,
  withSigningSession,
} from '../session/signing-session.ts';
import {
  consumeIdentityState,
  endIdentityVisit,
  replaceIdentityVisit,
  type StoredIdentityVisit,
} from './proof-store.ts';

/**
 * Sends a person to the identity provider of the organization; the sign-in will count for this content alone.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` where none is set up any more, `SERVICE_UNAVAILABLE` if it cannot be reached
 */
export async function beginIdentityVisit(
  deps: SigningDeps,
  { session, contentHash }: { session: SigningSession; contentHash: Buffer },
  language: string,
): Promise<{ url: string }> {
  const { link, action, facts, recipient } = session;
  const provider = await getProvider(deps, facts.organization.id);
  const secrets: SignInSecrets = { verifier: newToken(deps.ids), nonce: newToken(deps.ids) };
  const state = newToken(deps.ids);
  const url = await signInUrl(deps, provider, {
    ...secrets,
    state,
    email: recipient.email,
    language: recipient.language ?? language,
  }).catch(asUnavailable);
  const now = deps.clock.now();
  await replaceIdentityVisit(deps.database, {
    link_id: link.id,
    action_id: action.id,
    content_hash: contentHash,
    issuer: provider.issuer,
    client_id: provider.clientId,
    state_hash: sha256(state),
    sealed_secrets: deps.vault.encrypt(JSON.stringify(secrets), boundTo(link.id)),
    problem: null,
    begun_at: now,
    expires_at: addSeconds(now, LIMITS.proofSeconds),
  });
  return { url };
}

/**
 * Takes what the provider returned; the caller has checked that the browser is the one that left. A sign-in of the
 * recipient is a proof of who signs, and signs nothing. What failed is stored with the visit, for the page to show.
 */
export async function receiveIdentityReturn(
  deps: SigningDeps,
  { query, visitor }: { query: URLSearchParams; visitor: Visitor },
): Promise<void> {
  const visit = await consumeIdentityState(deps.database, sha256(query.get('state') ?? ''));
  if (!visit) return;
  try {
    const signIn = await readReturn(deps, visit, query);
    await prove(deps, visit, { signIn, visitor });
  } catch (failed) {
    if (!(failed instanceof Fault || failed instanceof Refusal)) throw failed;
    await endIdentityVisit(deps.database, visit.link_id, { problem: failed.message });
  }
}

async function readReturn(
  deps: SigningDeps,
  visit: StoredIdentityVisit,
  query: URLSearchParams,
): Promise<SignIn> {
  const session = await loadSigningSession(deps, visit.link_id);
  const provider = await getProvider(deps, session.facts.organization.id);
  if (provider.issuer !== visit.issuer || provider.clientId !== visit.client_id)
    throw new Fault('The organization has changed its identity provider meanwhile; try again.', {
      retryable: true,
    });
  const secrets: SignInSecrets = JSON.parse(deps.vault.decrypt(visit.sealed_secrets, boundTo(visit.link_id)));
  const state = query.get('state') ?? '';
  return readSignIn(deps, provider, { ...secrets, query, state, sentAt: visit.begun_at });
}

/** Records the proof if the person who signed in is the recipient, as the recipient is named now. */
async function prove(
  deps: SigningDeps,
  visit: StoredIdentityVisit,
  { signIn, visitor }: { signIn: SignIn; visitor: Visitor },
): Promise<void> {
  const { link_id: linkId, action_id: actionId, content_hash: contentHash } = visit;
  await withSigningSession(deps, linkId, async (tx, session) => {
    requireOpen(session);
    if (session.action.id !== actionId || session.recipient.identification !== 'identity-provider')
      throw conflict('What you signed in for is not asked any more; reload the page.');
    requireRecipient(signIn, session);
    const { issuer, subject, name, email, signedInAt } = signIn;
    const detail = {
      ...{ issuer, subject, name, email, signedInTime: signedInAt.toISOString(), to: hostOf(signIn) },
      ...{ recipientId: session.recipient.id, recipientName: session.recipient.name },
    };
    const actor = recipientActor(session, visitor);
    const proof = { workflowId: session.facts.workflow.id, actionId, linkId, contentHash, actor, detail };
    await recordProof(tx, deps, { ...proof, method: 'identity-provider' });
    await endIdentityVisit(tx, linkId, { problem: null });
  });
}

function requireRecipient(signIn: SignIn, { recipient }: SigningSession): void {
  const host = hostOf(signIn);
  const { email, isEmailVerified } = signIn;
  const problem =
    email === null
      ? `${host} does not say which address is yours, so that it cannot be compared with ${recipient.email}.`
      : !isSameAddress(email, recipient.email)
        ? `You signed in at ${host} as ${email.slice(0, 254)}, but this document is for ${recipient.email}. Sign in with that address.`
        : isEmailVerified
          ? null
          : `${host} has not verified that ${recipient.email} is yours. Verify it there, then try again.`;
  if (problem !== null) throw new Fault(problem);
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

async function getProvider(deps: SigningDeps, organizationId: number): Promise<IdentityProvider> {
  const provider = await findIdentityProvider(deps, deps.database, organizationId);
  if (provider) return provider;
  throw conflict(
    'The organization has no identity provider any more. Please tell the person who sent you the document.',
  );
}

function asUnavailable(error: unknown): never {
  if (!(error instanceof Fault)) throw error;
  throw new Refusal('SERVICE_UNAVAILABLE', `${error.message} Try again; nothing is lost.`);
}

function boundTo(linkId: string): string {
  return `identity-visit:${linkId}`;
}
