import { isDeepStrictEqual } from 'node:util';
import { invalid, Refusal } from '@paraph/domain';
import { chooseDisclosure, findDisclosure } from '../../brands/api.ts';
import type { Tx } from '../../database/database.ts';
import type { Visitor } from '../../http/caller.ts';
import { addSeconds, isTimeZone, toSeconds } from '../../platform/clock.ts';
import { newToken, sha256 } from '../../platform/ids.ts';
import { recordWorkflowEvents } from '../../workflows/lifecycle/record-workflow-events.ts';
import { noteTimeZone } from '../../workflows/lifecycle/schedule-reminders.ts';
import { consentLevelOf, findConsentText } from './consent-texts.ts';
import {
  consumeHandover,
  deleteConsents,
  findHandover,
  insertConsent,
  replaceHandover,
} from './session-store.ts';
import { loadSigningAccess, type SigningAccess } from './signing-access.ts';
import {
  type Disclosure,
  recipientActor,
  type SigningDeps,
  type SigningSession,
  withLocked,
  withOpenSigningSession,
} from './signing-session.ts';
import { readStatement, type Statement, signerOf } from './witnessing.ts';

interface GivenConsent {
  version: string;
  timeZone: string | null;
  visitor: Visitor;
  /** SHA-256 of what the organization said beside it, as the page showed it; null where it said nothing. */
  disclosure?: string | null;
  /** Of a witness. */
  witness?: (Statement & { isAdult: true }) | null | undefined;
}

/** Records the consent to sign electronically: text version, language, time and zone; returns the session with it. */
export async function giveConsent(
  deps: SigningDeps,
  linkId: string,
  { version, timeZone, visitor, disclosure = null, witness }: GivenConsent,
): Promise<SigningSession> {
  return withOpenSigningSession(deps, linkId, async (tx, session) => {
    const signer = signerOf(session);
    const text = findConsentText(version, signer?.name);
    if (text?.level !== consentLevelOf(session)) {
      throw invalid({ version: 'This text is not in use here; reload the page and read the one it shows.' });
    }
    const statement = readStatement(session, witness);
    if (session.consentVersion !== null && isDeepStrictEqual(statement, session.statement)) return session;
    if (session.consentVersion !== null) await deleteConsents(tx, [session.action.id]);
    const { language } = text;
    const textSha256 = sha256(text.text);
    const actionId = session.action.id;
    const shown = await findShownDisclosure(tx, session, disclosure);
    const about = {
      ...{ action_id: actionId, time_zone: timeZone, given_at: deps.clock.now() },
      disclosure_id: shown?.id ?? null,
      witness_address: statement?.address ?? null,
      witness_relation: statement?.relation ?? null,
    };
    await insertConsent(tx, { version, language, text_sha256: textSha256, ...about });
    const actor = recipientActor(session, visitor);
    const detail = {
      ...{ actionId, version, language, timeZone, textSha256: textSha256.toString('hex') },
      ...(shown ? { disclosureSha256: shown.disclosure.sha256 } : {}),
      ...(signer ? { witnessOf: signer.id } : {}),
    };
    await recordWorkflowEvents(tx, deps, {
      workflowId: session.link.workflow_id,
      record: session.facts,
      events: [{ name: 'consent.given', actor, detail }],
    });
    return { ...session, consentVersion: version, agreedDisclosure: shown?.disclosure ?? null, statement };
  });
}

/**
 * What the organization said beside the consent, by what the page shows. One that was replaced meanwhile counts: it is
 * what the person has read.
 *
 * @throws Refusal `VALIDATION_ERROR` where the page has shown none although there is one, or another organization's
 */
async function findShownDisclosure(
  tx: Tx,
  { facts: { organization } }: SigningSession,
  sha256InHex: string | null,
): Promise<{ id: number; disclosure: Disclosure } | null> {
  if (sha256InHex === null) {
    if (organization.brand === null || chooseDisclosure(organization.brand, 'en') === null) return null;
  } else {
    const textSha256 = Buffer.from(sha256InHex, 'hex');
    const found = await findDisclosure(tx, { organizationId: organization.id, textSha256 });
    if (found) {
      const { id, language, text } = found;
      return { id, disclosure: { language, text, sha256: sha256InHex } };
    }
  }
  throw invalid({
    disclosure: 'The organization has a text of its own beside this one; reload the page and read both.',
  });
}

/**
 * Records that a person opened the page, not a mail scanner: called on the first interaction per device, with the time
 * zone by whose day they are reminded.
 */
export async function openSigning(
  deps: SigningDeps,
  linkId: string,
  { timeZone, visitor }: { timeZone: string | null; visitor: Visitor },
): Promise<void> {
  if (timeZone !== null && !isTimeZone(timeZone))
    throw invalid({
      timeZone: 'Must be a time zone, such as Europe/Paris; leave it out if it is not known.',
    });
  await withLocked(deps, { linkId, load: loadSigningAccess }, async (tx, access) => {
    await recordOpened(tx, deps, { access, visitor });
    if (timeZone === null) return;
    const { workflow_id: workflowId, recipient_id: recipientId } = access.link;
    await noteTimeZone(tx, { workflowId, recipientId, timeZone }, deps.clock.now());
  });
}

/** The device got no mail, but `isHandedOver`: an address from the one before; `isDeviceKnown`: one from a host. */
export async function recordOpened(
  tx: Tx,
  deps: SigningDeps,
  opened: { access: SigningAccess; visitor: Visitor; isHandedOver?: true; isDeviceKnown?: boolean },
): Promise<void> {
  const { access, visitor, ...how } = opened;
  const { action, recipient, state } = access;
  const detail = { actionId: action.id, recipientName: recipient.name, state, ...how };
  await recordWorkflowEvents(tx, deps, {
    workflowId: access.link.workflow_id,
    ledger: access.ledger,
    events: [{ name: 'link.opened', actor: recipientActor(access, visitor), detail }],
  });
}

const HANDOVER_SECONDS = 600;

/**
 * Creates the address that opens the session of a link on another device, instead of the one before. The token is
 * behind the `#`, which browsers do not send: it reaches no log, referrer or program that looks at addresses.
 *
 * @throws Refusal `NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT` once the recipient may not act any more
 */
export async function createHandover(
  deps: SigningDeps,
  linkId: string,
  { origin = deps.config.baseUrl, hosted }: { origin?: string | undefined; hosted: Visitor['hosted'] },
): Promise<{ url: string; expiryDate: number }> {
  return withOpenSigningSession(deps, linkId, async (tx) => {
    const token = newToken(deps.ids);
    const expiresAt = addSeconds(deps.clock.now(), HANDOVER_SECONDS);
    const of = { link_id: linkId, hosted: hosted ? JSON.stringify(hosted) : null };
    await replaceHandover(tx, { ...of, token_hash: sha256(token), expires_at: expiresAt });
    return { url: `${origin}/signing/continue#${token}`, expiryDate: toSeconds(expiresAt) };
  });
}

/** The link that a token leads to, and by whom; null for one that is unknown, used, replaced or over. */
export async function findHandedOver(deps: SigningDeps, token: string) {
  return findHandover(deps.database, { tokenHash: sha256(token), now: deps.clock.now() });
}

/**
 * Uses a token up on another device. The answers and marks are the link's, so nothing of them is lost.
 *
 * @throws Refusal `NOT_FOUND` where another device was faster, `WORKFLOW_STATUS_CONFLICT` as above
 */
export async function takeHandover(
  deps: SigningDeps,
  linkId: string,
  { token, visitor }: { token: string; visitor: Visitor },
): Promise<void> {
  await withOpenSigningSession(deps, linkId, async (tx, session) => {
    if (!(await consumeHandover(tx, sha256(token)))) throw endedHandover();
    await recordOpened(tx, deps, { access: session, visitor, isHandedOver: true });
  });
}

export function endedHandover(): Refusal {
  return new Refusal(
    'NOT_FOUND',
    'This address was used before, or its ten minutes are over. Make a new one on the first device.',
  );
}
