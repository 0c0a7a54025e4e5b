import { conflict, emailKey, Fault, invalid, LIMITS, Refusal, type SigningLanguage } from '@paraph/domain';
import { canHavePasskeys } from '../../config/base-url.ts';
import type { Visitor } from '../../http/caller.ts';
import { findProof, useProof } from '../../identification/api.ts';
import { checkCode } from '../../identification/check-code.ts';
import { type CodePorts, type CodeSubject, requestCode } from '../../identification/request-code.ts';
import { deletePasskey, insertPasskey, listPasskeys } from '../../passkeys/api.ts';
import {
  type NewPasskey,
  PASSKEY_ALGORITHMS,
  readNewPasskey,
  relyingPartyOf,
} from '../../passkeys/webauthn.ts';
import { toSeconds } from '../../platform/clock.ts';
import { sha256 } from '../../platform/ids.ts';
import {
  loadSigningSession,
  type SigningDeps,
  type SigningSession,
  withSigningSession,
} from '../session/signing-session.ts';
import { askedPersonOf } from './identify-signer.ts';
import { consumeChallenge } from './proof-store.ts';
import { openChallenge } from './prove-by-passkey.ts';

interface Asked {
  visitor: Visitor;
  language: SigningLanguage;
}

/** The passkeys of the mailbox that a link was sent to, and whether another one can be set up now. */
export async function listOwnPasskeys(deps: SigningDeps, linkId: string) {
  const session = await loadSigningSession(deps, linkId);
  const passkeys = await listPasskeys(deps.database, addressOf(session));
  return {
    offered: findObstacle(deps, session) === null,
    items: passkeys.map(({ id, created_at: createdAt, used_at: usedAt }) => ({
      id,
      createDate: toSeconds(createdAt),
      lastUseDate: usedAt && toSeconds(usedAt),
    })),
  };
}

/** Mails a code: who sets up a passkey has the mailbox now, and not only a link that was mailed to it once. */
export async function mailPasskeyCode(
  deps: SigningDeps & CodePorts,
  linkId: string,
  asked: Asked,
): Promise<{ to: string }> {
  const subject = await loadSubject(deps, linkId, asked);
  await requestCode(deps, subject);
  return { to: subject.destination };
}

/**
 * Takes the mailed code, and answers what the browser makes a passkey of.
 *
 * @throws Refusal as `checkCode` does
 */
export async function beginPasskey(
  deps: SigningDeps,
  linkId: string,
  { code, ...asked }: Asked & { code: string },
) {
  const subject = await loadSubject(deps, linkId, asked);
  await checkCode(deps, subject, code);
  const { destination, recipient } = subject;
  const address = emailKey(destination);
  const nonce = await openChallenge(deps, linkId, null);
  const existing = await listPasskeys(deps.database, address);
  return {
    challenge: nonce.toString('base64url'),
    rpId: relyingPartyOf(deps.config).id,
    algorithms: PASSKEY_ALGORITHMS,
    // The same for one address, so that an authenticator keeps one passkey for it.
    userId: deps.vault.derive('passkey-user', address).toString('base64url'),
    userName: destination,
    displayName: recipient.name,
    exclude: existing.map(({ id, transports }) => ({ id, transports })),
  };
}

/** Stores a passkey of the mailbox that has just been proven. */
export async function addPasskey(deps: SigningDeps, linkId: string, made: NewPasskey): Promise<void> {
  const now = deps.clock.now();
  const asked = await consumeChallenge(deps.database, { linkId, contentHash: null, now });
  if (!asked) throw notUsable();
  const passkey = await readNewPasskey(deps.config, made, asked.nonce).catch(asRefusal);
  await withSigningSession(deps, linkId, async (tx, session) => {
    requireOffered(deps, session);
    const address = addressOf(session);
    const about = { actionId: session.action.id, contentHash: setUpHash(session), now };
    const proof = await findProof(tx, about);
    if (!proof || !(await useProof(tx, { id: proof.id, now }))) throw notUsable();
    const existing = await listPasskeys(tx, address);
    if (existing.length >= LIMITS.passkeysMax)
      throw invalid({ passkey: `A mailbox has at most ${LIMITS.passkeysMax} passkeys; remove one first.` });
    if (!(await insertPasskey(tx, { ...passkey, address, created_at: now, used_at: null })))
      throw notUsable();
  });
}

/** Nothing that was signed with it changes. */
export async function removePasskey(deps: SigningDeps, linkId: string, id: string): Promise<void> {
  const session = await loadSigningSession(deps, linkId);
  const isGone = await deletePasskey(deps.database, { id, address: addressOf(session) });
  if (!isGone) throw new Refusal('NOT_FOUND', 'There is no such passkey of this mailbox.');
}

async function loadSubject(deps: SigningDeps, linkId: string, asked: Asked): Promise<CodeSubject> {
  const session = await loadSigningSession(deps, linkId);
  requireOffered(deps, session);
  const destination = session.recipient.email;
  const asks = { purpose: 'passkey', method: 'code-mail', destination } as const;
  return { ...askedPersonOf(session, asked), ...asks, contentHash: setUpHash(session) };
}

/** No content of a document has it, so that the code shows nothing but the mailbox. */
function setUpHash({ link, recipient }: SigningSession): Buffer {
  return sha256(JSON.stringify(['paraph-passkey-v1', link.id, recipient.email]));
}

function addressOf({ recipient }: SigningSession): string {
  return emailKey(recipient.email);
}

function requireOffered(deps: Pick<SigningDeps, 'config'>, session: SigningSession): void {
  const obstacle = findObstacle(deps, session);
  if (obstacle !== null) throw conflict(obstacle);
}

/** A passkey is offered after a first signing: a signature never rests on one that was set up for it. */
function findObstacle(
  { config }: Pick<SigningDeps, 'config'>,
  { action }: Pick<SigningSession, 'action'>,
): string | null {
  if (!canHavePasskeys(config)) return 'This service cannot have passkeys.';
  return action.status === 'signed' ? null : 'A passkey can be set up after you have signed.';
}

function asRefusal(error: unknown): never {
  throw error instanceof Fault ? notUsable() : error;
}

function notUsable() {
  return invalid({ passkey: 'This passkey cannot be used. Ask for another code, and try again.' });
}
