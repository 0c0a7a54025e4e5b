import { Fault } from '@paraph/domain';
import type { NewSession } from '../accounts/sessions.ts';
import { newKey, newToken, sha256 } from '../platform/ids.ts';
import type { StoredIdentityProvider } from './identity-provider-store.ts';
import { readSamlAnswer } from './saml-answer.ts';
import { redirectUrl, writeAuthnRequest } from './saml-message.ts';
import { ownAddresses } from './saml-metadata.ts';
import { currentSamlProvider, getSamlProvider, openOwnKey } from './saml-provider.ts';
import { updateSamlProvider } from './saml-store.ts';
import { findMembersConnection } from './sign-in-connections.ts';
import {
  consumeVisitState,
  findVisitByState,
  insertSamlMessage,
  replaceVisitState,
  type StoredConnectionVisit,
  updateVisit,
} from './sign-in-store.ts';
import {
  boundTo,
  type Departure,
  enterBy,
  noteFault,
  ownPath,
  RETURNED,
  type VisitDeps,
} from './sign-in-visit.ts';

/** Sends a browser to the provider. */
export async function departToSaml(
  deps: VisitDeps,
  { connection, state, isFresh }: { connection: StoredIdentityProvider; state: string; isFresh: boolean },
): Promise<Departure> {
  const { saml, certificates } = await currentSamlProvider(deps, connection);
  if (saml.sso_url === '') return { problem: 'incomplete' };
  // What is signed by a certificate that has ended proves nothing: whose key it is now, nobody says.
  if (certificates.length === 0) return { problem: 'certificate_expired' };
  const { entityId, acsUrl } = ownAddresses(deps.config, connection.id);
  const requestId = `_${newKey(deps.ids)}`;
  const head = { id: requestId, now: deps.clock.now(), destination: saml.sso_url, issuer: entityId };
  const xml = writeAuthnRequest(head, { acsUrl, nameFormat: saml.name_format, isFresh });
  const key = saml.signs_requests ? openOwnKey(deps, saml) : null;
  const url = redirectUrl(saml.sso_url, { kind: 'SAMLRequest', xml, relayState: state }, key);
  return { url, secrets: { requestId } };
}

interface Answered {
  connectionId: string;
  answer: string;
  relayState: string;
}

/**
 * Takes what a provider has a browser post, without any cookie of ours: the state in RelayState names the visit, and
 * the answer has to be to its request. Only an answer that counts uses the request up, so that a forged one costs
 * nobody theirs. Nobody is signed in yet: the browser that began goes on with what only it can use
 * ({@link receiveContinued}).
 */
export async function receiveSamlAnswer(deps: VisitDeps, answered: Answered): Promise<string> {
  const { connectionId, answer, relayState } = answered;
  const connection = await findMembersConnection(deps, connectionId);
  if (connection?.kind !== 'saml') return RETURNED;
  const visit = await findOpenVisit(deps, { connectionId, state: relayState });
  if (!visit) {
    // What a provider begins could be of another person. So its answer is not used, and a sign-in begins here.
    const returnTo = encodeURIComponent(ownPath(relayState, deps.config));
    const { allows_unsolicited: isAllowed } = await getSamlProvider(deps.database, connectionId);
    return isAllowed ? `/sso/${connectionId}?returnTo=${returnTo}` : RETURNED;
  }
  try {
    return await useAnswer(deps, { connection, visit, answer });
  } catch (error) {
    noteFault(deps, error);
    const { message } = error as Fault;
    await updateSamlProvider(deps.database, connectionId, { answer_problem: message });
    await updateVisit(deps.database, visit.stored.browser_hash, { problem: 'failed' });
    return RETURNED;
  }
}

interface OpenVisit {
  stored: StoredConnectionVisit;
  requestId: string;
}

async function findOpenVisit(
  deps: VisitDeps,
  { connectionId, state }: { connectionId: string; state: string },
): Promise<OpenVisit | null> {
  const by = { stateHash: sha256(state), connectionId, now: deps.clock.now() };
  const stored = await findVisitByState(deps.database, by);
  if (!stored) return null;
  const { requestId } = JSON.parse(deps.vault.decrypt(stored.sealed, boundTo(stored.browser_hash)));
  return typeof requestId === 'string' ? { stored, requestId } : null;
}

interface Using {
  connection: StoredIdentityProvider;
  visit: OpenVisit;
  answer: string;
}

/** @throws Fault where the answer does not count */
async function useAnswer(deps: VisitDeps, { connection, visit, answer }: Using): Promise<string> {
  const { saml, certificates } = await currentSamlProvider(deps, connection);
  const { email_attribute: email, name_attribute: name } = saml;
  const { signIn, assertionId, expiresAt } = readSamlAnswer(answer, {
    ...{ issuer: connection.issuer, certificates, ...ownAddresses(deps.config, connection.id) },
    ...{ requestId: visit.requestId, now: deps.clock.now() },
    attributes: { email, name, groups: connection.mapping?.groupClaim ?? '' },
  });
  const ticket = newToken(deps.ids);
  const { stored } = visit;
  const sealed = deps.vault.encrypt(JSON.stringify({ signIn }), boundTo(stored.browser_hash));
  await deps.database.transaction().execute(async (tx) => {
    const used = { connection_id: connection.id, message_id: assertionId, expires_at: expiresAt };
    if (!(await insertSamlMessage(tx, used))) throw new Fault('The assertion was used before.');
    if (!(await replaceVisitState(tx, stored, { state_hash: ticketHash(ticket), sealed })))
      throw new Fault('The request was answered before.');
  });
  if (saml.answer_problem !== null)
    await updateSamlProvider(deps.database, connection.id, { answer_problem: null });
  return `/saml/${connection.id}/continue?ticket=${ticket}`;
}

/** Never the hash of a state, which counts at the provider's answer alone. */
function ticketHash(ticket: string): Buffer {
  return sha256(`ticket:${ticket}`);
}

interface Continued {
  connectionId: string;
  ticket: string;
  /** Of the cookie of the browser: another one than that which began is not signed in. */
  browser: string;
  session: NewSession;
}

/** Where to go with the session that is open then; null where none is, and the visit says why. */
export async function receiveContinued(deps: VisitDeps, continued: Continued): Promise<string | null> {
  const { connectionId, ticket, browser, session } = continued;
  const by = {
    stateHash: ticketHash(ticket),
    browserHash: sha256(browser),
    connectionId,
    now: deps.clock.now(),
  };
  const visit = await consumeVisitState(deps.database, by);
  const connection = visit && (await findMembersConnection(deps, connectionId));
  if (!visit || !connection) return null;
  const { signIn } = JSON.parse(deps.vault.decrypt(visit.sealed, boundTo(visit.browser_hash)));
  return enterBy(deps, { visit, connection, signIn, session, confirmedUserId: null });
}
