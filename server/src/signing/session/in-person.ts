import { allowsInPerson, conflict, forbidden, invalid, Refusal } from '@paraph/domain';
import { readUserNames } from '../../accounts/api.ts';
import { requireSender } from '../../accounts/sender.ts';
import { findLock, lockSession } from '../../accounts/session-lock.ts';
import { findSession } from '../../accounts/sessions.ts';
import { isKnownDevice } from '../../accounts/sign-in-attempts.ts';
import type { Tx } from '../../database/database.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import { countHit } from '../../http/rate-limit.ts';
import { addSeconds, toSeconds } from '../../platform/clock.ts';
import { newToken, sha256 } from '../../platform/ids.ts';
import { detailOf, lockWorkflow } from '../../workflows/lifecycle/advance-workflow.ts';
import { actorOf, recordWorkflowEvents } from '../../workflows/lifecycle/record-workflow-events.ts';
import { authorizeWorkflow, type WorkflowCall } from '../../workflows/reading/read-workflow.ts';
import type { Hosted } from './authenticate-signer.ts';
import { consumeInPerson, findInPerson, replaceInPerson, type StoredInPerson } from './in-person-store.ts';
import { recordOpened } from './open-signing.ts';
import { signingLinkFor } from './signing-link.ts';
import {
  loadSigningSession,
  type SigningDeps,
  type SigningSession,
  withOpenSigningSession,
} from './signing-session.ts';

// A host, who may edit the workflow, hands the session of a recipient to them: on a device of the host, or as a link
// that is copied for them. Each address counts once, within minutes. Where the host is signed in in the browser that
// opens it, that session is locked in the same transaction. Who signs so came by no mailbox, and trail, evidence
// and certificate say so; what the level asks of them besides stays.

const SECONDS = { device: 300, link: 900 } as const;

/**
 * Creates the address that opens the session of a recipient, in place of the one before.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for API keys; `WORKFLOW_STATUS_CONFLICT` where the sender
 *   forbids it, or it is not the recipient's turn
 */
export async function createInPersonSession(
  deps: SigningDeps,
  caller: Caller,
  {
    recipientId,
    way,
    returnUrl,
    visitor,
    ...address
  }: WorkflowCall & { recipientId: number; way: StoredInPerson['way']; returnUrl: string | null },
): Promise<{ url: string; expiresDate: number }> {
  const { workflowId } = address;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  if (caller.kind === 'key')
    throw forbidden(
      'A person hands devices and links over, not an API key; use a session or an access token.',
    );
  await requireSender(deps, caller);
  if (returnUrl !== null && !/^https:\/\/[^\s\\@]+$/.test(returnUrl))
    throw invalid({ returnUrl: 'Must be an address that begins with https://, without a user name.' });
  await countHit(deps, 'inPersonSessions', String(caller.userId));
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    if (!record.recipients.some(({ id }) => id === recipientId))
      throw new Refusal('NOT_FOUND', 'This workflow has no such recipient.');
    requireAllowed(record);
    const action = record.actions.find(
      (each) => each.recipient_id === recipientId && each.status === 'started',
    );
    if (record.workflow.status !== 'started' || !action)
      throw conflict('It is not the turn of this person, so there is nothing to sign in person.');
    const origin = deps.config.baseUrl;
    const { id: linkId } = await signingLinkFor(tx, deps, { workflowId, recipientId, origin });
    const token = newToken(deps.ids);
    const expiresAt = addSeconds(deps.clock.now(), SECONDS[way]);
    await replaceInPerson(tx, {
      ...{ link_id: linkId, way, token_hash: sha256(token) },
      ...{ host_id: caller.userId, return_url: returnUrl, expires_at: expiresAt },
    });
    const name = way === 'device' ? 'link.handed_over' : 'link.copied';
    const actor = await actorOf(tx, caller, visitor);
    await recordWorkflowEvents(tx, deps, {
      workflowId,
      record,
      events: [{ name, actor, detail: detailOf(record, action.id) }],
    });
    return { url: `${origin}/signing/in-person#${token}`, expiresDate: toSeconds(expiresAt) };
  });
}

function requireAllowed({
  workflow,
}: {
  workflow: { preferences: Parameters<typeof allowsInPerson>[0] };
}): void {
  if (allowsInPerson(workflow.preferences)) return;
  throw conflict(
    'Signing in person is switched off for this workflow; its people open the link in their mail.',
  );
}

/** What the browser of an address has: its session, by which the host may be signed in, and its known-device cookie. */
export interface ArrivingBrowser {
  sessionToken: string | null;
  deviceToken: string | null;
  visitor: Visitor;
}

/** What the page says before it is used: who hands over to whom, and whether the host chooses a PIN for a lock. */
export async function readInPersonSession(
  deps: SigningDeps,
  token: string,
  browser: ArrivingBrowser,
): Promise<{
  way: StoredInPerson['way'];
  recipientName: string;
  hostName: string;
  needsPin: boolean;
} | null> {
  const handover = await findInPerson(deps.database, { tokenHash: sha256(token), now: deps.clock.now() });
  if (!handover) return null;
  const { recipient } = await loadSigningSession(deps, handover.link_id);
  const hostName = await readHostName(deps, handover);
  const needsPin = await hasSessionToLock(deps, handover, browser);
  return { way: handover.way, recipientName: recipient.name, hostName, needsPin };
}

/**
 * Uses an address up. Null for one that is unknown, used, replaced or over.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` once the recipient may not act, or on a device that is handed over already
 */
export async function takeInPersonSession(
  deps: SigningDeps,
  { token, pin }: { token: string; pin: string },
  browser: ArrivingBrowser,
): Promise<{ link: string; hosted: Hosted } | null> {
  const tokenHash = sha256(token);
  const handover = await findInPerson(deps.database, { tokenHash, now: deps.clock.now() });
  if (!handover) return null;
  const { way, link_id: link, host_id: userId, return_url: returnUrl } = handover;
  const hosted: Hosted = { way, host: await readHostName(deps, handover), returnUrl };
  const { deviceToken: device, sessionToken, visitor } = browser;
  const isDeviceKnown = device !== null && (await isKnownDevice(deps, { userId, device }));
  const isLocked = await hasSessionToLock(deps, handover, browser);
  return withOpenSigningSession(deps, link, async (tx, session) => {
    requireAllowed(session.facts);
    if (!(await consumeInPerson(tx, tokenHash))) return null;
    if (isLocked && sessionToken !== null) await lockFor(tx, deps, { session, token: sessionToken, pin });
    const { returnUrl: _, ...recorded } = hosted;
    await recordOpened(tx, deps, {
      access: session,
      visitor: { ...visitor, hosted: recorded },
      isDeviceKnown,
    });
    return { link, hosted };
  });
}

export function endedInPerson(): Refusal {
  return new Refusal(
    'NOT_FOUND',
    'This address was used before, or its time is over. Who handed it over makes a new one on the page of the document.',
  );
}

function lockFor(
  tx: Tx,
  deps: SigningDeps,
  { session, token, pin }: { session: SigningSession; token: string; pin: string },
): Promise<void> {
  const { id, workspace_id: workspaceId } = session.facts.workflow;
  const returnPath = `/documents/${workspaceId}/${id}?inPerson=next`;
  return lockSession(tx, deps, { token, pin, openPath: `/api/v1/signing/${session.link.id}`, returnPath });
}

/** On a device of the host, the user who is signed in there; by a copied link, the host alone. */
async function hasSessionToLock(
  deps: SigningDeps,
  { way, host_id: hostId }: StoredInPerson,
  { sessionToken, visitor }: ArrivingBrowser,
): Promise<boolean> {
  if (sessionToken === null) return false;
  // Refused by the lock itself, in the transaction.
  if ((await findLock(deps, sessionToken)) !== null) return true;
  const caller = await findSession(deps, sessionToken, visitor);
  return caller !== null && (way === 'device' || caller.userId === hostId);
}

async function readHostName(deps: SigningDeps, { host_id: hostId }: StoredInPerson): Promise<string> {
  return (await readUserNames(deps.database, [hostId])).get(hostId)?.name ?? '';
}
