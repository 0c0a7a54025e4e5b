import { Fault, invalid, Refusal } from '@paraph/domain';
import { findUserById } from '../accounts/api.ts';
import { isPassword } from '../accounts/password.ts';
import { type NewSession, openSession } from '../accounts/sessions.ts';
import { attemptCounters, countAttempt, forgiveAttempt } from '../accounts/sign-in-attempts.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { type Arrival, arrive } from './arrive.ts';
import type { StoredIdentityProvider } from './identity-provider-store.ts';
import { openIdentityProvider } from './manage-identity-provider.ts';
import { type MemberSignIn, memberSignInUrl, readMemberSignIn, type SignInSecrets } from './openid.ts';
import { findMembersConnection, nameOf } from './sign-in-connections.ts';
import {
  consumeVisitState,
  deleteVisit,
  findVisit,
  insertConnectionSession,
  insertVisit,
  type StoredConnectionVisit,
  updateVisit,
} from './sign-in-store.ts';

export type VisitDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'log' | 'vault'>;

const VISIT_SECONDS = 600;
/** After which it makes sense to ask a provider again that did not answer. */
const RETRY_SECONDS = 60;

/** Where providers return members to; registered there once. */
export function memberReturnUrl({ baseUrl }: { baseUrl: string }, connectionId: string): string {
  return `${baseUrl}/sso/${connectionId}/callback`;
}

/** A path of this instance; anything else is where a sign-in leads by itself. */
export function ownPath(text: string | undefined, { baseUrl }: { baseUrl: string }): string {
  const isPath = text !== undefined && text.length <= 2_000 && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text);
  const isOwn =
    isPath && URL.canParse(text, baseUrl) && new URL(text, baseUrl).origin === new URL(baseUrl).origin;
  return isOwn ? text : '/documents';
}

interface Leaving {
  connection: StoredIdentityProvider;
  /** Of the cookie of the browser. */
  browser: string;
  returnTo: string;
  email: string | null;
  /** On a device that its host has handed over: a session that they have at the provider does not count. */
  isFresh: boolean;
}

/** Where a browser goes, with what its return is to fit; or why it cannot. */
export type Departure =
  | { url: string; secrets: object }
  | { problem: 'certificate_expired' | 'incomplete' | 'unavailable' };

/** How a browser leaves for a provider, by the protocol of the connection. */
type Depart = (
  deps: VisitDeps,
  leaving: Pick<Leaving, 'connection' | 'email' | 'isFresh'> & { state: string },
) => Promise<Departure>;

/** The page of the provider; null if it cannot be reached, which the sign-in page then says. */
export async function beginVisit(deps: VisitDeps, leaving: Leaving, depart: Depart): Promise<string | null> {
  const { connection, browser, returnTo, email, isFresh } = leaving;
  const state = newToken(deps.ids);
  const now = deps.clock.now();
  const departure = await depart(deps, { connection, state, email, isFresh });
  const gone = 'url' in departure ? departure : null;
  const problem = 'problem' in departure ? departure.problem : null;
  const browserHash = sha256(browser);
  await insertVisit(deps.database, {
    browser_hash: browserHash,
    connection_id: connection.id,
    state_hash: gone && sha256(state),
    sealed: gone ? deps.vault.encrypt(JSON.stringify(gone.secrets), boundTo(browserHash)) : '',
    return_to: returnTo,
    problem,
    retry_at: problem === 'unavailable' ? addSeconds(now, RETRY_SECONDS) : null,
    user_id: null,
    expires_at: addSeconds(now, VISIT_SECONDS),
  });
  return gone?.url ?? null;
}

export const departToOpenid: Depart = async (deps, { connection, state, email, isFresh }) => {
  const secrets: SignInSecrets = { verifier: newToken(deps.ids), nonce: newToken(deps.ids) };
  const provider = openIdentityProvider(deps, connection);
  const returnUrl = memberReturnUrl(deps.config, connection.id);
  const url = await memberSignInUrl(deps, provider, {
    ...{ ...secrets, state, returnUrl, email, isFresh },
  }).catch((error) => noteFault(deps, error));
  return url === null ? { problem: 'unavailable' } : { url, secrets };
};

/** The sign-in page, which then says what became of the visit. */
export const RETURNED = '/sign-in#returned';

export function noteFault({ log }: Pick<Deps, 'log'>, error: unknown): null {
  if (!(error instanceof Fault)) throw error;
  log.warn({ reason: error.message }, 'a sign-in by a connection failed');
  return null;
}

interface Coming {
  connectionId: string;
  query: URLSearchParams;
  browser: string;
  session: NewSession;
}

/**
 * Takes what a provider returned a browser with: state, nonce and verifier count once, in the browser that left, for
 * the connection that it left for. Returns where to go with the session that is open then; null where none is, and the
 * visit says why.
 */
export async function receiveReturn(deps: VisitDeps, coming: Coming): Promise<string | null> {
  const { connectionId, query, browser, session } = coming;
  const connection = await findMembersConnection(deps, connectionId);
  if (connection?.kind !== 'oidc') return null;
  const browserHash = sha256(browser);
  const state = query.get('state') ?? '';
  const by = { stateHash: sha256(state), browserHash, connectionId, now: deps.clock.now() };
  const visit = await consumeVisitState(deps.database, by);
  if (!visit) return null;
  const signIn = await readSignIn(deps, { visit, connection, query });
  if ('problem' in signIn) {
    await updateVisit(deps.database, browserHash, { ...signIn, sealed: '' });
    return null;
  }
  return enterBy(deps, { visit, connection, signIn, session, confirmedUserId: null });
}

type Failure = Pick<StoredConnectionVisit, 'problem' | 'retry_at'>;

async function readSignIn(
  deps: VisitDeps,
  {
    visit,
    connection,
    query,
  }: { visit: StoredConnectionVisit; connection: StoredIdentityProvider; query: URLSearchParams },
): Promise<MemberSignIn | Failure> {
  const secrets: SignInSecrets = JSON.parse(deps.vault.decrypt(visit.sealed, boundTo(visit.browser_hash)));
  const returnUrl = memberReturnUrl(deps.config, connection.id);
  const groupClaim = connection.mapping?.groupClaim ?? 'groups';
  const returned = { ...secrets, query, state: query.get('state') ?? '', returnUrl, groupClaim };
  return readMemberSignIn(deps, openIdentityProvider(deps, connection), returned).catch((error) => {
    noteFault(deps, error);
    // It may go down while the person is there.
    const isDown = error instanceof Fault && error.retryable;
    return isDown
      ? { problem: 'unavailable', retry_at: addSeconds(deps.clock.now(), RETRY_SECONDS) }
      : { problem: 'failed', retry_at: null };
  });
}

interface Entry {
  visit: StoredConnectionVisit;
  connection: StoredIdentityProvider;
  signIn: MemberSignIn;
  session: NewSession;
  confirmedUserId: number | null;
}

/** Lets in who a provider says has come; null where it does not, and the visit says why. */
export async function enterBy(deps: VisitDeps, entry: Entry): Promise<string | null> {
  const { visit, signIn } = entry;
  const arrival = await deps.database.transaction().execute(async (tx): Promise<Arrival | null> => {
    const { connection, session, confirmedUserId } = entry;
    const arrival = await arrive(tx, deps, {
      connection,
      signIn,
      language: session.language,
      confirmedUserId,
    });
    if (arrival.kind !== 'in') return arrival;
    // Two requests may bring the same visit.
    if (!(await deleteVisit(tx, visit.browser_hash))) return null;
    await openConnectionSession(tx, deps, { ...entry, userId: arrival.userId });
    return arrival;
  });
  if (arrival?.kind === 'in') return visit.return_to;
  if (arrival?.kind === 'refused')
    await updateVisit(deps.database, visit.browser_hash, {
      problem: arrival.problem,
      sealed: '',
      user_id: null,
    });
  if (arrival?.kind === 'unconfirmed') {
    const sealed = deps.vault.encrypt(JSON.stringify(signIn), boundTo(visit.browser_hash));
    const expiresAt = addSeconds(deps.clock.now(), VISIT_SECONDS);
    await updateVisit(deps.database, visit.browser_hash, {
      user_id: arrival.userId,
      sealed,
      expires_at: expiresAt,
    });
  }
  return null;
}

async function openConnectionSession(
  tx: Tx,
  deps: VisitDeps,
  { connection, signIn, session, userId }: Entry & { userId: number },
): Promise<void> {
  await openSession(tx, deps, { userId, session, method: 'connection' });
  const act = { userId, name: 'sign_in.succeeded', now: deps.clock.now() } as const;
  await recordForOrganizations(tx, {
    ...act,
    detail: { method: 'connection', connection: nameOf(connection).name },
  });
  const tokenHash = sha256(session.token);
  await insertConnectionSession(tx, {
    token_hash: tokenHash,
    connection_id: connection.id,
    subject: signIn.subject,
    sid: signIn.sid,
    sealed_token: deps.vault.encrypt(signIn.signOutHint, tokenBoundTo(tokenHash)),
  });
}

/** What the sign-in page says of the visit of a browser; null where there is none any more. */
export async function readVisit(deps: VisitDeps, browser: string | null) {
  const visit = browser === null ? null : await findPresentVisit(deps, browser);
  if (!visit) return null;
  const connection = await findMembersConnection(deps, visit.connection_id);
  const user = visit.user_id === null ? null : await findUserById(deps.database, visit.user_id);
  return {
    connection: connection && nameOf(connection),
    problem: visit.problem,
    retryDate: visit.retry_at && toSeconds(visit.retry_at),
    emailToConfirm: user?.email ?? null,
    returnTo: visit.return_to,
  };
}

function findPresentVisit({ database, clock }: Pick<Deps, 'clock' | 'database'>, browser: string) {
  return findVisit(database, { browserHash: sha256(browser), now: clock.now() });
}

/** The password of the account of an address makes who came back from a provider its user, once for all. */
export async function confirmIdentity(
  deps: VisitDeps,
  { browser, password, session }: { browser: string | null; password: string; session: NewSession },
): Promise<number> {
  const visit = browser === null ? null : await findPresentVisit(deps, browser);
  const connection = visit && (await findMembersConnection(deps, visit.connection_id));
  const user = visit?.user_id ? await findUserById(deps.database, visit.user_id) : null;
  if (!visit || !connection || !user)
    throw new Refusal('NOT_FOUND', 'This took too long, or is over already. Sign in again.');
  const { ip } = session.visitor;
  const of = { user, email: user.email, ip, device: session.device.replaces };
  const counters = await attemptCounters(deps, of);
  await countAttempt(deps, counters);
  if (!(await isPassword(password, user.password_hash)))
    throw invalid({ password: 'This is not the password of the account.' });
  // Otherwise the password alone would get around the second factor, now and at each later sign-in.
  if (user.second_factor_at !== null)
    throw invalid({
      password:
        'This account has a second factor, which a password alone does not replace. Remove it under Account → ' +
        'Security, connect the account, and set it up again.',
    });
  await forgiveAttempt(deps, counters);
  const signIn = JSON.parse(deps.vault.decrypt(visit.sealed, boundTo(visit.browser_hash)));
  const to = await enterBy(deps, { visit, connection, signIn, session, confirmedUserId: user.id });
  if (to !== null) return user.id;
  throw new Refusal(
    'NOT_FOUND',
    `${nameOf(connection).name} gives you no access here any more. Sign in again.`,
  );
}

export function boundTo(browserHash: Buffer): string {
  return `connection-visit:${browserHash.toString('hex')}`;
}

export function tokenBoundTo(tokenHash: Buffer): string {
  return `connection-session:${tokenHash.toString('hex')}`;
}

/** For both steps of a visit. */
export const VISIT_COOKIE_SECONDS = 2 * VISIT_SECONDS;
