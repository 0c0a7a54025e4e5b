import { conflict, Refusal, type Violations } from '@paraph/domain';
import { isLoopbackHost } from '../../accounts/embed-origins.ts';
import { requireSender } from '../../accounts/sender.ts';
import type { HostedBy } from '../../database/column-types.ts';
import type { Reads } from '../../database/database.ts';
import { endedFrame, FRAME_OPENING_SECONDS, framingOriginsOf, readFrame } from '../../developers/frames.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import { addSeconds, toSeconds } from '../../platform/clock.ts';
import { equalSecrets, newKey, newToken, sha256 } from '../../platform/ids.ts';
import { detailOf, lockWorkflow } from '../../workflows/lifecycle/advance-workflow.ts';
import { actorOf, recordWorkflowEvents } from '../../workflows/lifecycle/record-workflow-events.ts';
import { authorizeWorkflow, type WorkflowCall } from '../../workflows/reading/read-workflow.ts';
import { findEmbedded, insertEmbedded, openEmbedded, type StoredEmbedded } from './embedded-store.ts';
import { recordOpened } from './open-signing.ts';
import { signingLinkFor } from './signing-link.ts';
import { type SigningDeps, withSigningSession } from './signing-session.ts';

// A program shows the session of a recipient in a frame of its own page. Browsers send a frame of another site no
// cookie, so nothing here needs one: the address has a token after the #, which the page exchanges, once and within
// minutes, for a bearer that it has in memory alone. Whatever fails between the two leaves the session unopened, or
// opened and lost: the program asks for another one. That the program knows the person is its own word, and trail,
// evidence and certificate say so; what the level asks of them besides stays.

const LIFETIME_SECONDS = 1_800;
/** What evidence and certificate can say of how a person was known. */
const METHOD = /^[\p{L}\p{N}][\p{L}\p{N} ._,:;()/+-]{0,79}$/u;
/** Clocks of other machines may be that far ahead. */
const SKEW_SECONDS = 60;

/** What a program asks for. */
interface AskedEmbedding {
  origin: string;
  returnUrl?: string | null | undefined;
  language?: string | null | undefined;
  authenticatedBy: { method: string; at: number };
  lifetimeSeconds?: number | undefined;
}

/**
 * Creates the address of a frame for a recipient.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for people, who have no page of their own, and for apps of
 *   others than members of the organization; `WORKFLOW_STATUS_CONFLICT` for a draft
 */
export async function createEmbeddedSession(
  deps: SigningDeps,
  caller: Caller,
  { recipientId, visitor, asked, ...address }: WorkflowCall & { recipientId: number; asked: AskedEmbedding },
): Promise<{ url: string; expiresDate: number }> {
  const { workflowId } = address;
  const { access } = await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  await requireSender(deps, caller);
  const origins = await framingOriginsOf(deps.database, caller, access.organizationId);
  const read = readAsked(asked, { origins, now: deps.clock.now() });
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const own = record.actions.filter(({ recipient_id: id }) => id === recipientId);
    const action = own.find(({ status }) => status === 'started') ?? own[0];
    if (!action) throw new Refusal('NOT_FOUND', 'This workflow has no such recipient.');
    if (record.workflow.status === 'not_started')
      throw conflict('A draft asks nobody to sign yet: start it first.');
    const { baseUrl } = deps.config;
    const { id: linkId } = await signingLinkFor(tx, deps, { workflowId, recipientId, origin: baseUrl });
    const [id, token] = [newKey(deps.ids), newToken(deps.ids)];
    const expiresAt = addSeconds(deps.clock.now(), FRAME_OPENING_SECONDS);
    const appName = caller.credentialName ?? '';
    await insertEmbedded(tx, {
      ...{ id, link_id: linkId, token_hash: sha256(token), bearer_hash: null },
      ...{ app_name: appName, expires_at: expiresAt, ...read },
    });
    const { origin, said_method: method, said_at: at } = read;
    const said = { origin, app: appName, method, at: at.toISOString() };
    const actor = await actorOf(tx, caller, visitor);
    await recordWorkflowEvents(tx, deps, {
      workflowId,
      record,
      events: [{ name: 'link.embedded', actor, detail: { ...detailOf(record, action.id), ...said } }],
    });
    return { url: `${baseUrl}/signing/embedded/${id}#${token}`, expiresDate: toSeconds(expiresAt) };
  });
}

function readAsked(asked: AskedEmbedding, { origins, now }: { origins: readonly string[]; now: Date }) {
  const { authenticatedBy, returnUrl = null, lifetimeSeconds = LIFETIME_SECONDS } = asked;
  const method = authenticatedBy.method.trim();
  const violations: Violations = {};
  if (returnUrl !== null && !leadsTo(returnUrl, origins))
    violations.returnUrl = 'Must be an address at one of the listed origins, without a user name.';
  if (!METHOD.test(method))
    violations['authenticatedBy[method]'] =
      'Must say in at most 80 letters, digits and simple signs how the person was known, such as "password and TOTP".';
  const latest = toSeconds(addSeconds(now, SKEW_SECONDS));
  if (authenticatedBy.at < 0 || authenticatedBy.at > latest)
    violations['authenticatedBy[at]'] =
      'Must be when the person was known, in seconds since 1970 and not in the future.';
  return {
    ...readFrame(asked, { origins, violations }),
    ...{ return_url: returnUrl, lifetime_seconds: lifetimeSeconds },
    ...{ said_method: method, said_at: new Date(authenticatedBy.at * 1_000) },
  };
}

function leadsTo(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, username, password, protocol, hostname } = new URL(address);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && username === '' && password === '' && origins.includes(origin);
}

/**
 * Uses the token of an address up. Null for a session that is unknown, or a token that is not its own.
 *
 * @throws Refusal `SESSION_ENDED` where it was opened before, or not in time
 */
export async function openEmbeddedSession(
  deps: SigningDeps,
  { session: id, token, visitor }: { session: string; token: string; visitor: Visitor },
) {
  const found = await findEmbedded(deps.database, id);
  if (!found || !equalSecrets(sha256(token).toString('hex'), found.token_hash.toString('hex'))) return null;
  const bearer = newToken(deps.ids);
  return withSigningSession(deps, found.link_id, async (tx, session) => {
    const opened = await openEmbedded(tx, { id, bearerHash: sha256(bearer), now: deps.clock.now() });
    if (!opened) throw endedFrame();
    await recordOpened(tx, deps, { access: session, visitor: { ...visitor, hosted: hostedIn(opened) } });
    const { link_id: link, origin, app_name: app, return_url: returnUrl, language } = opened;
    const { envelope_id: envelopeId } = session.facts.workflow;
    const expiresDate = toSeconds(opened.expires_at);
    return { bearer, link, origin, app, envelopeId, returnUrl, language, expiresDate };
  });
}

/** The only page that may show a session; null for an unknown one, which no page may. */
export async function findFramingOrigin({ database }: { database: Reads }, id: string) {
  return (await findEmbedded(database, id))?.origin ?? null;
}

/** Who shows the session, and what they say of the person. */
export function hostedIn(row: StoredEmbedded): HostedBy {
  const { app_name: host, origin, said_method: method, said_at: at } = row;
  return { way: 'embedded', host, said: { origin, method, at: at.toISOString() } };
}
