import { Fault } from '@paraph/domain';
import { deleteSession } from '../accounts/api.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey } from '../platform/ids.ts';
import type { StoredIdentityProvider } from './identity-provider-store.ts';
import { readTime } from './saml-answer.ts';
import {
  readPosted,
  readRedirected,
  redirectUrl,
  writeLogoutRequest,
  writeLogoutResponse,
} from './saml-message.ts';
import { ownAddresses } from './saml-metadata.ts';
import { currentSamlProvider, getSamlProvider, openOwnKey } from './saml-provider.ts';
import type { StoredSamlProvider } from './saml-store.ts';
import { ASSERTION, childrenOf, isNamed, PROTOCOL, textOf, type XmlElement } from './saml-xml.ts';
import { findMembersConnection } from './sign-in-connections.ts';
import { type findConnectionSession, insertSamlMessage, listConnectionSessions } from './sign-in-store.ts';
import { noteFault, tokenBoundTo, type VisitDeps } from './sign-in-visit.ts';

type ConnectionSession = NonNullable<Awaited<ReturnType<typeof findConnectionSession>>>;

/** Where the browser signs out at the provider as well; null where that has no address for it. */
export async function samlSignOutUrl(
  deps: VisitDeps,
  { connection, session }: { connection: StoredIdentityProvider; session: ConnectionSession },
): Promise<string | null> {
  const saml = await getSamlProvider(deps.database, connection.id);
  if (saml.slo_url === null) return null;
  const attributes = JSON.parse(deps.vault.decrypt(session.sealed_token, tokenBoundTo(session.token_hash)));
  const name = { value: session.subject, attributes, sessionIndex: session.sid };
  const xml = writeLogoutRequest(headOf(deps, connection, saml.slo_url), name);
  return redirectUrl(saml.slo_url, { kind: 'SAMLRequest', xml, relayState: null }, openOwnKey(deps, saml));
}

function headOf(deps: VisitDeps, { id }: StoredIdentityProvider, destination: string) {
  const { entityId: issuer } = ownAddresses(deps.config, id);
  return { id: `_${newKey(deps.ids)}`, now: deps.clock.now(), destination, issuer };
}

/** How long a request to sign out counts, and how far clocks may differ. */
const REQUEST_SECONDS = 600;
const SIGNED_OUT = '/sign-in';

/** By the address of the page, or in a form. */
type SentLogout = string | { request: string; relayState: string };

/**
 * Takes what a provider sends a browser with when people sign out (Profiles for SAML 2.0, 4.4). A request ends their
 * sessions here and leads back; an answer to one of ours decides nothing, as the session has ended before.
 */
export async function receiveSamlLogout(
  deps: VisitDeps,
  { connectionId, sent }: { connectionId: string; sent: SentLogout },
): Promise<string> {
  const connection = await findMembersConnection(deps, connectionId);
  const isRequest = typeof sent === 'string' ? /[?&]SAMLRequest=/.test(sent) : sent.request !== '';
  if (connection?.kind !== 'saml' || !isRequest) return SIGNED_OUT;
  try {
    const { saml, certificates } = await currentSamlProvider(deps, connection);
    const { root, relayState } =
      typeof sent === 'string'
        ? readRedirected(sent, certificates)
        : { root: readPosted(sent.request, certificates), relayState: sent.relayState || null };
    const id = await endNamed(deps, connection, root);
    return answerUrl(deps, { connection, saml, id, relayState }) ?? SIGNED_OUT;
  } catch (error) {
    noteFault(deps, error);
    return SIGNED_OUT;
  }
}

/** Returns the id of the request. @throws Fault where it does not count */
async function endNamed(
  deps: VisitDeps,
  connection: StoredIdentityProvider,
  request: XmlElement,
): Promise<string> {
  if (!isNamed(request, PROTOCOL, 'LogoutRequest')) throw new Fault('This is no request to sign out.');
  const now = deps.clock.now();
  const { sloUrl } = ownAddresses(deps.config, connection.id);
  const id = request.getAttribute('ID') ?? '';
  const [issuer] = childrenOf(request, ASSERTION, 'Issuer');
  const subject = textOf(childrenOf(request, ASSERTION, 'NameID')[0]);
  const issuedAt = readTime(request.getAttribute('IssueInstant') ?? '');
  if (textOf(issuer) !== connection.issuer)
    throw new Fault('The request to sign out is of another provider.');
  if (request.getAttribute('Destination') !== sloUrl)
    throw new Fault(`The request to sign out is not for ${sloUrl}.`);
  if (Math.abs(now.getTime() - issuedAt.getTime()) > REQUEST_SECONDS * 1000)
    throw new Fault('The request to sign out is not of now; compare the clocks.');
  if (id === '' || subject === '') throw new Fault('The request to sign out names nobody, or has no id.');
  const indexes = childrenOf(request, PROTOCOL, 'SessionIndex').map(textOf);
  await deps.database.transaction().execute(async (tx) => {
    const expiresAt = addSeconds(now, 2 * REQUEST_SECONDS);
    const used = { connection_id: connection.id, message_id: id, expires_at: expiresAt };
    if (!(await insertSamlMessage(tx, used))) throw new Fault('The request to sign out was used before.');
    for (const sid of indexes.length === 0 ? [null] : indexes)
      for (const hash of await listConnectionSessions(tx, { connectionId: connection.id, subject, sid }))
        await deleteSession(tx, hash);
  });
  return id;
}

function answerUrl(
  deps: VisitDeps,
  of: { connection: StoredIdentityProvider; saml: StoredSamlProvider; id: string; relayState: string | null },
): string | null {
  const { connection, saml, id, relayState } = of;
  if (saml.slo_url === null) return null;
  const xml = writeLogoutResponse(headOf(deps, connection, saml.slo_url), id);
  return redirectUrl(saml.slo_url, { kind: 'SAMLResponse', xml, relayState }, openOwnKey(deps, saml));
}
